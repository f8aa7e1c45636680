/** Where the focus goes when the button that was pressed is no longer on the page. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { startConsole } from './console-site.ts';
import { addOfficeRegatta } from './office-regatta.ts';

const site = await startConsole();
const regatta = await addOfficeRegatta(site, { races: 4, rowed: 1 });
const overview = `${site.url}/console/events/${regatta.event.eventId}`;

async function open(t: TestContext, address: string): Promise<Page> {
  const page = await newPage(t);
  await regatta.ann.enter(page);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Presses a button with the keyboard, as people do who cannot see a mouse pointer. */
async function press(at: Locator): Promise<void> {
  await at.focus();
  await at.press('Enter');
}

/** Presses a button that is removed then. @param text of the element that gets the focus */
async function assertGoesTo(at: Locator, text: RegExp): Promise<void> {
  await press(at);
  await at.waitFor({ state: 'detached' });
  await assertFocused(at.page(), text);
}

async function assertFocused(page: Page, text: RegExp): Promise<void> {
  const isThere = page.waitForFunction(
    ({ source, flags }) => {
      const at = document.activeElement;
      const labels = at instanceof HTMLInputElement ? Array.from(at.labels ?? []) : [];
      const said = [at, ...labels].map((each) => each?.textContent).join(' ');
      return at !== document.body && new RegExp(source, flags).test(said);
    },
    { source: text.source, flags: text.flags },
  );
  await isThere.catch(async () => {
    const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    assert.fail(`${text} has not the focus, but ${at}`);
  });
}

test('Edit leads into its form, and cancelling and saving to the heading', async (t) => {
  const page = await open(t, overview);
  await assertGoesTo(button(page, 'Edit'), /Name of the regatta/);
  await assertGoesTo(button(page, 'Cancel'), /^Spring regatta$/);
  await press(button(page, 'Edit'));
  await page.getByLabel('City').fill('Ann Arbor');
  await assertGoesTo(button(page, 'Save'), /^Spring regatta$/);
});

test('on the page of a race the focus stays with the race', async (t) => {
  const page = await open(t, regatta.url(`races/${await regatta.raceId(3)}`));
  const race = /^3 Women/;
  await press(button(page, 'Postpone…'));
  await assertGoesTo(button(page, 'Postpone the race'), race);
  await assertGoesTo(button(page, 'Plan again'), race);
  await page.keyboard.press('d');
  await page.locator('input[data-crew="2"]').fill('Hudson A');
  await page.keyboard.press('Enter');
  await assertGoesTo(button(page, 'Discard'), race);
  await assertGoesTo(button(page, 'Remove lane 8'), race);
  await assertGoesTo(button(page, 'Discard'), race);
  await assertGoesTo(button(page, 'Start now'), race);
  await press(button(page, 'False start…'));
  await assertGoesTo(button(page, 'Take the start back'), race);
  const withdraw = button(page, /^Withdraw/).first();
  await press(withdraw);
  await assertGoesTo(page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }), race);
  await assertGoesTo(button(page, /^Put back/).first(), race);
});

test('in the other parts it goes to the heading of the section, else of the page', async (t) => {
  const page = await open(t, regatta.url('day'));
  await page.getByLabel('Text', { exact: true }).fill('Course closed');
  await press(button(page, 'Post the notice'));
  await assertGoesTo(button(page, /^Take back/), /^Notice/);

  await page.goto(regatta.url('programme'));
  await press(button(page, 'Paste from a spreadsheet'));
  await assertGoesTo(button(page, 'Close'), /^Programme/);
  await page
    .getByLabel(/^Round, /)
    .first()
    .fill('Final');
  await assertGoesTo(button(page, 'Discard'), /^Programme/);

  await page.goto(regatta.url('crews'));
  await page.getByLabel('Name, Hudson A').fill('Hudson Z');
  await assertGoesTo(button(page, 'Discard'), /^Crews/);

  await page.goto(regatta.url('publish'));
  await press(button(page, 'Un-publish…'));
  await assertGoesTo(button(page, 'Un-publish'), /^Publish/);
  await assertGoesTo(button(page, 'Publish'), /^Publish/);

  await page.goto(regatta.url('history'));
  const undo = button(page, /^Undo/);
  await press(undo.first());
  await page.getByText('Undone.').waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body);
});

test('who has clicked on nothing keeps the place where they are', async (t) => {
  const page = await open(t, regatta.url('day'));
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Course closed');
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await text.evaluate((field) => field.closest('section')?.remove());
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))),
  );
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
});
