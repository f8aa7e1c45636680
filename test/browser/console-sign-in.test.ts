/** Ways into the console: set-up, password, invitation, sign-in link; and what happens when a session ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { PASSWORD, startConsole } from './console-site.ts';

/** Nobody is signed in, or no longer. */
const SIGNED_OUT = /\b401\b/;
const SIGNED_OUT_OR_WRONG = /\b(401|422)\b/;

test('the first person sets the installation up, and the token leaves the address at once', async (t) => {
  const site = await startConsole();
  const page = await newPage(t, { forgive: SIGNED_OUT });
  const link = await site.setUpLink();
  await page.goto(link);
  await page.getByLabel('Your first club').waitFor();
  assert.equal(new URL(page.url()).hash, '');
  assert.equal(await page.title(), 'Set up Running Order · Running Order');
  await page.getByLabel('Your first club').fill('Rowing Club Wyandotte');
  await page.getByLabel('Name', { exact: true }).fill('Ann Smith');
  await page.getByLabel('E-mail address').fill('ann@example.org');

  await page.reload();
  assert.equal(await page.getByLabel('Your first club').inputValue(), 'Rowing Club Wyandotte');
  assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '');

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Rowing Club Wyandotte' }).waitFor();
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  assert.ok(!kept.includes(PASSWORD));
  assert.ok(!kept.includes(new URL(link).hash.slice(1)), 'a token that was used is forgotten');

  await page.goto(link);
  await page.reload();
  await fillSetUp(page);
  await page.getByText('This link does not work any more').waitFor();
});

async function fillSetUp(page: Page): Promise<void> {
  await page.getByLabel('Your first club').fill('Another');
  await page.getByLabel('Name', { exact: true }).fill('Eve');
  await page.getByLabel('E-mail address').fill('eve@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
}

const site = await startConsole();
const clubId = await site.addClub('Rowing Club Wyandotte');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'admin' } });

test('somebody signs in with a password and comes to the page that they wanted', async (t) => {
  const page = await newPage(t, { forgive: SIGNED_OUT });
  await page.goto(`${site.url}/console/clubs/${clubId}`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  const email = page.getByLabel('E-mail address');
  assert.equal(await email.getAttribute('autocomplete'), 'username');
  await email.fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('The address or the password is not right.').waitFor();
  assert.equal(await email.inputValue(), ann.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Rowing Club Wyandotte' }).waitFor();
  assert.equal(page.url(), `${site.url}/console/clubs/${clubId}`);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.goto(`${site.url}/console`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('an invitation lets a new person in, and is dead afterwards', async (t) => {
  const admin = await newPage(t);
  await ann.enter(admin);
  await admin.goto(`${site.url}/console/clubs/${clubId}`);
  await admin.getByRole('button', { name: 'Make the link' }).click();
  const link = await admin.getByLabel('Link', { exact: true }).inputValue();
  await admin.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await admin.getByText('Anybody with the link').waitFor();

  const page = await newPage(t, { forgive: SIGNED_OUT_OR_WRONG });
  await page.goto(link);
  await page.getByText('You are invited to Rowing Club Wyandotte as Schedule manager.').waitFor();
  assert.equal(new URL(page.url()).hash, '');
  await page.getByLabel('Name', { exact: true }).fill('Ben Jones');
  await page.getByLabel('Password', { exact: true }).fill('password12');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.getByText('Fill this in.').waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ben Jones');
  await page.getByLabel('E-mail address').fill('ben@example.org');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.getByText('This password is on the lists that attackers try.').waitFor();
  // The first field that is wrong has the focus.
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: /Rowing Club Wyandotte/ }).waitFor();

  const late = await newPage(t, { forgive: SIGNED_OUT });
  await late.goto(link);
  await late.getByText('This link does not work any more').waitFor();
});

test('somebody with an account joins by an invitation after signing in', async (t) => {
  const other = await site.addClub('Canoe Club');
  const carl = await site.addPerson({ name: 'Carl Ober', roles: { [other]: 'admin' } });
  const page = await newPage(t, { forgive: SIGNED_OUT });
  await carl.enter(page);
  await page.goto(`${site.url}/console/clubs/${other}`);
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.context().clearCookies();

  await page.goto(link);
  await page.getByRole('link', { name: 'I have an account already' }).click();
  await page.getByLabel('E-mail address').fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('You are signed in as Ann Smith.').waitFor();
  await page.getByRole('button', { name: 'Join the club' }).click();
  await page.getByText('You are in Canoe Club now.').waitFor();
});

test('a session that ends while somebody types: nothing is lost, and the request goes on', async (t) => {
  const page = await newPage(t, { forgive: SIGNED_OUT });
  await ann.enter(page);
  await page.goto(`${site.url}/console/account`);
  const label = page.getByLabel('What is the key for?');
  await label.fill('Finish tower');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Mint the key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  assert.equal(await dialog.getByLabel('E-mail address').inputValue(), ann.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Your new key. It is shown only now.' }).waitFor();
  await page.getByRole('link', { name: 'Finish tower' }).waitFor();
});

test('who signs in again as somebody else starts anew, and sends nothing of the other', async (t) => {
  const ben = await site.addPerson({ name: 'Ben Ober', roles: { [clubId]: 'admin' } });
  const page = await newPage(t, { forgive: SIGNED_OUT });
  const mints: string[] = [];
  page.on('request', (request) => {
    const isMint = request.method() === 'POST' && request.url().endsWith('/account/keys');
    if (isMint) mints.push(request.url());
  });
  await ann.enter(page);
  await page.goto(`${site.url}/console/account`);
  await page.getByLabel('What is the key for?').fill('Safety boat');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Mint the key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('E-mail address').fill(ben.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByText('You are signed in as Ben Ober now. What was waiting was not sent.')
    .waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ben Ober');
  assert.equal(await page.getByLabel('What is the key for?').inputValue(), '');
  assert.equal(mints.length, 1, 'only the one that was refused');
});

test('who does not want to sign in again keeps what they typed', async (t) => {
  const page = await newPage(t, { forgive: SIGNED_OUT });
  await ann.enter(page);
  await page.goto(`${site.url}/console/account`);
  await page.getByLabel('What is the key for?').fill('Start pontoon');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Mint the key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Not done. Nothing you typed is lost.').waitFor();
  assert.equal(await page.getByLabel('What is the key for?').inputValue(), 'Start pontoon');
  const button = page.getByRole('button', { name: 'Mint the key' });
  assert.ok(await button.evaluate((it) => it === document.activeElement), 'the focus is back');
});

test('of many sessions the account shows this one and the four that were used last', async (t) => {
  const dan = await site.addPerson({ name: 'Dan Ober', roles: { [clubId]: 'member' } });
  const page = await newPage(t);
  for (let minutes = 1; minutes <= 7; minutes += 1) await dan.enter(page, minutes * 60_000);
  // The session of this browser was used longest ago.
  await page.goto(`${site.url}/console/account`);
  const section = page.getByRole('region', { name: 'Signed in on' });
  const rows = section.getByRole('listitem');
  await rows.first().getByText('this device').waitFor();
  assert.equal(await rows.count(), 5);
  await section.getByRole('button', { name: 'Show more' }).click();
  const sixth = rows.nth(5).getByRole('button', { name: /^End/ });
  await page.waitForFunction((it) => it === document.activeElement, await sixth.elementHandle());
  assert.equal(await rows.count(), 7);
  assert.equal(await section.getByRole('button', { name: 'Show more' }).count(), 0);
  await sixth.click();
  await page.getByText('The session was ended.').waitFor();
  await rows.nth(6).waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 6);
});
