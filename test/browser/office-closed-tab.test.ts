/** What was typed in a tab of the race office that was closed: the next tab goes on with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { type Person, startConsole } from './console-site.ts';
import { addOfficeRegatta } from './office-regatta.ts';

const site = await startConsole();
const regatta = await addOfficeRegatta(site, { races: 6, rowed: 1 });
const { ann, clubId, event } = regatta;
const ben = await site.addPerson({ name: 'Ben Jones', roles: { [clubId]: 'schedule_manager' } });

const field = (page: Page, lane: number) => page.locator(`input[data-lane="${lane}"]`);
const overview = `${site.url}/console/events/${event.eventId}`;

/** A new tab of the same browser. */
async function openTab(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  return tab;
}

/** Closes a tab as a person does, so that its page is notified. */
async function closeTab(page: Page): Promise<void> {
  await page.close({ runBeforeUnload: true });
  if (!page.isClosed()) await page.waitForEvent('close');
}

async function signIn(page: Page, person: Person): Promise<void> {
  await person.enter(page);
  await page.goto(overview);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('results and a notice of closed tabs are in the next ones, one by one', async (t) => {
  const first = await newPage(t);
  await signIn(first, ann);
  const race = regatta.url(`races/${await regatta.raceId(2)}`);
  const results = await openTab(first, race);
  await field(results, 1).fill('64270');
  const day = await openTab(first, regatta.url('day'));
  await day.getByLabel('Text', { exact: true }).fill('Course closed');
  await closeTab(results);
  await closeTab(day);

  // A new tab first takes over what was typed in the tab that was closed last.
  const next = await openTab(first, regatta.url('day'));
  assert.equal(await next.getByLabel('Text', { exact: true }).inputValue(), 'Course closed');
  const afterNext = await openTab(first, overview);
  await afterNext.getByText('Typed on this device and not saved').waitFor();
  await afterNext.getByRole('link', { name: /2: results/ }).click();
  await field(afterNext, 1).waitFor();
  assert.equal(await field(afterNext, 1).inputValue(), '64270');
  const last = await openTab(first, race);
  await field(last, 1).waitFor();
  assert.equal(await field(last, 1).inputValue(), '', 'one tab alone goes on with it');
  const left = await last.evaluate(() =>
    Object.keys(localStorage).filter((key) => / left /.test(key)),
  );
  assert.deepEqual(left, []);
});

test('two open tabs stay apart, also while one is loaded anew, and another person sees nothing', async (t) => {
  const first = await newPage(t);
  await signIn(first, ann);
  const race = regatta.url(`races/${await regatta.raceId(3)}`);
  const [one, two] = [await openTab(first, race), await openTab(first, race)];
  await field(one, 1).fill('64270');
  await field(two, 1).fill('651');
  await one.reload();
  await field(one, 1).waitFor();
  await two.goto('about:blank');
  await two.goBack();
  await field(two, 1).waitFor();
  assert.equal(await field(one, 1).inputValue(), '64270');
  assert.equal(await field(two, 1).inputValue(), '651');
  const other = await openTab(first, race);
  await field(other, 1).waitFor();
  assert.equal(await field(other, 1).inputValue(), '');

  await closeTab(one);
  await ben.enter(first);
  const bens = await openTab(first, race);
  await field(bens, 1).waitFor();
  assert.equal(await field(bens, 1).inputValue(), '');
  await ann.enter(first);
  const anns = await openTab(first, race);
  await field(anns, 1).waitFor();
  assert.equal(await field(anns, 1).inputValue(), '64270');
});
