/**
 * How much of a race office can be seen without scrolling: where tables and lanes begin, how high rows are, how many fit, what
 * is beside what, at the sizes of a laptop, a large screen and a phone.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { keepScreenshot, newPage, type Visit } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets } from './checks.ts';
import { startConsole } from './console-site.ts';
import { addOfficeRegatta } from './office-regatta.ts';
import { goTo } from './screens.ts';

const LAPTOP: Visit = { viewport: { width: 1366, height: 768 }, locale: 'de-DE' };
const DESK: Visit = { viewport: { width: 1920, height: 1080 }, locale: 'de-DE' };
const PHONE: Visit = { device: 'phone', locale: 'de-DE' };
/** The width from which a preview is beside its form. */
const BESIDE_PIXELS = 1100;

const PARTS = [
  ...['', 'programme', 'crews', 'races', 'progression', 'day', 'publish', 'history'],
  ...['hand-outs', 'programme?import'],
];

const site = await startConsole();
const regatta = await addOfficeRegatta(site, {
  ...{ races: 60, rowed: 20 },
  race: {
    title: 'Juniorinnen-Doppelvierer mit Steuerfrau B, Leistungsklasse 2',
    boatClass: 'SF 4x+ B LG',
  },
});
const raceId = await regatta.raceId(21);

async function open(t: Parameters<typeof newPage>[0], visit: Visit, part: string): Promise<Page> {
  const page = await newPage(t, visit);
  await regatta.ann.enter(page);
  await goTo(page, regatta.url(part).replace(/\/$/, ''));
  return page;
}

/** The boxes of all elements, from the top of the screen, in CSS pixels. */
function boxesOf(of: Locator): Promise<{ top: number; bottom: number; height: number }[]> {
  return of.evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom, height } = each.getBoundingClientRect();
      return { top, bottom, height };
    }),
  );
}

for (const part of ['programme', 'crews']) {
  test(`the table of ${part} begins above 200 px on a laptop, and 13 of its rows fit`, async (t) => {
    const page = await open(t, LAPTOP, part);
    const rows = page.locator('.edit-row');
    await rows.nth(20).waitFor();
    const boxes = await boxesOf(rows);
    const [first] = boxes;
    assert.ok(first && first.top < 200, `the first row begins at ${first?.top} px`);
    assert.ok(first.height <= 36.5, `a row is ${first.height} px high`);
    const fitting = boxes.filter(({ bottom }) => bottom <= 768).length;
    t.diagnostic(`first row at ${first.top} px, ${first.height} px high, ${fitting} fit`);
    assert.ok(fitting >= 13, `${fitting} rows fit`);
    await assertLargeTargets(page, part);
  });
}

test('where there is no mouse, rows are as high as a thumb needs', async (t) => {
  const page = await open(t, { ...LAPTOP, hasTouch: true }, 'programme');
  await page.locator('.edit-row').nth(20).waitFor();
  const [first] = await boxesOf(page.locator('.edit-row'));
  assert.ok(first && first.height >= 44, `a row is ${first?.height} px high`);
  assert.ok(first.top < 200, `the first row begins at ${first.top} px`);
});

test('the bar is one line: product, regatta, parts, commands, account', async (t) => {
  for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
    const page = await open(t, { ...LAPTOP, locale }, 'day');
    const bar = page.locator('.bar');
    for (const width of [1281, 1366]) {
      await page.setViewportSize({ width, height: 768 });
      const where = `${locale}, ${width} px`;
      const [box] = await boxesOf(bar);
      assert.ok(box && box.height <= 50, `${where}: ${box?.height} px`);
      const { content, view } = await bar
        .locator('.parts')
        .evaluate((it) => ({ content: it.scrollWidth, view: it.clientWidth }));
      assert.ok(content <= view, `${where}: the parts need ${content} px of ${view} px`);
      await assertFitsWidth(page, where);
    }
    await page.close();
  }
});

test('who else is there moves neither account nor commands off the screen', async (t) => {
  const others = { programme: 'Ben Miller', crews: 'Carla Ohlsen', day: 'Dirk van Vliet' };
  for (const [part, name] of Object.entries(others)) {
    const other = await site.addPerson({ name, roles: { [regatta.clubId]: 'schedule_manager' } });
    const page = await newPage(t);
    await other.enter(page);
    await goTo(page, regatta.url(part));
  }
  const page = await open(t, LAPTOP, `races/${raceId}`);
  const initials = page.locator('.parts .initials');
  await initials.nth(2).waitFor();
  const current = page.locator('.parts [aria-current]');
  for (const width of [1281, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await keepScreenshot(page, `office-together-${width}`);
    await assertFitsWidth(page, `${width} px`);
    const inBar = [page.locator('.palette-button'), page.getByRole('link', { name: 'Konto' })];
    for (const each of [...inBar, current, initials.first()]) {
      const box = await each.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${width} px: ${box?.x}`);
    }
    const [bar] = await boxesOf(page.locator('.bar'));
    assert.ok(bar && bar.height <= 50, `${width} px: ${bar?.height} px high`);
  }
});

test('of all that is typed and not saved only the last has a button that is not quiet', async (t) => {
  const page = await open(t, LAPTOP, 'day');
  const primary = page.locator('main .pill.primary:visible');
  const assertPrimary = async (name: RegExp) => {
    await primary.filter({ hasText: name }).waitFor();
    assert.equal(await primary.count(), 1, `besides ${name}`);
  };
  await page.getByLabel('Text', { exact: true }).fill('Die Strecke ist gesperrt.');
  await assertPrimary(/^Mitteilung veröffentlichen$/);
  await page.getByRole('button', { name: '10 Minuten mehr Verspätung' }).click();
  await assertPrimary(/^Verspätung eintragen$/);
  await page.getByLabel('Text', { exact: true }).fill('Die Strecke ist wieder frei.');
  await assertPrimary(/^Mitteilung veröffentlichen$/);
  await keepScreenshot(page, 'office-day-typed-1366');
  await page
    .locator('form', { has: page.locator('textarea') })
    .getByText('Verwerfen')
    .click();
  await assertPrimary(/^Verspätung eintragen$/);

  await goTo(page, regatta.url('programme'));
  const title = page.locator('.edit-row .of-title input').first();
  await title.fill('Ein anderer Titel');
  await assertPrimary(/^Speichern$/);
  await page.getByRole('button', { name: 'Aus einer Tabelle einfügen' }).click();
  await page.locator('.paste-text').fill('Nr.\tRennen\tZeit\n61\tMänner 4x\t9:05');
  await assertPrimary(/^1 Zeile speichern$/);
  await title.fill('Noch ein Titel');
  await assertPrimary(/^Speichern$/);
  await page.getByRole('button', { name: 'Einstellungen des Zeitplans' }).click();
  await page.locator('.side-panel form').waitFor();
  assert.equal(await primary.count(), 1, 'with the settings open');
});

test('a wrong cell of pasted rows is put right beside the reason', async (t) => {
  const page = await open(t, LAPTOP, 'programme');
  await page.getByRole('button', { name: 'Aus einer Tabelle einfügen' }).click();
  const rows = 'Nr.\tRennen\tRunde\tBoot\tDatum\tZeit\n61\tMänner 4x\tFinale\t4x\t\tmittags';
  await page.locator('.paste-text').fill(rows);
  const field = page.getByRole('textbox', { name: 'Zeit, Zeile 2' });
  await field.waitFor();
  await keepScreenshot(page, 'office-paste-wrong-1366');
  const [inView, box] = await Promise.all([
    page.locator('.sideways').boundingBox(),
    field.boundingBox(),
  ]);
  assert.ok(inView && box && box.x >= inView.x && box.x + box.width <= inView.x + inView.width);
  await field.pressSequentially('x');
  await field.fill('');
  await field.pressSequentially('9:05');
  assert.equal(await field.inputValue(), '9:05', 'the field stays while it is typed into');
});

test('all parts have one width, and at most one button that is not quiet', async (t) => {
  const page = await open(t, DESK, 'day');
  const edges = new Set<string>();
  for (const part of PARTS) {
    await goTo(page, regatta.url(part).replace(/\/$/, ''));
    edges.add(
      await page.locator('main').evaluate((it) => {
        const { left, right } = it.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(it);
        return [
          left + Number.parseFloat(paddingLeft),
          right - Number.parseFloat(paddingRight),
        ].join();
      }),
    );
    const primary = await page.locator('main .pill.primary:visible').count();
    assert.ok(primary <= 1, `${part}: ${primary} primary buttons`);
  }
  assert.equal(edges.size, 1, [...edges].join(' and '));
});

test('settings, pasted rows and an import open beside the table, which stays where it is', async (t) => {
  const page = await open(t, LAPTOP, 'programme');
  const first = page.locator('.edit-row').first();
  await first.waitFor();
  const top = (await first.boundingBox())?.y ?? 0;
  const ways = [
    ['Einstellungen des Zeitplans', 'button'],
    ['Aus einer Tabelle einfügen', 'button'],
    ['Dateien importieren', 'link'],
  ] as const;
  for (const [name, role] of ways) {
    await page.getByRole(role, { name }).click();
    const panel = page.locator('.side-panel');
    await panel.waitFor();
    const [row, beside] = await Promise.all([first.boundingBox(), panel.boundingBox()]);
    assert.ok(row && beside && beside.x >= row.x + row.width, `${name} is beside the table`);
    assert.ok(Math.abs(row.y - top) <= 30, `${name}: the table moves from ${top} to ${row.y} px`);
    assert.ok(row.y < 200);
    await assertFitsWidth(page, name);
    await assertAccessible(page, name);
    await panel.getByRole('button', { name: 'Schließen' }).click();
    await panel.waitFor({ state: 'detached' });
  }
});

test('what becomes of a delay and of new times stands beside the form', async (t) => {
  const page = await open(t, { ...LAPTOP, viewport: { width: BESIDE_PIXELS, height: 768 } }, 'day');
  await page.getByRole('button', { name: '10 Minuten mehr Verspätung' }).click();
  const table = page.getByRole('table').first();
  await table.waitFor();
  const field = page.getByLabel(/^Minuten Verspätung/);
  // The table is drawn anew when the preview comes.
  await until('the table stands beside the form', async () => {
    const [form, after] = await Promise.all([field.boundingBox(), table.boundingBox()]);
    return form && after && after.x >= form.x + form.width && after.y <= form.y;
  });
});

test('on a phone the first lane of a result begins above 330 px', async (t) => {
  // The race is late, and has a mark for provisional results.
  await regatta.event.push('PUT', '/schedule/delay', {
    venueDay: new Date().toISOString().slice(0, 10),
    delayMinutes: 7,
  });
  const narrow: Visit = { ...PHONE, viewport: { width: 360, height: 740 } };
  for (const [width, visit] of Object.entries({ 390: PHONE, 360: narrow })) {
    const page = await open(t, visit, `races/${raceId}`);
    const lane = page.locator('.entry-lane').first();
    await lane.waitFor();
    await keepScreenshot(page, `office-phone-results-${width}`);
    const [box] = await boxesOf(lane);
    t.diagnostic(`first lane at ${box?.top} px of a screen of ${width} px`);
    assert.ok(box && box.top < 330, `${width} px: the first lane begins at ${box?.top} px`);
    await assertLargeTargets(page, 'results');
    await assertFitsWidth(page, 'results');
    await page.close();
  }
});

test('on a phone a lane of a draw is one line, and what is rare stands behind a button', async (t) => {
  const page = await open(t, PHONE, `races/${raceId}?draw`);
  const lanes = page.locator('.draw-lane');
  await lanes.nth(7).waitFor();
  await keepScreenshot(page, 'office-phone-draw-390');
  const [first] = await boxesOf(lanes);
  assert.ok(first && first.height < 60, `a lane is ${first?.height} px high`);
  await assertLargeTargets(page, 'draw');
  const withdraw = lanes.first().getByRole('button', { name: /^Boot abmelden: / });
  assert.equal(await withdraw.isVisible(), false);
  await lanes.first().getByRole('button', { name: 'Mehr zu Bahn 1' }).click();
  await withdraw.waitFor();
  await lanes.first().getByRole('button', { name: 'Bahn 1 entfernen' }).waitFor();
  await assertLargeTargets(page, 'draw, opened');
  await assertAccessible(page, 'draw, opened');
});
