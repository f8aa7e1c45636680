/**
 * A whole regatta by hand: from "New regatta" to "published, with results", without timing software. What the public
 * sees in the end is compared with what a real regatta has published, place by place.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta, type RegattaRace } from '../../regattas/regatta.ts';
import type { Board } from '../../src/contract/board.ts';
import { newPage } from '../support/browser.ts';
import { allDrawn, assertFitsWidth } from './checks.ts';
import { startConsole } from './console-site.ts';
import {
  atRace,
  drawRace,
  enterResults,
  goToPart,
  makeEvent,
  pasteRows,
  placesByTime,
  placesShown,
  raceOnScreen,
  signIn,
} from './office-volunteer.ts';

/** Expected while a volunteer has not signed in, and before a page has been published. */
const NOT_YET = /\b(401|404)\b/;
/** The office opens at eight, half an hour before the first race. */
const MORNING = Date.parse('2023-04-29T12:00:00Z');
const LANE_LABELS = '1, 2, 3, 4, 5, 6';
/** So many races are entered key by key, as fast as a person may type. */
const KEY_BY_KEY = 3;

const site = await startConsole();
const clubId = await site.addClub('Wyandotte Boat Club');
const ann = await site.addPerson({ name: 'Ann Smith', roles: { [clubId]: 'schedule_manager' } });
const hebda = loadRegatta('hebda-cup-2023');
const rowed = hebda.races.filter(({ lanes }) => lanes.length > 0);
const notRowed = hebda.races.filter(({ lanes }) => lanes.length === 0);

test('a regatta of 26 races, from nothing to the last result, equals what was published', async (t) => {
  const page = await newPage(t, { forgive: NOT_YET, startsAt: MORNING });
  const took = stopwatch();
  await signIn(page, site.url, ann);
  const eventId = await makeEvent(page, hebda);

  await goToPart(page, 'Programme');
  await page.getByText('Settings of the schedule').click();
  await page.getByLabel(/^Lane labels/).fill(LANE_LABELS);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved.').waitFor();
  await pasteRows(page, programmeOf(hebda.races));
  await goToPart(page, 'Crews');
  await pasteRows(page, crewsOf(hebda.races));
  t.diagnostic(`programme and crews pasted after ${took()}`);

  await goToPart(page, 'Draw and results');
  for (const [index, race] of hebda.races.entries()) {
    if (index > 0) await page.keyboard.press('Alt+PageDown');
    await atRace(page, race.label);
    if (race.lanes.length > 0) await drawRace(page, race.lanes);
    else await cancelRace(page);
  }
  t.diagnostic(`drawn after ${took()}`);

  await goToPart(page, 'Publish');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('The running order is published.', { exact: true }).waitFor();

  await goToPart(page, 'Draw and results');
  await atRace(page, '16A');
  await page.keyboard.press('e');
  for (const [index, race] of rowed.entries()) {
    await atRace(page, race.label);
    await enterResults(page, race.lanes, (text) =>
      index < KEY_BY_KEY ? page.keyboard.type(text) : page.keyboard.insertText(text),
    );
    await page.keyboard.press('PageDown');
  }
  await page.getByText('24 of 24 rowed').waitFor();
  t.diagnostic(`all results posted after ${took()}`);

  await assertAsPublished(eventId);
  await assertOnBoardPage(page, eventId);
  t.diagnostic(`compared after ${took()}`);
});

test('a small regatta with a thumb: races and crews are typed, results are tapped in, a delay is told', async (t) => {
  const page = await newPage(t, { device: 'phone', forgive: NOT_YET, startsAt: MORNING });
  await ann.enter(page);
  await page.goto(`${site.url}/console`);
  const eventId = await makeEvent(page, { ...hebda, name: 'Club sprint' });

  await goToPart(page, 'Programme');
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: 'Add a race on', exact: false }).tap();
    await page.getByLabel(`Title, race ${number}`).fill(`Final ${number}`);
    await page.getByLabel(`Time, race ${number}`).fill(`9:${number}0`);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await page.locator('.save-bar').waitFor({ state: 'detached' });

  await goToPart(page, 'Draw and results');
  const crews = ['Saline', 'Carlson', 'Riverview'];
  for (const [index, crew] of crews.entries()) {
    await page.getByLabel(`Crew of lane ${index + 1}`).fill(crew);
    await page.getByRole('option', { name: `New crew: ${crew}` }).tap();
    await page.getByText(`${crew} added.`).waitFor();
  }
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await page.getByText('Draw of race 1 saved.').waitFor();
  await assertFitsWidth(page, 'draw on a phone');

  await goToPart(page, 'Publish');
  await page.getByRole('button', { name: 'Publish', exact: true }).tap();
  await page.getByText('The running order is published.', { exact: true }).waitFor();
  await goToPart(page, 'Draw and results');
  const field = (position: number) => page.locator(`input[data-lane="${position}"]`);
  await page.getByRole('button', { name: 'Results', exact: true }).tap();
  await field(1).tap();
  await field(1).fill('64270');
  await page.getByRole('button', { name: /^\+10 s/ }).tap();
  await page.getByRole('button', { name: 'Next lane' }).tap();
  await page.locator('input[data-lane="2"]:focus').fill('6451');
  await page.getByRole('button', { name: 'Next lane' }).tap();
  await page.getByRole('button', { name: /^DNF/ }).tap();
  await page.getByRole('button', { name: 'Post', exact: true }).tap();
  await page.getByText('Race 1 posted.').waitFor();

  await goToPart(page, 'Day');
  await page.getByRole('button', { name: '10 minutes more delay' }).tap();
  await page.getByRole('button', { name: 'Set the delay' }).tap();
  await page.getByText('The delay is set.').waitFor();
  const [first, second] = (await boardOf(eventId)).races;
  assert.deepEqual(
    first?.lanes.map(({ crewName, finishPlace, status }) => [crewName, finishPlace, status]),
    [
      ['Saline', 2, 'finished'],
      ['Carlson', 1, 'finished'],
      ['Riverview', null, 'dnf'],
    ],
  );
  assert.equal(second?.estimatedAt, '2023-04-29T13:30:00Z', '9:20 at the venue, ten minutes late');
});

/** The programme as it is in the spreadsheet of a regatta's office. */
function programmeOf(races: readonly RegattaRace[]): string[][] {
  const starts = regattaPush(hebda).races.map(({ scheduledAt }) => scheduledAt.slice(11, 19));
  const rows = races.map(({ label, name, progression }, index) => {
    const boat = /\d[x+-]+/.exec(name)?.[0] ?? '';
    return [label, starts[index] ?? '', name, boat, progression];
  });
  return [['Race', 'Start', 'Event name', 'Boat', 'Progression'], ...rows];
}

function crewsOf(races: readonly RegattaRace[]): string[][] {
  const names = new Set(races.flatMap(({ lanes }) => lanes.map(({ crew }) => crew)));
  return [['Crew'], ...[...names].sort().map((name) => [name])];
}

async function cancelRace(page: Page): Promise<void> {
  const said = `Race ${await raceOnScreen(page)} cancelled.`;
  await page.keyboard.press('c');
  await page.getByRole('dialog').getByLabel('Reason').fill('No race');
  await page.keyboard.press('Enter');
  await page.getByText(said, { exact: true }).waitFor();
}

async function boardOf(eventId: number): Promise<Board> {
  const answer = await fetch(`${site.url}/board/api/events/${eventId}`);
  return (await answer.json()) as Board;
}

/** Compares every race and place of the public document with what the regatta published. */
async function assertAsPublished(eventId: number): Promise<void> {
  const board = await boardOf(eventId);
  assert.deepEqual(
    board.races.map((race) => [race.number, race.title, race.state]),
    hebda.races.map((race) => [
      race.label,
      race.name,
      notRowed.includes(race) ? 'cancelled' : 'planned',
    ]),
  );
  for (const race of rowed) {
    const shown = board.races.find(({ number }) => number === race.label);
    assert.deepEqual(
      shown?.lanes
        .filter(({ crewName }) => crewName !== null)
        .map((lane) => [
          lane.positionLabel,
          lane.crewName,
          lane.status,
          lane.finishTimeMillis,
          lane.penaltyMillis,
          lane.finishPlace,
        ]),
      race.lanes.map((lane) => [
        lane.label,
        lane.crew,
        lane.status,
        lane.rawTimeMillis,
        lane.penaltyMillis,
        placesByTime(race.lanes).get(lane.crew),
      ]),
      `race ${race.label}`,
    );
  }
}

/** Compares every place on the page for crews with what the regatta published. */
async function assertOnBoardPage(page: Page, eventId: number): Promise<void> {
  await page.goto(`${site.url}/events/${eventId}`);
  await allDrawn(page, hebda.races.length);
  const { races } = await boardOf(eventId);
  for (const { label, lanes } of hebda.races) {
    if (lanes.length === 0) continue;
    const item = page.locator(`#race-${races.find(({ number }) => number === label)?.id}`);
    const button = item.getByRole('button', { expanded: false });
    if ((await button.count()) > 0) await button.first().click();
    const shown = await placesShown(item);
    const places = [...placesByTime(lanes)];
    for (const [crew, place] of places)
      assert.equal(shown.get(crew), place === null ? '' : String(place), `race ${label}, ${crew}`);
  }
}

function stopwatch(): () => string {
  const start = performance.now();
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
