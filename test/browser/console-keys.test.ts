/** API keys in the console: mint, use, revoke; and a fresh proof where the sign-in is long ago. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { PASSWORD, startConsole } from './console-site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club Wyandotte');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });
const guest = await site.addPerson({ name: 'Guest', roles: { [clubId]: 'member' } });

test('a key is minted, shown once, used, and refused at the next request once it is revoked', async (t) => {
  const page = await newPage(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  await ann.enter(page);
  await page.goto(`${site.url}/console/account#keys`);
  await page.getByLabel('What is the key for?').fill('Finish tower laptop');
  // A second click while the first is on its way sends nothing.
  await page.getByRole('button', { name: 'Mint the key' }).dblclick();
  const heading = page.getByRole('heading', { name: 'Your new key. It is shown only now.' });
  await heading.waitFor();
  assert.ok(await heading.evaluate((it) => it === document.activeElement));
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  await page.getByRole('button', { name: /^Copy.*Try it/ }).click();
  await page.getByRole('status').getByText('Copied.').waitFor();
  const call = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(call, `curl -H 'Authorization: Bearer ${key}' ${site.url}/v1/events`);
  assert.equal(await page.getByRole('link', { name: 'Finish tower laptop' }).count(), 1);

  const used = await site.service.send('GET', '/v1/me', { key });
  assert.equal(used.status, 200, used.text);
  const refused = await site.service.send('GET', '/v1/events/999/schedule', { key });
  assert.equal(refused.status, 404);

  await page.reload();
  assert.ok(!(await page.content()).includes(key), 'it is not shown a second time');
  assert.ok(!(await page.evaluate(() => JSON.stringify(sessionStorage))).includes(key));
  await page.getByRole('link', { name: 'Finish tower laptop' }).click();
  await page.getByRole('heading', { level: 1, name: 'Finish tower laptop' }).waitFor();
  await seeRefusedRequest(page);
  await page.goBack();

  await page.getByRole('button', { name: 'Revoke “Finish tower laptop”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke “Finish tower laptop”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const revoke = page.getByRole('button', { name: 'Revoke “Finish tower laptop”' });
  assert.ok(await revoke.evaluate((it) => it === document.activeElement), 'the focus is back');
  await revoke.click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('“Finish tower laptop” was revoked.').waitFor();
  assert.equal((await site.service.send('GET', '/v1/me', { key })).status, 401);
});

test('long after signing in, minting asks who it is and goes on with the very click', async (t) => {
  const page = await newPage(t, { forgive: /\b40[13]\b/ });
  await ann.enter(page, 20 * 60_000);
  await page.goto(`${site.url}/console/account`);
  await page.getByLabel('What is the key for?').fill('Start');
  await page.getByRole('button', { name: 'Mint the key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Password', { exact: true }).fill('something else');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This is not the password.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Your new key. It is shown only now.' }).waitFor();
});

test('who may not mint keys is told why', async (t) => {
  const page = await newPage(t);
  await guest.enter(page);
  await page.goto(`${site.url}/console/account`);
  await page.getByText('To mint keys you need the role of schedule manager or admin').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Mint the key' }).count(), 0);
});

/** Reloads until the refused request is listed, because requests are stored only every few seconds. */
async function seeRefusedRequest(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: 'Last 50 requests' });
  const refused = list.getByText('event_not_found');
  for (let attempt = 1; attempt <= 20; attempt++) {
    await list
      .getByText(/\/v1\/me|No requests yet/)
      .first()
      .waitFor();
    if (await refused.isVisible()) return;
    await setTimeout(500);
    await page.reload();
  }
  assert.fail('the refused request is not shown');
}
