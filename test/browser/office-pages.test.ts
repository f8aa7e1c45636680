/**
 * Publishing, history, hand-outs, what needs attention and the command palette of a race office, in a browser, on real data;
 * with the keyboard alone where a title says so.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { retain } from '../../src/operations/retain.ts';
import { keepScreenshot, newPage, outputPath } from '../support/browser.ts';
import { startMailServer } from '../support/mail-server.ts';
import { until } from '../support/until.ts';
import { assertAccessible, assertFitsWidth, slowAnswer } from './checks.ts';
import { startConsole } from './console-site.ts';
import { publishRegatta, SATURDAY_AT_ELEVEN } from './site.ts';

const site = await startConsole();
const clubId = await site.addClub('Rowing Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });
const regatta = await publishRegatta({
  addEvent: (facts) => site.addEvent({ ...facts, clubId, userId: ann.id }),
});
const base = `${site.url}/console/events/${regatta.eventId}`;

async function open(page: Page, path: string): Promise<void> {
  await ann.enter(page);
  await page.goto(base + path);
  await page.locator('h1').waitFor();
}

async function boardStatus(): Promise<number> {
  return (await fetch(`${site.url}/board/api/events/${regatta.eventId}`)).status;
}

test('a running order is taken back, changed, and published with what has changed', async (t) => {
  const page = await newPage(t);
  await open(page, '/publish');
  await page.getByText('Crews see the running order, draw and results now').waitFor();
  assert.equal(
    await page.getByLabel('Address of the board', { exact: true }).inputValue(),
    regatta.url,
  );
  await page.getByRole('button', { name: 'Un-publish…' }).click();
  await page.getByRole('dialog').getByText('Nobody follows it yet.').waitFor();
  await page.getByRole('button', { name: 'Un-publish', exact: true }).click();
  await page.getByText('The running order is a draft again.').waitFor();
  assert.equal(await boardStatus(), 404);
  await page.getByText('Nothing has changed since they last saw it.').waitFor();

  const [first] = (await office(page)).races;
  assert.ok(first);
  await regatta.push('PUT', '/races', [
    { externalId: first.externalId, raceNumber: first.raceNumber, title: 'Opening race' },
  ]);
  await page.getByText(/Title.*→.*Opening race/).waitFor();
  await assertAccessible(page, 'publish');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('The running order is published.').first().waitFor();
  assert.equal(await boardStatus(), 200);
});

test('an address that only this computer reaches is said to be one, with the way out', async (t) => {
  const page = await newPage(t, { forgive: /\b403\b/ });
  for (const path of ['/publish', '/hand-outs', '/hand-outs?print=poster']) {
    await open(page, path);
    const note = page.getByRole('note');
    await note.getByText('Only this computer reaches this address; no phone does.').waitFor();
    await note.getByText('running-order serve --host 0.0.0.0').waitFor();
    const { addresses } = await page.evaluate(async () =>
      (await fetch('/console/api/reach')).json(),
    );
    for (const address of addresses) await note.getByText(address, { exact: true }).waitFor();
    if (addresses.length === 0) await note.getByText('This computer is in no network.').waitFor();
    await assertAccessible(page, path);
  }
  const admin = await site.addPerson({ name: 'Ada Jones', roles: { [clubId]: 'admin' } });
  await admin.enter(page);
  await page.goto(`${site.url}/console/clubs/${clubId}`);
  const note = page.getByRole('note').getByText('Only this computer reaches this address');
  await note.waitFor();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByLabel('Link', { exact: true }).waitFor();
  await note.waitFor();
  assert.equal(await note.count(), 1, 'once');
});

test('that only this computer reaches a mailed link is said before and after it is sent', async (t) => {
  const mail = await startMailServer();
  t.after(() => mail.stop());
  const mailing = await startConsole('127.0.0.1', {
    SMTP_URL: mail.url,
    MAIL_FROM: 'a@b.example',
  });
  const club = await mailing.addClub('Mailing Club');
  const admin = await mailing.addPerson({
    name: 'Ada Jones',
    isOperator: true,
    roles: { [club]: 'admin' },
  });
  const page = await newPage(t);
  await admin.enter(page);
  const note = page.getByRole('note').getByText('Only this computer reaches this address');
  await page.goto(`${mailing.url}/console/clubs/${club}`);
  await note.waitFor();
  await page.getByLabel('E-mail address').fill('eve@example.org');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.getByRole('heading', { name: 'The link is on its way' }).waitFor();
  await note.waitFor();
  const [sent] = await mail.received(1);
  assert.match(sent?.text ?? '', /http:\/\/127\.0\.0\.1:/);
  await page.goto(`${mailing.url}/console/people`);
  await note.waitFor();
});

test('changed facts of the regatta that are not saved are marked wherever somebody is', async (t) => {
  const page = await newPage(t);
  await open(page, '');
  await page.getByRole('button', { name: 'Edit' }).click();
  const name = page.getByLabel('Name of the regatta');
  const before = await name.inputValue();
  await name.fill('Another name');
  await open(page, '/history');
  const nav = page.getByRole('navigation', { name: 'Parts of the race office' });
  await nav.getByRole('link', { name: /^Regatta.*Not saved yet/ }).click();
  const typed = page.locator('.attention-group', { hasText: 'Typed on this device and not saved' });
  await typed.getByRole('link', { name: 'Edit the regatta' }).waitFor();
  assert.equal(await name.inputValue(), 'Another name');
  await name.fill(before);
  await typed.waitFor({ state: 'detached' });
});

test('what is typed into the facts of the regatta while they are being saved stays', async (t) => {
  const page = await newPage(t);
  await open(page, '');
  await page.getByRole('button', { name: 'Edit' }).click();
  const place = page.getByLabel(/^City/);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const saved = await slowAnswer(page, `/events/${regatta.eventId}`);
  await place.fill('Saline');
  await save.click();
  await saved.sent;
  await place.fill('Saline Lake');
  saved.release();
  await save.waitFor();
  assert.equal(await place.inputValue(), 'Saline Lake');
  await save.click();
  await place.waitFor({ state: 'detached' });
  await page.getByText('Saline Lake').waitFor();
});

for (const width of [360, 390]) {
  test(`at ${width} px the first steps are lines of words, in German`, async (t) => {
    const day = '2026-09-05';
    const dates = { startDate: day, endDate: day };
    const empty = await site.addEvent({ clubId, userId: ann.id, name: 'Weser-Sprint', ...dates });
    await empty.push('POST', '/schedule', {});
    const phone = { viewport: { width, height: 640 }, hasTouch: true, isMobile: true };
    const page = await newPage(t, { ...phone, locale: 'de-DE' });
    await ann.enter(page);
    await page.goto(`${site.url}/console/events/${empty.eventId}`);
    const steps = page.getByRole('region', { name: 'Erste Schritte' }).getByRole('listitem');
    await steps.first().waitFor();
    const widths = await steps
      .locator('> div')
      .evaluateAll((texts) => texts.map((it) => it.getBoundingClientRect().width));
    assert.equal(widths.length, 4);
    assert.ok(Math.min(...widths) > width * 0.7, `${widths.map(Math.round)} px wide`);
    await assertFitsWidth(page, 'first steps');
  });
}

test('an empty regatta leads through programme, crews and draw until crews see it', async (t) => {
  const day = '2026-09-05';
  const owner = { clubId, userId: ann.id };
  const empty = await site.addEvent({ ...owner, name: 'First one', startDate: day, endDate: day });
  await empty.push('POST', '/schedule', {});
  const page = await newPage(t);
  await ann.enter(page);
  await page.goto(`${site.url}/console/events/${empty.eventId}`);
  const steps = page.getByRole('region', { name: 'First steps' });
  const next = steps.locator('.primary');
  const isDone = (step: string) => steps.locator('.done', { hasText: step }).waitFor();
  await steps.getByText('Enter the programme').waitFor();
  assert.equal(await next.innerText(), 'Programme');
  await empty.push('PUT', '/races', [
    { externalId: 'r', raceNumber: 1, scheduledAt: `${day}T09:00:00+02:00` },
  ]);
  await isDone('Enter the programme');
  assert.equal(await next.innerText(), 'Crews');
  await empty.push('PUT', '/teams', [{ externalId: 'c', name: 'Adler' }]);
  await isDone('Enter the crews');
  await empty.push('PUT', '/races/r/entries', [{ position: 1, teamExternalId: 'c' }]);
  await isDone('Draw the lanes');
  await assertAccessible(page, 'first steps');
  await next.click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('The running order is published.').first().waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await steps.waitFor({ state: 'detached' });
});

test('the history says who did what; an entry is undone, a race restored to a moment', async (t) => {
  const page = await newPage(t, { forgive: /\b409\b/ });
  await ann.enter(page);
  const race = (await office(page)).races.at(-2);
  assert.ok(race);
  const { externalId, raceNumber } = race;
  const put = (title: string) => regatta.push('PUT', '/races', [{ externalId, raceNumber, title }]);
  const titleOnBoard = async () =>
    (await regatta.board()).races.find(({ id }) => id === race.id)?.title;
  await put('First mistake');
  await open(page, `/history?race=${race.id}`);
  const entries = page.locator('.entry');
  const newest = entries.first();
  await newest.getByText('First mistake').waitFor();
  await put('Second mistake');
  await newest.getByText('Second mistake').waitFor();
  await assertAccessible(page, 'history');

  // The first one cannot be undone while the second stands in its way.
  await entries.nth(1).getByRole('button', { name: /^Undo/ }).click();
  const refusal = page.getByRole('dialog', { name: 'This stands in the way' });
  await refusal.getByText('Second mistake').first().waitFor();
  await page.keyboard.press('Escape');
  await newest.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Undone.').waitFor();
  assert.equal(await titleOnBoard(), 'First mistake');
  await newest
    .getByText(/undid “/)
    .first()
    .waitFor();

  await put('Third mistake');
  await newest.getByText('Third mistake').waitFor();
  // The entry before the mistakes.
  await entries.nth(4).getByRole('button', { name: 'Restore to this' }).click();
  await page.getByRole('button', { name: 'Restore the race' }).click();
  await page.getByText('The race is restored.').waitFor();
  assert.equal(await titleOnBoard(), race.title);

  await page.getByLabel('Race', { exact: true }).selectOption('');
  await page.getByLabel('What', { exact: true }).selectOption('publish-schedule');
  await page.waitForFunction(() => document.querySelectorAll('.entry').length === 2);
  assert.match(page.url(), /history\?operation=publish-schedule$/);
  assert.equal(await page.locator('.entry button', { hasText: 'Undo' }).count(), 0);
});

test('a race that was removed is found in the history, and comes back as it was', async (t) => {
  const page = await newPage(t);
  await open(page, '/history');
  const { races, revision } = await office(page);
  const race = races.at(-3);
  assert.ok(race);
  const lanesOf = async () =>
    (await regatta.board()).races
      .find(({ id }) => id === race.id)
      ?.lanes.map(({ crewId }) => crewId);
  const drawn = await lanesOf();
  assert.ok(drawn && drawn.length > 0);
  const status = await page.evaluate(
    async ([url, body]) =>
      (
        await fetch(url, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status,
    [
      `${site.url}/console/api/events/${regatta.eventId}/races`,
      JSON.stringify({ races: [], removed: [race.id], seen: revision }),
    ] as const,
  );
  assert.equal(status, 200);
  await page.locator('.entry').first().getByText('removed', { exact: false }).first().waitFor();
  assert.equal(await lanesOf(), undefined);
  await page.goto(`${base}/history?race=${race.id}`);
  await page
    .getByLabel('Race', { exact: true })
    .locator('option:checked', { hasText: '(removed)' })
    .waitFor({ state: 'attached' });
  await page.locator('.entry').nth(1).getByRole('button', { name: 'Restore to this' }).click();
  await page.getByRole('dialog', { name: `Restore race ${race.raceNumber}` }).waitFor();
  await page.getByRole('button', { name: 'Restore the race' }).click();
  await page.getByText('The race is restored.').waitFor();
  assert.deepEqual(await lanesOf(), drawn);
});

test('the history says that older entries were removed', async (t) => {
  const page = await newPage(t);
  const old = { name: 'Old', timezone: 'UTC', startDate: '2019-06-13', endDate: '2019-06-13' };
  const { eventId, push } = await site.addEvent({ ...old, clubId, userId: ann.id });
  await push('POST', '/schedule', {});
  const { database } = site.service;
  await database.write((tx) =>
    tx.updateTable('events').set({ is_archived: 1 }).where('id', '=', eventId).execute(),
  );
  const retention = { historyDays: 30, eventsDays: undefined, archiveFolder: undefined };
  for await (const { kind } of retain({ database, retention })) assert.equal(kind, 'history');
  await ann.enter(page);
  await page.goto(`${site.url}/console/events/${eventId}/history`);
  const note = page.getByText('Older entries were removed: the regatta is archived and over.');
  await note.waitFor();
  assert.equal(await page.getByText('Nothing has happened yet.').count(), 0);
  await push('PUT', '/teams', [{ externalId: 'c', name: 'Adler' }]);
  await page.locator('.entry').getByText('Adler').first().waitFor();
  await note.waitFor();
  await assertAccessible(page, 'history-removed');
});

test('what needs attention is counted, leads to where it is mended, and goes once it is', async (t) => {
  const page = await newPage(t);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const days = { startDate: at(-60).slice(0, 10), endDate: at(60).slice(0, 10) };
  const today = await site.addEvent({
    ...{ clubId, userId: ann.id, name: 'Today', timezone: 'UTC' },
    ...days,
  });
  await today.push('POST', '/schedule', {});
  await today.push('PUT', '/teams', [{ externalId: 'c', name: 'Adler' }]);
  await today.push('PUT', '/races', [
    { externalId: 'late', raceNumber: 1, scheduledAt: at(-30) },
    { externalId: 'soon', raceNumber: 2, scheduledAt: at(30) },
  ]);
  await today.push('PUT', '/races/late/entries', [{ position: 1, teamExternalId: 'c' }]);
  await ann.enter(page);
  await page.goto(`${site.url}/console/events/${today.eventId}`);
  const section = page.getByRole('region', { name: 'Needs attention' });
  const overdue = section.getByRole('link', { name: /^Race 1, expected at/ });
  await overdue.waitFor();
  await section.getByRole('link', { name: /^Race 2, expected at/ }).waitFor();
  const count = page.locator('.parts .count span').first();
  assert.equal(await count.textContent(), '2');
  await assertAccessible(page, 'attention');
  await keepScreenshot(page, 'office-attention');
  await overdue.click();
  await page.waitForURL(/races\/\d+$/);
  await today.push('PUT', '/races/late/results', [
    { position: 1, status: 'finished', finishTimeMillis: 400_000 },
  ]);
  await page.waitForFunction(
    () => document.querySelector('.parts .count span')?.textContent === '1',
  );
  await page.goBack();
  await overdue.waitFor({ state: 'detached' });
});

test('sheets are printed with revision and time', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await open(page, '/hand-outs');
  await assertAccessible(page, 'hand-outs');
  await page.getByRole('link', { name: 'Poster “Follow your crew”' }).click();
  await page.locator('.poster .qr path[d^=M]').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Back to the hand-outs' }).click();
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  const head = page.locator('.sheet').first();
  await head.waitFor();
  const { revision } = await office(page);
  assert.match(
    (await head.textContent()) ?? '',
    new RegExp(`Office revision ${revision} · printed Sat,? 13 Jun 2026, 11:0\\d`),
  );
  assert.ok((await pagesOf(page, 'results')) >= 1);
  await page.goto(`${base}/hand-outs?print=start-lists`);
  await page.getByLabel('Days').selectOption({ index: 2 });
  assert.equal(await page.locator('.day-sheet').count(), 1);
  assert.ok((await pagesOf(page, 'start-lists')) >= 1);
});

test('the poster fits one page in every language', async (t) => {
  for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
    const page = await newPage(t, { locale, viewport: { width: 794, height: 1123 } });
    await open(page, '/hand-outs?print=poster');
    await page.locator('.poster .qr path[d^=M]').waitFor({ state: 'attached' });
    assert.equal(await pagesOf(page, `poster-${locale.slice(0, 2)}`), 1, locale);
    await page.emulateMedia({ media: 'print' });
    await keepScreenshot(page, `office-poster-${locale.slice(0, 2)}`);
  }
});

test('CSV and Excel files are downloaded, and hold every race', async (t) => {
  const page = await newPage(t);
  await open(page, '/hand-outs');
  const { races } = await office(page);
  const csv = await download(page, 'Programme: CSV');
  assert.match(csv.name, /^Hebda Cup and Wy-Hi Programme \d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.content.toString('utf8').trimEnd().split('\r\n');
  assert.equal(lines.length, races.length + 1);
  const workbook = await download(page, 'All in one Excel file');
  const sheets = Object.keys(unzipSync(workbook.content)).filter((name) =>
    name.startsWith('xl/worksheets/sheet'),
  );
  assert.equal(sheets.length, 4);
  // What the service makes is downloaded without leaving the page.
  const whole = await download(page, 'The whole event, for another installation', 'link');
  assert.match(whole.name, /^event-\d+\.json$/);
  assert.equal(JSON.parse(whole.content.toString('utf8')).races.length, races.length);
  assert.match(page.url(), /\/hand-outs$/);
});

test('the site of a regatta is downloaded once it is announced, in the languages chosen', async (t) => {
  const page = await newPage(t);
  const draft = await site.addEvent({
    ...{ name: 'Autumn regatta', timezone: 'Europe/Berlin', clubId, userId: ann.id },
    ...{ startDate: '2026-10-03', endDate: '2026-10-03' },
  });
  await draft.push('POST', '/schedule');
  await ann.enter(page);
  const address = `${site.url}/console/events/${draft.eventId}/hand-outs`;
  await page.goto(address);
  await page.getByText('Publish or announce the regatta first').waitFor();
  const fetchSite = page.getByRole('link', { name: 'Download the site' });
  assert.equal(await fetchSite.count(), 0);
  const status = await page.evaluate(async (eventId) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ announced: true });
    return (await fetch(`/console/api/events/${eventId}`, { method: 'PATCH', headers, body }))
      .status;
  }, draft.eventId);
  assert.equal(status, 200);
  await page.goto(address);
  await page.getByRole('checkbox', { name: 'Deutsch' }).check();
  const { name, content } = await download(page, 'Download the site', 'link');
  assert.equal(name, `site-${draft.eventId}.zip`);
  const files = unzipSync(content);
  assert.match(Buffer.from(files['de/index.html'] ?? []).toString(), /Autumn regatta/);
  assert.ok('en/index.html' in files);
});

test('the palette opens by key, finds by what is typed, and is worked with keys alone', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await open(page, '/publish');
  const [race] = (await office(page)).races.slice(-1);
  assert.ok(race);
  const command = page.getByRole('combobox', { name: 'Command' });
  await page.keyboard.press('Control+k');
  await command.waitFor();
  assert.ok(await command.evaluate((it) => it === document.activeElement));
  await page.keyboard.type(`race ${race.raceNumber}`);
  await page.getByRole('option', { name: `Go to race ${race.raceNumber}` }).waitFor();
  await assertAccessible(page, 'palette');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${base}/races/${race.id}`);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzz');
  await page.getByText('Nothing fits. Try').waitFor();
  await page.keyboard.press('Escape');
  await command.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await page.keyboard.type('delay 10');
  await page.keyboard.press('Enter');
  await page.getByText('Then: Runs 10 min late.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('The delay is set.').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('undo');
  await page.keyboard.press('Enter');
  await page.getByText('Undone.').waitFor();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('notice Prize-giving at six');
  await page.keyboard.press('Enter');
  const text = page.getByLabel('Text', { exact: true });
  await until(
    'the notice is filled in',
    async () => (await text.inputValue()) === 'Prize-giving at six',
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type('notice Course closed');
  await page.keyboard.press('Enter');
  await page.getByText('A notice was half written: the new text stands below it.').waitFor();
  assert.equal(await text.inputValue(), 'Prize-giving at six\nCourse closed');

  await page.keyboard.press('Control+k');
  await page.keyboard.type(`cancel ${race.raceNumber}`);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Cancel race/ });
  await dialog.getByLabel('Reason').fill('Wind');
  await page.keyboard.press('Enter');
  await page.getByText(`Race ${race.raceNumber} cancelled.`).waitFor();
  const cancelled = (await regatta.board()).races.find(({ id }) => id === race.id);
  assert.deepEqual([cancelled?.state, cancelled?.reason], ['cancelled', 'Wind']);
});

interface OfficeFacts {
  revision: number;
  races: { id: number; raceNumber: number; externalId: string; title: string | null }[];
}

/** The office document, as the page may read it. */
async function office(page: Page): Promise<OfficeFacts> {
  const answer = await page.request.get(`${site.url}/console/api/events/${regatta.eventId}/office`);
  return answer.json();
}

/** How many sheets a page takes, left in test-output. */
async function pagesOf(page: Page, name: string): Promise<number> {
  const pdf = await page.pdf({ path: outputPath(`office-${name}.pdf`), preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

async function download(
  page: Page,
  name: string,
  role: 'button' | 'link' = 'button',
): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole(role, { name }).click(),
  ]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}
