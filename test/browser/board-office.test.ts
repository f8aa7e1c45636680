/** What the race office enters, as crews and spectators see it: states, printed numbers, notices, progressions. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { postNotice, withdrawNotice } from '../../src/operations/office/day.ts';
import { setRaceState } from '../../src/operations/office/races.ts';
import { changeSettings } from '../../src/operations/pushes/schedule.ts';
import { removeRace, removeTeam } from '../../src/operations/remove.ts';
import { DEVICES, keepScreenshot, newPage, outputPath } from '../support/browser.ts';
import { pdfTexts } from '../support/pdf-text.ts';
import { performOn } from '../support/perform.ts';
import {
  allDrawn,
  assertAccessible,
  assertFitsWidth,
  assertLargeTargets,
  setTextSize,
} from './checks.ts';
import { SATURDAY, SATURDAY_AT_ELEVEN, startSite, ZONE } from './site.ts';

const site = await startSite();
const event = await site.addEvent({
  name: 'Hebda Cup',
  timezone: ZONE,
  startDate: SATURDAY,
  endDate: SATURDAY,
});
const CREWS = ['Saline', 'Hudson', 'Wyandotte'];
const start = (time: string) => `${SATURDAY}T${time}:00-04:00`;
await event.push('POST', '/schedule');
await event.push(
  'PUT',
  '/teams',
  CREWS.map((name, index) => ({ externalId: `c${index}`, name })),
);
await event.push('PUT', '/races', [
  { externalId: 'h1', raceNumber: 1, title: 'Heat 1', scheduledAt: start('10:00') },
  { externalId: 'h2', raceNumber: 2, title: 'Heat 2', scheduledAt: start('11:10') },
  { externalId: 'h3', raceNumber: 3, title: 'Heat 3', scheduledAt: start('11:20') },
  { externalId: 's', raceNumber: 4, title: 'Heat 4', scheduledAt: start('11:30') },
  { externalId: 'f', raceNumber: 5, title: 'Final A', scheduledAt: start('14:00') },
]);
for (const race of ['h1', 'h2', 'h3', 's']) {
  const lanes = CREWS.map((_, index) => ({ position: index + 1, teamExternalId: `c${index}` }));
  await event.push('PUT', `/races/${race}/entries`, lanes);
}
await event.push('PUT', '/races/f/entries', [{ position: 1 }, { position: 2 }]);
await event.push('PUT', '/races/h1/results', [
  { position: 1, finishTimeMillis: 402_700 },
  { position: 2, finishTimeMillis: 405_310 },
]);
await event.push('POST', '/schedule/publish');
await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 5 });
const { races } = await event.board();
const idOf = (number: number) => races.find(({ raceNumber }) => raceNumber === number)?.id ?? 0;
const { eventId } = event;

async function setState(
  number: number,
  state: 'planned' | 'cancelled' | 'postponed',
  reason?: string,
) {
  await performOn(site.service, eventId, setRaceState, { raceId: idOf(number), state, reason });
}

const post = (text: string) =>
  performOn(site.service, eventId, postNotice, { text, until: Date.parse('2999-01-01T00:00:00Z') });

await site.service.database.write(async (tx) => {
  const rules = [
    { races: [idOf(1)], place: 1, fastest: null },
    { races: [idOf(2), idOf(3), idOf(4)], place: 2, fastest: 1 },
  ];
  for (const [index, rule] of rules.entries()) {
    await tx
      .updateTable('lanes')
      .set({ source: JSON.stringify(rule) })
      .where('race_id', '=', idOf(5))
      .where('position', '=', index + 1)
      .execute();
  }
  await tx.updateTable('races').set({ printed_number: '1A' }).where('id', '=', idOf(1)).execute();
});
await performOn(site.service, eventId, changeSettings, { provisionalResults: true });
await setState(2, 'cancelled', 'Strong wind');
await setState(3, 'postponed', 'Fog on the course');
await post('Racing suspended until 13:00.\nStay near the boathouse.');

const raceOf = (page: Page, number: number) => page.locator(`#race-${idOf(number)}`);

for (const device of DEVICES) {
  test(`what the race office says on a ${device}`, async (t) => {
    const page = await newPage(t, { device, startsAt: SATURDAY_AT_ELEVEN });
    await page.goto(event.url);
    await allDrawn(page, races.length);
    const notices = page.getByRole('region', { name: 'Notices' });

    await t.test('a notice stands on top, until it is taken back', async () => {
      await notices.getByText('Racing suspended until 13:00.').waitFor();
      const { y } = (await notices.boundingBox()) ?? { y: Number.POSITIVE_INFINITY };
      const first = await page.locator('.race').first().boundingBox();
      assert.ok(y < (first?.y ?? 0));
      const { result: notice } = await post('<b>Prize-giving</b> at 17:00');
      await notices.getByText('<b>Prize-giving</b> at 17:00').waitFor();
      assert.equal(await notices.getByRole('listitem').count(), 2);
      await performOn(site.service, eventId, withdrawNotice, { noticeId: notice.id });
      await notices.getByText('Prize-giving').waitFor({ state: 'detached' });
    });

    await t.test('a cancelled race is struck through and says why; it is never next', async () => {
      const race = raceOf(page, 2);
      assert.match(await race.locator('h3 s').innerText(), /^Heat\s2$/);
      assert.equal(await race.locator('.when s').innerText(), '11:10');
      assert.equal(await race.locator('.when time').count(), 1, 'no estimate');
      assert.match(await race.innerText(), /Cancelled.*Strong wind/);
      const next = page.locator('.race', { has: page.getByText('Next', { exact: true }) });
      assert.equal(await next.getAttribute('id'), `race-${idOf(4)}`);
    });

    await t.test('a postponed race says that its time is not known', async () => {
      const race = raceOf(page, 3);
      assert.match(await race.innerText(), /Postponed.*time not known yet.*Fog on the course/);
      await race.getByRole('button').first().click();
      await race.getByText('Postponed: time not known yet. Fog on the course').waitFor();
    });

    await t.test(
      'printed numbers, provisional results, and where crews will come from',
      async () => {
        const heat = raceOf(page, 1);
        assert.match(await heat.innerText(), /^10:00\s+(Race )?1A/);
        assert.match(await heat.innerText(), /provisional/);
        const final = raceOf(page, 5);
        await final.getByRole('button').first().click();
        const lanes = final.getByRole('table');
        await lanes.getByRole('rowheader', { name: '1st of race 1A' }).waitFor();
        await lanes.getByRole('rowheader', { name: 'fastest 2nd of races 2–4' }).waitFor();
      },
    );

    await t.test('who follows a crew sees which of its races are off', async () => {
      const follow = raceOf(page, 3).getByRole('button', { name: 'Follow Saline' });
      await follow.click();
      await page.getByRole('button', { name: /^My races/ }).click();
      const mine = (number: number) => page.locator(`#mine-${idOf(number)}`);
      await mine(2).getByText('Cancelled Strong wind').waitFor();
      await mine(3).getByText('Postponed Time not known yet').waitFor();
      await mine(4).getByText('11:35').first().waitFor();
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await follow.click();
    });

    await t.test('a change comes by itself, and the page keeps to its rules', async () => {
      await setState(4, 'cancelled');
      await raceOf(page, 4).getByText('Cancelled').first().waitFor();
      await setState(4, 'planned');
      await raceOf(page, 4).getByText('Next', { exact: true }).waitFor();
      const narrow = device === 'phone';
      await page.setViewportSize({ width: narrow ? 360 : 1440, height: 800 });
      await page.evaluate(() => scrollTo(0, 0));
      await keepScreenshot(page, `board-office-${device}`);
      await assertFitsWidth(page, device);
      await assertAccessible(page, device);
      if (device === 'phone') await assertLargeTargets(page, device);
    });
  });
}

for (const [locale, words, notices] of [
  ['de-DE', [/Abgesagt/, /Vertagt/, /vorläufig/, /2 von 3 Ergebnissen/], 'Mitteilungen'],
  ['fr-FR', [/Annulée/, /Reportée/, /provisoire/, /2 résultats sur 3/], 'Avis'],
] as const) {
  test(`what the race office says in ${locale}, in the dark, and with text twice as large`, async (t) => {
    const page = await newPage(t, {
      viewport: { width: 360, height: 740 },
      locale,
      colorScheme: 'dark',
      startsAt: SATURDAY_AT_ELEVEN,
    });
    await page.goto(event.url);
    await allDrawn(page, races.length);
    await page.getByRole('region', { name: notices }).waitFor();
    for (const word of words) await page.getByText(word).first().waitFor();
    await raceOf(page, 5).getByRole('button').first().click();
    await raceOf(page, 5).getByRole('table').waitFor();
    assert.doesNotMatch(
      await page.locator('body').innerText(),
      /Cancelled|Postponed|provisional|Notices|Next|fastest/,
    );
    await assertAccessible(page, locale);
    await setTextSize(page, '200%');
    await keepScreenshot(page, `board-office-${locale}-200`);
    await assertFitsWidth(page, locale);
    await assertAccessible(page, `${locale}, large`);
  });
}

test('a notice whose time is over leaves the page as well', async (t) => {
  const page = await newPage(t, { device: 'phone' });
  await page.clock.install({ time: SATURDAY_AT_ELEVEN });
  await page.goto(event.url);
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.waitFor();
  await page.clock.setSystemTime('2999-01-01T00:00:01Z');
  await page.clock.runFor(10_000);
  await notices.waitFor({ state: 'detached' });
});

test('the big screen has the notice on top of every view, and all of it in turn', async (t) => {
  const page = await newPage(t, { viewport: { width: 1920, height: 1080 } });
  await page.clock.install({ time: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/display`);
  await page.getByRole('heading', { name: 'Next' }).waitFor();
  const seen: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const text = await page.locator('.screen').innerText();
    seen.push(text);
    assert.match(text, /Racing suspended until 13:00/);
    const cut = await page
      .getByRole('main')
      .evaluate((main) => main.scrollHeight - main.clientHeight);
    assert.ok(cut <= 1, `${cut} px of view ${turn} are cut off`);
    await assertFitsWidth(page, 'display');
    await assertAccessible(page, 'display');
    await keepScreenshot(page, `display-office-${turn}`);
    await page.clock.runFor(12_000);
  }
  assert.match(seen[0] ?? '', /Heat 4/);
  assert.doesNotMatch(seen[0] ?? '', /Heat [23]/);
  assert.match(seen[1] ?? '', /Heat 2 Cancelled: Strong wind/);
  assert.match(seen[1] ?? '', /Heat 3 Postponed: time not known yet/);
  assert.match(seen[2] ?? '', /Finishing\s+2 of 3 in[\s\S]*1A Heat 1/);
  assert.match(seen[3] ?? '', /Notices[\s\S]*Stay near the boathouse/);
});

test('on paper: states, printed numbers, and where crews will come from', async (t) => {
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/print`);
  await page.getByRole('table').waitFor();
  await keepScreenshot(page, 'print-office', true);
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  writeFileSync(outputPath('print-office.pdf'), pdf);
  const text = pdfTexts(pdf).join('').replaceAll(' ', '');
  for (const words of [
    '1AHeat12of3in(provisional)',
    'Heat2Cancelled:Strongwind',
    'Heat3Postponed:timenotknownyet.Fogonthecourse',
    '1stofrace1A',
    'fastest2ndofraces2–4',
  ]) {
    assert.ok(text.includes(words), `${words} in ${text}`);
  }
});

test('an open race or crew that is removed is said to be missing, and nothing typed is lost', async (t) => {
  const page = await newPage(t, { device: 'phone', startsAt: SATURDAY_AT_ELEVEN });
  await page.goto(`${event.url}/races/1`);
  await raceOf(page, 1).getByRole('table').waitFor();
  await performOn(site.service, eventId, removeRace, { raceNumber: 1 });
  const note = page.getByRole('status').filter({ hasText: 'There is no race 1A in this regatta.' });
  await note.waitFor();
  await allDrawn(page, races.length - 1);
  assert.equal(page.url(), `${event.url}/races/1`);
  await assertAccessible(page, 'a race that was removed');

  // The race is there again, while the reader searches for something else.
  await page.getByRole('searchbox').fill('hudson');
  await event.push('PUT', '/races', [
    { externalId: 'h1', raceNumber: 1, title: 'Heat again', scheduledAt: start('10:00') },
  ]);
  await event.push('PUT', '/teams', [{ externalId: 'late', name: 'Hudson B' }]);
  const late = page.getByRole('link', { name: 'Hudson B', exact: true });
  await late.waitFor();
  await note.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('searchbox').inputValue(), 'hudson');

  await late.click();
  await page.getByRole('heading', { level: 2, name: 'Hudson B' }).waitFor();
  await performOn(site.service, eventId, removeTeam, { name: 'Hudson B' });
  // Removing a crew that is drawn nowhere makes no revision, so the page learns of it with the next one.
  await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 10 });
  await page.getByRole('status').filter({ hasText: 'There is no such crew' }).waitFor();
  await allDrawn(page, races.length);
});
