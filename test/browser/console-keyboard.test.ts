/** The console without a mouse, in other languages, and without a connection. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { PASSWORD, startConsole } from './console-site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'admin' } });

/** Goes on with the Tab key until something of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      // After the last element nothing has the focus, and the body has every text.
      if (element === document.body) return '';
      const labels = Array.from(element?.labels ?? [], (label) => label.textContent);
      return [element?.textContent, element?.getAttribute('aria-label'), ...labels]
        .join(' ')
        .trim();
    });
    if (name.test(focused)) return;
  }
  assert.fail(`no Tab leads to ${name}`);
}

test('by keyboard alone: sign in, mint a key, rename the club, sign out', async (t) => {
  const page = await newPage(t, { forgive: /\b401\b/ });
  await page.goto(`${site.url}/console/account`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await tabTo(page, /E-mail address/);
  await page.keyboard.type(ann.email);
  await tabTo(page, /^Password/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await tabTo(page, /What is the key for/);
  await page.keyboard.type('Start pontoon');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your new key. It is shown only now.' }).waitFor();
  await tabTo(page, /I have copied it/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Revoke “Start pontoon”' }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await tabTo(page, /Revoke “Start pontoon”/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Revoke');

  await tabTo(page, /^Sign out/);
  await tabTo(page, /^Skip to the content/);
  await tabTo(page, /^Overview/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: /Rowing Club/ }).waitFor();
  await tabTo(page, /Rowing Club/);
  await page.keyboard.press('Enter');
  await page.getByText('Rename the club').waitFor();
  await tabTo(page, /Rename the club/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Name/);
  await page.keyboard.press('End');
  await page.keyboard.type(' 1875');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Rowing Club 1875' }).waitFor();
  assert.equal(await page.title(), 'Rowing Club 1875 · Running Order');
  await tabTo(page, /^Sign out/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('the language is that of the account, on every device', async (t) => {
  const carl = await site.addPerson({ name: 'Carl', roles: { [clubId]: 'member' } });
  const page = await newPage(t);
  await carl.enter(page);
  await page.goto(`${site.url}/console`);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
  await page.waitForFunction(() => document.documentElement.lang === 'de');
  const phone = await newPage(t, { device: 'phone', locale: 'fr-FR' });
  await carl.enter(phone);
  await phone.goto(`${site.url}/console/account`);
  await phone.getByRole('heading', { level: 1, name: 'Konto' }).waitFor();
  const kept = phone.evaluate(() =>
    Object.keys(localStorage).filter((key) => / language$/.test(key)),
  );
  assert.deepEqual(await kept, [], 'the next person at the device is not spoken to in it');
  // The same where the language was chosen on the device as well.
  const language = page.getByLabel('Sprache', { exact: true });
  await page.goto(`${site.url}/console/account`);
  await language.selectOption({ label: 'Wie der Browser' });
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await phone.reload();
  await phone.getByRole('heading', { level: 1, name: 'Compte' }).waitFor();
});

test('without a connection what was typed stays, and the same click works later', async (t) => {
  const page = await newPage(t, { forgive: /INTERNET_DISCONNECTED/ });
  await ann.enter(page);
  await page.goto(`${site.url}/console/account`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Ann Jones');
  await page.context().setOffline(true);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await page.getByRole('alert').getByText('No connection').waitFor();
  assert.equal(await name.inputValue(), 'Ann Jones');
  await page.context().setOffline(false);
  await save.click();
  await page.getByText('Ann Jones ·').waitFor();
});
