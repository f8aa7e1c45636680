/** The console of a federation: thousands of regattas, hundreds of clubs and people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { venueDay } from '../../src/domain/day/venue-day.ts';
import { DEVICES, keepScreenshot, newPage } from '../support/browser.ts';
import { addManyEvents } from '../support/many-events.ts';
import { assertAccessible, assertFitsWidth } from './checks.ts';
import { startConsole } from './console-site.ts';

const site = await startConsole();
const person = await site.addPerson({ name: 'Federation office', isOperator: true });
const { clubIds } = await addManyEvents(site.service.database, {
  ...{ count: 4000, clubs: 430, today: venueDay(Date.now(), 'UTC') },
  creatorId: person.id,
});
await person.become(clubIds[0] as number, 'admin');

for (const device of DEVICES) {
  test(`regattas, clubs and people are found on a ${device}`, async (t) => {
    const page = await newPage(t, { device });
    await person.enter(page);
    await page.goto(`${site.url}/console`);
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    const regattas = page.getByRole('region', { name: 'Regattas' }).getByRole('link');
    const clubs = page.getByRole('region', { name: 'Clubs' }).getByRole('link');
    await page.getByText('The first 200. Type to find others.').first().waitFor();
    await keepScreenshot(page, `console-many-${device}`);
    await assertAccessible(page, 'many');
    await assertFitsWidth(page, 'many');
    const more = page.getByRole('button', { name: 'Show more' });
    await more.first().click();
    await page.getByText('The first 400. Type to find others.').waitFor();
    await page.getByLabel('Find by name, place or club').fill('schools cup 3999');
    await page.getByText('0 regattas').waitFor();
    await page.getByLabel('Find by name, place or club').fill('LUZERN 3991');
    await page.getByText('1 regatta', { exact: true }).waitFor();
    assert.match((await regattas.allInnerTexts()).join(), /3991\. .* Luzern/);
    await page.getByLabel('Find a club by name').fill('zeglarz poznan');
    await page.getByText(/^\d clubs$/).waitFor();
    assert.ok((await clubs.allInnerTexts()).some((text) => /Żeglarz Poznań/.test(text)));
    await page.goto(`${site.url}/console/people`);
    await page.getByLabel('Find by name, address or club').fill('c17@club');
    await page.getByText('1 person', { exact: true }).waitFor();
    await keepScreenshot(page, `people-many-${device}`);
  });
}

test('a new regatta starts from one of thousands, and keeps it through a reload', async (t) => {
  const page = await newPage(t);
  await person.enter(page);
  await page.goto(`${site.url}/console/events/new`);
  const earlier = page.getByLabel('Start from an earlier regatta');
  await page.getByLabel('Find by name, place or club').fill('macon 3992');
  await page.getByText('1 regatta', { exact: true }).waitFor();
  const [, chosen = ''] = await earlier.getByRole('option').allInnerTexts();
  await earlier.selectOption({ label: chosen });
  assert.equal(await page.getByLabel('City').inputValue(), 'Mâcon');
  await page.reload();
  await page.waitForFunction(
    (label) =>
      [...document.querySelectorAll('option:checked')].some((one) => one.textContent === label),
    chosen,
  );
  await keepScreenshot(page, 'console-new-many');
});
