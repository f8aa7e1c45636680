/**
 * People and clubs in the console: operators add people and hand out links and say who runs the installation, admins give and
 * take roles.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setRole } from '../../src/storage/accounts/accounts.ts';
import { newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth } from './checks.ts';
import { PASSWORD, startConsole } from './console-site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const boss = await site.addPerson({ name: 'Olga Operator', isOperator: true });
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'admin' } });

test('an operator adds a person, whose link signs them in and asks for a password', async (t) => {
  const page = await newPage(t, { forgive: /\b409\b/ });
  await boss.enter(page);
  await page.goto(`${site.url}/console/people`);
  const add = page.getByRole('region', { name: 'Add a person' });
  await add.getByLabel('Name').fill('<b>Eve</b> & Söhne');
  await add.getByLabel('E-mail address').fill(ann.email);
  await add.getByRole('button', { name: 'Add' }).click();
  await add.getByText('There is an account with this address already.').waitFor();
  await add.getByLabel('E-mail address').fill('eve@example.org');
  await add.getByRole('button', { name: 'Add' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.getByText('<b>Eve</b> & Söhne').waitFor();

  const eve = await newPage(t, { forgive: /\b401\b/ });
  await eve.goto(link);
  await eve.getByText('This link signs you in').waitFor();
  assert.equal(new URL(eve.url()).hash, '');
  await eve.getByRole('button', { name: 'Sign in' }).click();
  await eve.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await eve.getByLabel('New password').fill('a boat full of hay');
  await eve.getByRole('button', { name: 'Set password' }).click();
  await eve.getByText('Your password is set.').waitFor();
  await eve.getByLabel('Password until now').waitFor();
});

test('long after signing in, making a link for a person asks who it is and goes on with the very click', async (t) => {
  const page = await newPage(t, { forgive: /\b403\b/ });
  await boss.enter(page, 20 * 60_000);
  await page.goto(`${site.url}/console/people`);
  await page.getByRole('button', { name: 'Sign-in link for Ann Smith' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  assert.match(await page.getByLabel('Link', { exact: true }).inputValue(), /#/);
});

test('the last admin stays; a member whose role is taken away sees the club no longer', async (t) => {
  const ben = await site.addPerson({ name: 'Ben Jones', roles: { [clubId]: 'member' } });
  const page = await newPage(t, { forgive: /\b40[49]\b/ });
  await ann.enter(page);
  await page.goto(`${site.url}/console/clubs/${clubId}`);
  const role = page.getByLabel('Role of Ann Smith');
  await role.selectOption('member');
  await page.getByText('A club needs an admin: make somebody else an admin first.').waitFor();
  await page.waitForFunction(
    (select) => (select as HTMLSelectElement | null)?.value === 'admin',
    await role.elementHandle(),
  );
  await page.getByRole('button', { name: 'Leave the club' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the club' }).click();
  await page.getByRole('dialog').getByText('A club needs an admin').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const member = await newPage(t, { forgive: /\b404\b/ });
  await ben.enter(member);
  await member.goto(`${site.url}/console/clubs/${clubId}`);
  await member.getByText('Ben Jones').waitFor();
  assert.equal(await member.getByRole('combobox').count(), 0, 'a member changes no roles');
  await page.getByRole('button', { name: 'Remove Ben Jones' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Ben Jones was removed.').waitFor();
  await member.getByRole('link', { name: 'Overview' }).click();
  await member.getByText('You are in no club.').waitFor();
  await member.goBack();
  await member.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
});

test('a role that is taken away while somebody types a key: refused, and nothing typed is lost', async (t) => {
  const carl = await site.addPerson({ name: 'Carl', roles: { [clubId]: 'schedule_manager' } });
  const page = await newPage(t, { forgive: /\b403\b/ });
  await carl.enter(page);
  await page.goto(`${site.url}/console/account`);
  const label = page.getByLabel('What is the key for?');
  await label.fill('Start');
  await site.service.database.write((tx) => setRole(tx, carl.id, clubId, 'member'));
  await page.getByRole('button', { name: 'Mint the key' }).click();
  await page.getByText('Your role does not allow this any more.').waitFor();
  assert.equal(await label.inputValue(), 'Start');
});

test('an operator erases a person; whoever has an account takes their data along', async (t) => {
  const gone = await site.addPerson({ name: 'Gundula Fort', roles: { [clubId]: 'member' } });
  const own = await newPage(t);
  await gone.enter(own);
  await own.goto(`${site.url}/console/account`);
  const download = own.waitForEvent('download');
  await own
    .getByRole('region', { name: 'Your data' })
    .getByRole('link', { name: 'Download' })
    .click();
  const file = await (await download).path();
  const { person } = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(person.name, 'Gundula Fort');
  await own.close();

  const page = await newPage(t);
  await boss.enter(page);
  await page.goto(`${site.url}/console/people`);
  await page.getByRole('button', { name: /^Erase the person.*Gundula Fort/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Gundula Fort?' });
  await dialog.getByText('Nothing undoes it.').waitFor();
  await dialog.getByRole('button', { name: 'Erase the person' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`Gundula Fort is “Former member ${gone.id}” now.`).waitFor();
  await page
    .getByRole('button', { name: /^Erase the person.*Gundula Fort/ })
    .waitFor({ state: 'detached' });
});

test('an operator says who runs the installation; the public pages say it from then on', async (t) => {
  const page = await newPage(t, { device: 'phone', forgive: /\b(?:422|403)\b/ });
  await boss.enter(page);
  await page.goto(`${site.url}/console`);
  await page
    .getByRole('link', { name: /Imprint, privacy or contact .* are not given yet/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'About this installation' }).waitFor();
  await assertAccessible(page, 'installation');
  await assertFitsWidth(page, 'installation');
  const missing = page.getByRole('status').getByRole('paragraph');
  assert.equal(await missing.count(), 3);
  await page.getByLabel('Who runs this installation').fill('Ruderverband <Nord>');
  await page.getByLabel('Contact').fill('nowhere');
  await page.getByLabel('Imprint').fill('Seestraße 1\n24103 Kiel\n\nhttps://club.example');
  await page.getByLabel('Privacy').fill('https://club.example/privacy');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter an address such as').waitFor();
  await page.reload();
  assert.match(await page.getByLabel('Imprint').inputValue(), /^Seestraße 1\n24103 Kiel/);
  await page.getByLabel('Contact').fill('office@club.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await missing.first().waitFor({ state: 'detached' });

  const reader = await newPage(t, { device: 'phone', javaScriptEnabled: false });
  await reader.goto(`${site.url}/imprint?lang=en`);
  const said = await reader.locator('main').innerText();
  assert.match(said, /Ruderverband <Nord>/);
  assert.match(said, /Seestraße 1\n24103 Kiel\n+https:\/\/club\.example/);
  await reader.goto(`${site.url}/privacy?lang=en`);
  await reader.locator('a[href="https://club.example/privacy"]').waitFor();
  await page.goto(`${site.url}/console`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await page.getByText('are not given yet').count(), 0);

  await ann.enter(page);
  await page.goto(`${site.url}/console/installation`);
  await page.getByText('Only operators').waitFor();
});

test('what another operator has written meanwhile is shown before it is replaced', async (t) => {
  const olaf = await site.addPerson({ name: 'Olaf', isOperator: true });
  const pages = await Promise.all(
    [boss, olaf].map(async (operator) => {
      const page = await newPage(t, { forgive: /\b409\b/ });
      await operator.enter(page);
      await page.goto(`${site.url}/console/installation`);
      const imprint = page.getByLabel('Imprint');
      await imprint.fill(`${operator.name}\nLake Road`);
      return { page, imprint, save: page.getByRole('button', { name: 'Save' }) };
    }),
  );
  const [mine, theirs] = pages;
  assert.ok(mine && theirs);
  await theirs.save.click();
  await theirs.page.getByText('Saved.').waitFor();

  await mine.save.click();
  await mine.page.getByText('Somebody else has changed this meanwhile.').waitFor();
  await mine.page.getByText('There now: Olaf Lake Road').waitFor();
  assert.equal(await mine.imprint.inputValue(), 'Olga Operator\nLake Road');
  await mine.save.click();
  await mine.page.getByText('Saved.').waitFor();
  assert.equal(await mine.page.getByText('There now:').count(), 0);
});
