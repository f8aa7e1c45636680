/** The announcer's page: one race at a time, what to say about it, keys to other races, without a connection, on paper. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { postNotice } from '../../src/operations/office/day.ts';
import { applyProgression, setProgression } from '../../src/operations/office/progression.ts';
import { keepScreenshot, newPage, outputPath, type Visit } from '../support/browser.ts';
import { pdfTexts } from '../support/pdf-text.ts';
import { performOn } from '../support/perform.ts';
import { assertAccessible, assertFitsWidth, assertLargeTargets, sampled } from './checks.ts';
import { SATURDAY, startSite } from './site.ts';

const site = await startSite();

/** The second heat is on: it started two minutes ago. */
const NOW = Date.parse(`${SATURDAY}T10:12:00+02:00`);
const CREWS = ['Amsel', 'Biber', 'Dachs', 'Elster', 'Falke', 'Gans', 'Hecht', 'Iltis'];
const CLUBS = ['RC Allemannia', 'Nordstern', 'Wassersport Honnef', 'Saar'];

/**
 * Two heats of four crews, of which the first is in, the finals A and B, and three more races. The first two of each heat go
 * to final A and the third to final B, which are drawn once both heats are in.
 */
async function publishHeats() {
  const event = await site.addEvent({
    name: 'Herbstregatta',
    timezone: 'Europe/Berlin',
    startDate: SATURDAY,
    endDate: SATURDAY,
  });
  await event.push('POST', '/schedule');
  await event.push(
    'PUT',
    '/teams',
    CREWS.flatMap((name, index) => [
      { externalId: name, name, clubId: CLUBS[index % 4] },
      { externalId: `${name} 2`, name: `${name} 2`, clubId: null },
    ]),
  );
  const at = (time: string) => `${SATURDAY}T${time}:00+02:00`;
  const race = (raceNumber: number, time: string, round: string, boatClass = 'Women 8+') => ({
    ...{ externalId: String(raceNumber), raceNumber, boatClass, round },
    scheduledAt: at(time),
  });
  await event.push('PUT', '/races', [
    race(1, '10:00', 'Heat 1'),
    race(2, '10:10', 'Heat 2'),
    race(3, '10:40', 'Final', 'Men 2x'),
    race(4, '10:50', 'Final', 'Men 4-'),
    race(5, '11:30', 'Final B'),
    race(6, '11:40', 'Final A'),
    race(7, '12:00', 'Final', 'Mixed 8+'),
  ]);
  const draw = (number: number, crews: readonly string[]) =>
    event.push(
      'PUT',
      `/races/${number}/entries`,
      crews.map((teamExternalId, index) => ({ position: index + 1, teamExternalId })),
    );
  await draw(1, CREWS.slice(0, 4));
  await draw(2, CREWS.slice(4));
  for (const number of [3, 4, 7])
    await draw(
      number,
      CREWS.map((name) => `${name} 2`),
    );
  const post = (number: number, millis: (number | null)[]) =>
    event.push(
      'PUT',
      `/races/${number}/results`,
      millis.flatMap((finishTimeMillis, index) =>
        finishTimeMillis === null ? [] : [{ position: index + 1, finishTimeMillis }],
      ),
    );
  await event.push('POST', '/schedule/publish');
  const ids = (await event.board()).races.map(({ id }) => id);
  const [heat1 = 0, heat2 = 0, , , finalB = 0, finalA = 0] = ids;
  const from = (race: number, place: number, position: number) => ({
    ...{ position, races: [race], place, fastest: null },
  });
  await performOn(site.service, event.eventId, setProgression, {
    races: [
      {
        raceId: finalA,
        rules: [from(heat1, 1, 3), from(heat2, 1, 4), from(heat1, 2, 2), from(heat2, 2, 5)],
      },
      { raceId: finalB, rules: [from(heat1, 3, 3), from(heat2, 3, 4)] },
    ],
  });
  await post(1, [402_000, 400_310, 405_500, 411_000]);
  const drawFinals = async () => {
    for (const raceId of [finalB, finalA])
      await performOn(site.service, event.eventId, applyProgression, { raceId });
  };
  return { ...event, post, drawFinals };
}

const event = await publishHeats();

async function open(t: TestContext, visit: Visit = {}, query = ''): Promise<Page> {
  const page = await newPage(t, { startsAt: NOW, ...visit });
  await page.goto(`${event.url}/announcer${query}`);
  await page.locator('.spoken-of h1').waitFor();
  return page;
}

const heading = (page: Page) => page.locator('.spoken-of h1').innerText();
const showsRace = (page: Page, number: number) =>
  page.locator('.race-number', { hasText: new RegExp(`^${number}$`) }).waitFor();
/** The rows of the crews, each on one line. */
const rows = async (page: Page) =>
  (await page.locator('.crews-announced tbody tr').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' ').trim(),
  );

const AT_STAKE = {
  'en-GB': 'At stake: 1st and 2nd to Final A; 3rd to Final B',
  'de-DE': 'Es geht um: 1. und 2. weiter in Final A; 3. weiter in Final B',
  'fr-FR': 'Enjeu : 1er et 2e en Final A; 3e en Final B',
};
const SIZES = [
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const;

for (const [locale, stakes] of Object.entries(AT_STAKE)) {
  test(`the race that is on opens by itself and says what is at stake, in ${locale}`, async (t) => {
    for (const [width, height] of sampled(SIZES)) {
      const page = await open(t, { locale, viewport: { width, height } });
      await showsRace(page, 2);
      const said = await page.locator('.stakes').innerText();
      assert.equal(said.replace(/\u00a0/g, ' '), stakes);
      assert.match((await rows(page))[0] ?? '', /^1 Falke RC Allemannia$/);
      const ahead = page.locator('.others li');
      assert.equal(await ahead.count(), 4, 'three that follow, and the last result');
      const where = `announcer ${locale} ${width}`;
      await assertFitsWidth(page, where);
      await assertLargeTargets(page, where);
      await assertAccessible(page, where);
      await keepScreenshot(page, `announcer-${locale}-${width}`);
    }
  });
}

test('keys, buttons and a finger leaf; then it stays, until somebody goes back to the race that is on', async (t) => {
  const page = await open(t, { viewport: { width: 768, height: 1024 }, hasTouch: true });
  await showsRace(page, 2);
  await page.keyboard.press('ArrowLeft');
  await showsRace(page, 1);
  const first = await rows(page);
  assert.match(first[0] ?? '', /^1 2 Biber Nordstern 6:40\.31$/);
  assert.match(first[1] ?? '', /^2 1 Amsel RC Allemannia 6:42\.00 .*\+1\.69$/);
  await page.keyboard.press('ArrowLeft');
  await showsRace(page, 1);
  await page.getByRole('button', { name: 'Next race, Race 2' }).click();
  await showsRace(page, 2);
  const swipe = (from: number, to: number) =>
    page.evaluate(
      ([x, end]) => {
        const touch = (clientX: number) =>
          new Touch({ identifier: 1, target: document.body, clientX, clientY: 300 });
        const all = { bubbles: true };
        const [a, b] = [touch(x as number), touch(end as number)];
        document.body.dispatchEvent(
          new TouchEvent('touchstart', { ...all, touches: [a], changedTouches: [a] }),
        );
        document.body.dispatchEvent(new TouchEvent('touchend', { ...all, changedTouches: [b] }));
      },
      [from, to],
    );
  await swipe(500, 200);
  await showsRace(page, 3);
  await swipe(200, 230);
  await swipe(200, 500);
  await showsRace(page, 2);
  await swipe(500, 200);
  await showsRace(page, 3);
  await page.getByRole('button', { name: 'To the race that is on (2)' }).click();
  await showsRace(page, 2);
  await page.keyboard.press('ArrowRight');
  await showsRace(page, 3);
  await page.keyboard.press('Escape');
  await showsRace(page, 2);
});

test('results with gaps as they come, where crews go, and how they came', async (t) => {
  const page = await open(t, { viewport: { width: 1024, height: 768 } });
  const isRow = (index: number, text: RegExp) =>
    page.waitForFunction(
      ([at, source]) =>
        new RegExp(source as string).test(
          document
            .querySelectorAll('.crews-announced tbody tr')
            [at as number]?.textContent?.replace(/\s+/g, ' ') ?? '',
        ),
      [index, text.source] as const,
    );
  await showsRace(page, 2);
  await event.post(2, [410_000, 409_000, null, null]);
  await isRow(0, /2\s?Gans/);
  await isRow(1, /Falke.*6:50\.00.*\+1\.00/);
  assert.match(await page.locator('.facts').first().innerText(), /2 of 4 in/);
  await event.post(2, [410_000, 409_000, 415_000, 421_000]);
  await isRow(1, /2\s?1\s?Falke.*6:50\.00.*\+1\.00/);
  await event.drawFinals();
  await isRow(0, /Gans.*to Final A, 11:40, lane 5|Gans.*to Final A, 11:40, lane 4/);
  // The page stays on the race that has just ended until the next one starts; the keys then lead to final A.
  for (let race = 2; race < 6; race++) await page.keyboard.press('ArrowRight');
  await showsRace(page, 6);
  assert.equal(await heading(page), '6 Women 8+ · Final A');
  await isRow(1, /^3\s?Biber Nordstern\s?Heat 1: 1st, 6:40\.31/);
  await isRow(2, /^4\s?Gans Nordstern\s?Heat 2: 1st, 6:49\.00/);
  await keepScreenshot(page, 'announcer-final');
});

test('notices and the delay of the day are said', async (t) => {
  await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 15 });
  const until = Math.max(Date.now(), NOW) + 3_600_000;
  await performOn(site.service, event.eventId, postNotice, { text: 'Wind from the west', until });
  const page = await open(t, { viewport: { width: 1024, height: 768 } });
  await page.locator('.announcer-notices', { hasText: 'Wind from the west' }).waitFor();
  assert.match(await page.locator('.announcer-head .late').innerText(), /15 min late/);
  await keepScreenshot(page, 'announcer-late');
});

test('without a connection it opens with what was seen last, and says how old that is', async (t) => {
  const page = await open(t, { forgive: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });
  await page.evaluate(
    async (url) => {
      await navigator.serviceWorker.ready;
      while (!(navigator.serviceWorker.controller && (await caches.match(url))))
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    event.url.replace('/events/', '/board/api/events/'),
  );
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.spoken-of h1').waitFor();
  await page.locator('.old', { hasText: 'No connection. As of ' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  assert.ok((await rows(page)).length > 0);
});

test('on paper each race of the day has a sheet of its own', async (t) => {
  const page = await open(t);
  const pdf = await page.pdf({ format: 'A4' });
  writeFileSync(outputPath('announcer.pdf'), pdf);
  const sheets = pdfTexts(pdf).map((text) => text.normalize('NFKC').replaceAll(' ', ''));
  assert.equal(sheets.length, 7);
  assert.match(sheets[5] ?? '', /Women8\+·FinalA.*3BiberNordstern·Heat1:1st,6:40\.31/);
  assert.match(sheets[0] ?? '', /Atstake:1stand2ndtoFinalA;3rdtoFinalB/);
  await page.locator('.spoken-of h1').waitFor();
});
