/** Importing files in the race office: dropped, chosen and pasted; what is asked, shown, written and taken back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { assertAccessible, assertFitsWidth, slowAnswer } from './checks.ts';
import { startConsole } from './console-site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });

/** A programme with a row for each lane, and without days. */
const PROGRAMME = [
  'Race;Time;Event;Lane;Crew;Club',
  '1;09:00;W8+ Heat 1;1;Lakeside Rowing Club;LRC',
  '1;09:00;W8+ Heat 1;2;Harbour Boat Club A;HBC',
  '2;09:10;W8+ Heat 2;1;Kanal-Ruder-Gesellschaft Süd;KRG',
  '2;09:10;W8+ Heat 2;2;Club Nautique de la Rivière;CNR',
  '3;10:30;M4x Final;1;Northshore Paddlers;NSP',
].join('\r\n');

/** FinishLynx's start lists, which have no times. */
const LYNX = {
  'lynx.evt': '1,1,1,W8+ Heat 1,,,,,,2000\r\n,101,1,Lakeside Rowing Club,,LRC\r\n',
  'lynx.sch': '1,1,1\r\n',
  'lynx.ppl': '101,Lakeside Rowing Club,,LRC\r\n',
};

async function openImport(t: Parameters<typeof newPage>[0], options = {}) {
  const event = await site.addEvent({
    clubId,
    userId: ann.id,
    name: 'Hebda Cup',
    startDate: '2026-06-13',
    endDate: '2026-06-14',
  });
  const page = await newPage(t, { forgive: /\b(409|422|429)\b|ERR_(INTERNET|FAILED)/, ...options });
  await ann.enter(page);
  await page.goto(`${site.url}/console/events/${event.eventId}/programme`);
  await page.getByRole('link', { name: 'Import files' }).click();
  await page.getByRole('heading', { level: 2, name: 'Import' }).waitFor();
  const races = async () => {
    const answer = await page.request.get(`${site.url}/console/api/events/${event.eventId}/office`);
    const { races } = await answer.json();
    return races as { title: string; scheduledAt: string; lanes: object[] }[];
  };
  return { page, event, races };
}

const choose = (page: Page, files: Record<string, string>) =>
  page.getByLabel('Choose files').setInputFiles(
    Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(text),
    })),
  );

/** Drops a file on the page, as a file manager does. */
const drop = (page: Page, name: string, text: string, on = '.drop-zone') =>
  page.evaluate(
    ([selector, fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      const target = document.querySelector(selector);
      target?.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    [on, name, text] as const,
  );

const look = (page: Page) =>
  page.locator('.import-questions').getByRole('button', { name: 'Show a preview' });
const preview = (page: Page) => page.getByRole('heading', { name: 'Preview' });
const write = (page: Page) => page.getByRole('button', { name: 'Import it' });

test('a sheet is dropped, its question answered, previewed, written, and taken back', async (t) => {
  const { page, races } = await openImport(t);
  await assertAccessible(page, 'import, empty');
  await drop(page, 'programme.csv', PROGRAMME);
  const question = page.getByRole('heading', { name: 'What the files do not say' });
  await question.waitFor();
  assert.equal(await preview(page).count(), 0, 'nothing is shown before it is known');
  await assertAccessible(page, 'import, questions');
  await look(page).click();
  await preview(page).waitFor();
  await page.getByText('Saturday, 13 Jun 2026, 09:00').waitFor();
  await page.getByText('Saturday, 13 Jun 2026, 10:30').waitFor();
  await page.getByRole('button', { name: /^New \d+/ }).click();
  await page.getByText('Race 2, lane 2: Club Nautique de la Rivière').waitFor();
  await assertAccessible(page, 'import, preview');
  assert.deepEqual(await races(), [], 'nothing is written yet');

  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { name: /^Imported: \d+ new/ }).waitFor();
  const written = await races();
  assert.deepEqual(
    written.map(({ title, scheduledAt, lanes }) => [title, scheduledAt, lanes.length]),
    [
      ['W8+ Heat 1', '2026-06-13T07:00:00Z', 2],
      ['W8+ Heat 2', '2026-06-13T07:10:00Z', 2],
      ['M4x Final', '2026-06-13T08:30:00Z', 1],
    ],
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'The import was undone.' }).waitFor();
  assert.deepEqual(await races(), []);
  await page.getByRole('link', { name: 'History' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
});

test('the same file again has nothing to write; a corrected one says what it changes', async (t) => {
  const { page, races } = await openImport(t);
  await choose(page, { 'programme.csv': PROGRAMME });
  await look(page).click();
  await write(page).click();
  await page.getByRole('button', { name: 'Import more' }).click();
  await choose(page, { 'programme.csv': PROGRAMME });
  await page.getByText('All of it is there already').waitFor();
  assert.equal(await write(page).getAttribute('aria-disabled'), 'true');
  await write(page).click({ force: true });
  await choose(page, { 'programme.csv': PROGRAMME.replace('10:30;M4x', '10:40;M4x') });
  await page.getByRole('button', { name: 'Changed 1' }).click();
  await page.getByText(/10:30.* → .*10:40/).waitFor();
  await write(page).click();
  await page.getByRole('heading', { name: 'Imported: 0 new, 1 changed.' }).waitFor();
  assert.equal((await races())[2]?.scheduledAt, '2026-06-13T08:40:00Z');
});

test('what was answered can be changed after the preview', async (t) => {
  const { page } = await openImport(t);
  await choose(page, LYNX);
  const first = page.getByLabel('First race at');
  await first.waitFor();
  await look(page).click();
  await preview(page).waitFor();
  await page.getByText('1 answer: look again or change').click();
  await first.fill('2026-06-14 11:15');
  await preview(page).waitFor({ state: 'detached' });
  await look(page).click();
  await page.getByText('Sunday, 14 Jun 2026, 11:15').first().waitFor();
});

test('cells are pasted anywhere on the page, and stay through a reload', async (t) => {
  const { page } = await openImport(t);
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    PROGRAMME.replaceAll(';', '\t'),
  );
  await look(page).waitFor();
  await page.reload();
  await look(page).click();
  await preview(page).waitFor();
  assert.match(await page.getByLabel('Copied cells').inputValue(), /^Race\tTime/);
  await page.locator('.import-actions').getByRole('button', { name: 'Do not import' }).click();
  await preview(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Import' }).waitFor();
  assert.equal(await page.getByLabel('Copied cells').inputValue(), '');
});

test('where somebody changes the regatta meanwhile, a new preview is shown, and that is written', async (t) => {
  const { page, event, races } = await openImport(t);
  await choose(page, { 'programme.csv': PROGRAMME });
  await look(page).click();
  await preview(page).waitFor();
  await event.push('PUT', '/teams', [{ externalId: 'x', name: 'Northshore Paddlers' }]);
  await write(page).click();
  await page.getByText('Somebody has changed the regatta meanwhile.').waitFor();
  assert.deepEqual(await races(), []);
  await page.getByRole('button', { name: /^Same \d+/ }).waitFor();
  await write(page).click();
  await page.getByRole('heading', { name: /^Imported/ }).waitFor();
  assert.equal((await races()).length, 3);
});

test('a file that is chosen, and text that is pasted, while another is written stay, and come next', async (t) => {
  const { page, races } = await openImport(t);
  await choose(page, { 'programme.csv': PROGRAMME });
  await look(page).click();
  await preview(page).waitFor();
  const slow = await slowAnswer(page, '/import');
  await write(page).click();
  await slow.sent;
  await drop(page, 'late.csv', '4;10:40;M4x Final B;1;Trenton;TRC');
  await page.locator('.import-paste summary').click();
  await page.getByLabel('Copied cells').fill('5;10:50;M4x Final C;1;Trenton;TRC');
  slow.release();
  await page.getByRole('heading', { name: /^Imported/ }).waitFor();
  assert.equal((await races()).length, 3);
  await page.getByRole('button', { name: 'Import more' }).click();
  await page.locator('bdi').getByText('late.csv').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Remove programme.csv' }).count(), 0);
  assert.match(await page.getByLabel('Copied cells').inputValue(), /Final C/);
});

test('what is wrong stops the import and says where; what cannot be read says why', async (t) => {
  const { page, races } = await openImport(t);
  const twice = `${PROGRAMME}\r\n3;10:30;M4x Final;1;Lakeside Rowing Club;LRC`;
  await choose(page, { 'programme.csv': twice });
  await look(page).click();
  await page.getByRole('button', { name: /^Wrong \d/ }).click();
  await page.getByText('Correct the wrong rows in the file first').waitFor();
  assert.equal(await write(page).getAttribute('aria-disabled'), 'true');
  await page.getByRole('button', { name: 'Remove programme.csv' }).click();
  await choose(page, { 'letter.pdf': '%PDF-1.4' });
  await page.locator('tr.is-wrong').getByText(/PDF/).waitFor();
  await page.getByRole('button', { name: 'Remove letter.pdf' }).click();
  await choose(page, { 'nothing.csv': '' });
  await page.getByText('“nothing.csv” is empty').waitFor();
  await drop(page, 'beside.csv', PROGRAMME, 'h1');
  await page.locator('bdi').getByText('beside.csv').waitFor();
  assert.deepEqual(await races(), []);
});

test('without a connection nothing is lost, and it goes on by one click', async (t) => {
  const { page } = await openImport(t);
  await page.context().setOffline(true);
  await choose(page, { 'programme.csv': PROGRAMME });
  await page.locator('.import-trouble button').waitFor();
  await page.context().setOffline(false);
  await page.locator('.import-trouble button').click();
  await look(page).click();
  await preview(page).waitFor();
});

for (const [locale, title] of [
  ['de-DE', 'Importieren'],
  ['fr-FR', 'Importer'],
] as const) {
  test(`on a phone, ${locale}: nothing sticks out, and it works by touch`, async (t) => {
    const event = await site.addEvent({
      clubId,
      userId: ann.id,
      name: 'Herbstregatta',
      startDate: '2026-06-13',
      endDate: '2026-06-14',
    });
    const page = await newPage(t, {
      locale,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await ann.enter(page);
    await page.goto(`${site.url}/console/events/${event.eventId}/programme?import`);
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await assertFitsWidth(page, `import-${locale}`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'programme.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(PROGRAMME),
    });
    await page.locator('.import-questions').waitFor();
    await assertFitsWidth(page, `import-questions-${locale}`);
    await page.locator('.import-questions [data-saves]').tap();
    await page.locator('.import-actions [data-saves]').waitFor();
    await assertFitsWidth(page, `import-preview-${locale}`);
    await page.locator('.import-actions [data-saves]').tap();
    await page.locator('.import-written').waitFor();
    await assertFitsWidth(page, `import-written-${locale}`);
  });
}
