/** The list of regattas, the big screen, and the running order on paper. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { DEVICES, newPage, outputPath } from '../support/browser.ts';
import { pdfTexts } from '../support/pdf-text.ts';
import { assertFitsWidth } from './checks.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite({ after });
const event = await publishRegatta(site);
const board = await event.board();

for (const device of DEVICES) {
  test(`the list of regattas leads to the board on a ${device}`, async (t) => {
    const page = await newPage(t, { device, startsAt: SATURDAY_AT_ELEVEN });
    await page.goto(site.url);
    await page.getByRole('heading', { name: 'Regattas' }).waitFor();
    await assertFitsWidth(page, device);
    await page.getByRole('link', { name: /Hebda Cup and Wy-Hi.*Wyandotte/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Hebda Cup and Wy-Hi' }).waitFor();
    assert.equal(page.url(), event.url);
  });
}

test('the big screen turns by itself, and stops when it is told to', async (t) => {
  const page = await newPage(t, { viewport: { width: 1920, height: 1080 } });
  await page.clock.install({ time: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/display`);
  const next = page.getByRole('heading', { name: 'Next' });
  const results = page.getByRole('heading', { name: 'Last results' });
  await next.waitFor();
  await page.getByText('11:00', { exact: true }).waitFor();
  const views: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    views.push(await page.getByRole('main').innerText());
    // All of what is said can be seen: nobody scrolls a screen at the lake.
    await assertFitsWidth(page, 'display');
    const cut = await page
      .getByRole('main')
      .evaluate((main) => main.scrollHeight - main.clientHeight);
    assert.ok(cut <= 1, `${cut} px of view ${turn} are cut off`);
    await page.clock.runFor(12_000);
  }
  assert.match(views[1] ?? '', /Last results/);
  assert.notEqual(views[1], views[2], 'the other results have their turn');
  assert.equal(new Set(views).size, 3, 'after the last view the first one comes again');

  await results.waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(60_000);
  assert.equal(await page.getByRole('main').innerText(), views[1]);
});

test('on paper every sheet says its revision and when it was printed', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print`);
  await page.getByRole('combobox').selectOption('');
  await page.getByRole('table').nth(1).waitFor();
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  writeFileSync(outputPath('print.pdf'), pdf);

  // Letters that are set closer to each other are runs of their own, so that spaces mean little.
  const sheets = pdfTexts(pdf).map((text) => text.replaceAll(' ', ''));
  assert.ok(sheets.length >= 4, `${sheets.length} sheets`);
  for (const [index, sheet] of sheets.entries()) {
    assert.ok(sheet.includes(`Revision${board.revision}·`), `sheet ${index + 1}: ${sheet}`);
    assert.match(sheet, /printed11:00,Sat,13Jun2026/);
    assert.match(sheet, /HebdaCupandWy-Hi·(Saturday,13|Sunday,14)Jun2026/);
    assert.ok(sheet.includes(`${index + 1}/${sheets.length}`), `sheet ${index + 1}: ${sheet}`);
  }
  const all = sheets.join('');
  const missing = board.races.filter(
    ({ title }) => !all.includes((title ?? '').replaceAll(' ', '')),
  );
  assert.deepEqual(missing, [], 'every race is on a sheet');
  assert.doesNotMatch(all, /Printthispage|Alldays/);
});

test('one day can be printed by itself', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print`);
  await page.getByRole('combobox').selectOption({ index: 2 });
  assert.equal(await page.getByRole('table').count(), 1);
  const texts = pdfTexts(await page.pdf({ format: 'A4' }))
    .join('')
    .replaceAll(' ', '');
  assert.match(texts, /Sunday,14Jun2026/);
  assert.doesNotMatch(texts, /Saturday/);
});
