/** A head race on the pages and in the files without script: while boats are out, at its end, and with hidden results. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoardRace } from '../../src/contract/board.ts';
import { type Published, published } from '../support/board.ts';
import { officeOf } from '../support/office.ts';
import { startTestService } from '../support/service.ts';

const MINUTE_MILLIS = 60_000;
/** The start of the race, half an hour ago; boats start one minute apart. */
const START = Math.floor(Date.now() / MINUTE_MILLIS) * MINUTE_MILLIS - 30 * MINUTE_MILLIS;
const at = (minutes: number, millis = 0) =>
  new Date(START + minutes * MINUTE_MILLIS + millis).toISOString();
const MASTERS = 'Masters C 4x';

const service = await startTestService();

/** A race of three boats: the second is faster than the first, the third is still out. */
async function headRace(schedule: object = {}): Promise<Published> {
  const event = await published(service, { timezone: 'UTC', schedule });
  const race = { externalId: 'r1', raceNumber: 1, title: 'Division 1', scheduledAt: at(0) };
  assert.equal((await event.send('PUT', '/races', [race])).status, 200);
  await patch(event, {
    startIntervalSeconds: 60,
    entries: [
      { position: 1, category: MASTERS, allowanceMillis: 5000, startedAt: at(0) },
      { position: 2, category: 'Open 4x', startedAt: at(1) },
      { position: 3, category: MASTERS },
    ],
  });
  await patch(event, {
    entries: [
      { position: 1, finishedAt: at(18, 22_400) },
      { position: 2, finishedAt: at(19, 10_000) },
    ],
  });
  return event;
}

async function patch(event: Published, body: object): Promise<void> {
  const target = `/timing/v1/events/${event.eventId}/races/r1`;
  const answer = await service.send('PATCH', target, { key: event.key, body });
  assert.equal(answer.status, 200, answer.text);
}

const textOf = async ({ eventId }: Published, path: string): Promise<string> =>
  (await service.send('GET', `/events/${eventId}${path}`)).text;
const raceOf = async (event: Published): Promise<BoardRace> =>
  (await event.board()).json.races.find(({ raceNumber }: BoardRace) => raceNumber === 1);
const descriptionOf = (page: string) => /name="description" content="([^"]*)"/.exec(page)?.[1];
/** The cells of the head race's table in a page, by row. */
const cellsOf = (page: string) =>
  Array.from(page.slice(page.indexOf('Division 1')).matchAll(/<tr>(.*?)<\/tr>/g), ([, row = '']) =>
    Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g), ([, cell = '']) => cell),
  );

/** Rows of the table of results: place, crew, gap, category, place in the category, allowance, complete. */
async function tableOf(event: Published): Promise<string[][]> {
  const rows = (await textOf(event, '/results.csv')).split('\r\n').map((row) => row.split(','));
  const [header = []] = rows;
  const columns = [
    ...['Place', 'Crew', 'Behind (s)', 'Category'],
    ...['Place in category', 'Allowance (s)', 'complete'],
  ];
  return rows.slice(1, -1).map((row) => columns.map((name) => row[header.indexOf(name)] ?? ''));
}

test('while boats are out, places are told as they stand', async () => {
  const event = await headRace();
  const plain = await textOf(event, '/plain');
  assert.match(plain, /<p>2 of 3 in<\/p>\n<p>1 still on the course<\/p>|1 not yet started/);
  assert.doesNotMatch(plain, /1st/);
  assert.deepEqual(cellsOf(plain).slice(0, 4), [
    ['Place so far', 'Bow', 'Crew', 'Category', 'Start', 'Result'],
    ['leading', '2', 'Biber', 'leading · Open 4x', timeAt(1), '18:10.00'],
    ['2', '1', 'Amsel', `leading · ${MASTERS}`, timeAt(0), '18:17.40 (raw 18:22.40)'],
    ['', '3', 'Chamäleon', MASTERS, timeAt(2), ''],
  ]);
  const byCategory = await textOf(event, '/plain?by=category&lang=de');
  assert.match(byCategory, /<h4>Kategorie: Masters C 4x · 1 von 2 Ergebnissen<\/h4>/);
  const address = `/events/${event.eventId}/plain`;
  assert.ok(
    plain.includes(
      `<p>Ranking: <strong>Overall</strong> · <a href="${address}?by=category">By category</a></p>`,
    ),
  );
  assert.ok(
    byCategory.includes(
      `<p>Rangliste: <a href="${address}?lang=de">Gesamt</a> · <strong>Nach Kategorie</strong></p>`,
    ),
  );
  assert.match(byCategory, /<td>2\. von 3 bisher gesamt<\/td>/);
  assert.deepEqual(await tableOf(event), [
    ['1', 'Biber', '0.000', 'Open 4x', '1', '', 'no'],
    ['2', 'Amsel', '7.400', MASTERS, '1', '5.000', 'no'],
    ['', 'Chamäleon', '', MASTERS, '', '', 'no'],
  ]);
  const said = '2 of 3 in: leading Biber 18:10.00, 2nd so far Amsel 18:17.40 (raw 18:22.40)';
  assert.ok((await textOf(event, '/results.atom')).includes(`<summary>${said}</summary>`));
  assert.equal(descriptionOf(await textOf(event, '/races/1')), `Spring regatta: ${said}`);
});

test('entries without a category are listed below the categories, and no ranking is to choose without any', async () => {
  const event = await headRace();
  await patch(event, { entries: [{ position: 3, category: null }] });
  const last = (await textOf(event, '/plain?by=category')).split('<h4>').at(-1) ?? '';
  assert.match(last, /^Without a category<\/h4>/);
  assert.ok(last.includes('Chamäleon') && !last.includes('Amsel'));
  await patch(event, {
    entries: [1, 2].map((position) => ({ position, category: null })),
  });
  const page = await textOf(event, '/plain');
  assert.ok(page.includes('Amsel') && !page.includes('Ranking'));
});

test('a crew is told its place in its category, and its own start before', async () => {
  const event = await headRace();
  const crewAt = async (position: number) => {
    const { lanes } = await raceOf(event);
    const crewId = lanes[position - 1]?.crewId;
    const [page, calendar] = await Promise.all([
      textOf(event, `/crews/${crewId}`),
      textOf(event, `/crews/${crewId}.ics`),
    ]);
    const entries = calendar.replaceAll('\r\n ', '').split('BEGIN:VEVENT');
    return {
      said: descriptionOf(page) ?? '',
      entry: entries.find((text) => text.includes('Division 1')) ?? '',
    };
  };
  const inAlready = await crewAt(1);
  const standing = `leading · ${MASTERS} · 2nd of 3 so far overall`;
  assert.match(inAlready.said, new RegExp(`Bow 1 · ${standing} · 18:17.40 · raw 18:22.40`));
  assert.match(inAlready.said, /2 of 3 in/);
  assert.match(inAlready.entry, /Result: leading\\, Masters C 4x\\, 2nd of 3 so far overall/);
  const toCome = await crewAt(3);
  assert.ok(toCome.entry.includes(`Bow 3\\, start about ${timeAt(2)}`), toCome.entry);
  const start = at(2).replace(/[-:]|\.\d+/g, '');
  assert.ok(toCome.entry.includes(`DTSTART:${start}`), toCome.entry);
  assert.match(toCome.said, /Bow 3 · /);
  const office = await officeOf(service, event);
  await office.write('/settings', { provisionalResults: true }, 'PUT');
  assert.match((await crewAt(1)).said, /The results are provisional\. · Bow 1 · /);
});

test('at its end it has a winner; where nothing more comes there are places and none', async () => {
  const event = await headRace();
  await patch(event, { closed: true });
  assert.deepEqual(
    (await tableOf(event)).map((row) => row.at(-1)),
    ['yes', 'yes', 'yes'],
  );
  assert.match(
    await textOf(event, '/results.atom'),
    /<summary>1\. Biber 18:10\.00, 2\. Amsel 18:17\.40 \(raw 18:22\.40\)<\/summary>/,
  );
  assert.match(await textOf(event, '/plain'), /<td>no result<\/td>/);

  const ended = await headRace();
  // The boats started a day ago, so no boat has come in for hours.
  await ended.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, scheduledAt: at(-24 * 60) },
  ]);
  await patch(ended, { startedAt: at(-24 * 60) });
  const plain = await textOf(ended, '/plain');
  assert.match(plain, /<p>2 of 3 in<\/p>/);
  assert.deepEqual(cellsOf(plain)[1]?.slice(0, 3), ['1', '2', 'Biber']);
  assert.doesNotMatch(plain, /leading|so far|1st/);
  assert.deepEqual(
    (await tableOf(ended)).map((row) => [row[0], row.at(-1)]),
    [
      ['1', 'no'],
      ['2', 'no'],
      ['', 'no'],
    ],
  );
});

test('out of competition is timed, and neither first nor in the way', async () => {
  const event = await headRace();
  await patch(event, { entries: [{ position: 2, outOfCompetition: true }] });
  assert.match(
    await textOf(event, '/results.atom'),
    /leading Amsel 18:17\.40 \(raw 18:22\.40\), Biber 18:10\.00 \(out of competition\)/,
  );
  const [first, second] = await tableOf(event);
  assert.deepEqual(
    [first?.slice(0, 3), second?.slice(0, 3)],
    [
      ['1', 'Amsel', '0.000'],
      ['', 'Biber', ''],
    ],
  );
});

test('of hidden results nothing is told, of places no times', async () => {
  const paths = ['/plain', '/plain?by=category', '/results.csv', '/results.atom', '/races/1'];
  for (const defaultResultVisibility of ['hidden', 'placesOnly']) {
    const event = await headRace({ defaultResultVisibility });
    const crewId = (await raceOf(event)).lanes[0]?.crewId;
    const pages = [...paths, `/crews/${crewId}`, `/crews/${crewId}.ics`];
    for (const path of pages) {
      const text = await textOf(event, path);
      assert.doesNotMatch(
        text,
        /18:(22|10|17)[.,]\d\d|1102400|1090000|finishedAt":"|5\.000|raw \d/,
        path,
      );
      if (defaultResultVisibility === 'hidden')
        assert.doesNotMatch(text, /leading|so far|2 of 3 in|"scored":[1-9]/, path);
    }
  }
});

/** A time of day as pages write it. */
function timeAt(minutes: number): string {
  return at(minutes).slice(11, 16);
}
