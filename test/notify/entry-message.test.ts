/** The words of messages about single crews, in head races and of draws, in every language (racing, "Who hears what"). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import { THE_RACE } from '../../src/domain/following/head-news.ts';
import { categoriesOf, categoryPlaces, shownResults } from '../../src/domain/results/standings.ts';
import { composeReminder } from '../../src/notify/messages/day-messages.ts';
import {
  composeCrewIn,
  composeDrawn,
  composeEnd,
} from '../../src/notify/messages/entry-message.ts';
import { composeResults } from '../../src/notify/messages/message.ts';
import { LANGUAGE_CODES, type Language } from '../../src/words/languages.ts';
import { always, among, record } from '../domain/properties.ts';
import { boardLane, boardRaceOf } from '../support/racing.ts';

const EVENT = { eventId: 7, eventName: 'Head of the Hebda', timezone: 'America/New_York' };
const BOARD_URL = 'https://regatta.example';
const AT = '2026-06-13T18:00:00Z';

interface Boat {
  name: string;
  status?: BoardLane['status'];
  time?: number;
  category?: string;
  fields?: Partial<BoardLane>;
}

/** A head race; places are derived as the service derives them. Bow numbers are 301, 302 and so on. */
function head(boats: Boat[], fields: Partial<BoardRace> = {}): BoardRace {
  const lanes = boats.map(({ name, status, time, category, fields: more }, index) =>
    boardLane(index + 1, {
      ...{ positionLabel: String(301 + index), crewName: name, category: category ?? null },
      ...{ status: status ?? (time === undefined ? 'assigned' : 'finished') },
      ...{ finishTimeMillis: time ?? null, ...more },
    }),
  );
  const shown = shownResults('timed', lanes);
  const places = categoryPlaces(lanes, shown);
  const ranked = shown.map((lane, index) => ({ ...lane, categoryPlace: places[index] ?? null }));
  return boardRaceOf(12, AT, {
    ...{ id: 31, kind: 'head', title: 'Women 8+', startIntervalSeconds: 20 },
    ...{ categories: categoriesOf(ranked), lanes: ranked, ...fields },
  });
}

const BOATS: Boat[] = [
  { name: 'Saline', time: 1_102_400, category: 'Masters C' },
  { name: 'Hudson', time: 1_090_000, category: 'Masters C' },
  { name: 'Carlson', time: 1_080_000, category: 'Masters D' },
  { name: 'Novi', category: 'Masters C' },
];
const RACED: Boat[] = [
  ...BOATS.slice(0, 3),
  { name: 'Novi', status: 'dnf', category: 'Masters C' },
];

const options = (language: string) => ({ language, boardUrl: BOARD_URL });
const laneOf = (race: BoardRace, name: string) => {
  const lane = race.lanes.find(({ crewName }) => crewName === name);
  assert.ok(lane);
  return lane;
};

/** The body of the message about a crew, either while boats are out or at the end of the race. */
function body(race: BoardRace, name: string, language: string, isEnd: boolean): string {
  const lane = laneOf(race, name);
  const crewIds = new Set([lane.crewId ?? 0]);
  const message = isEnd
    ? composeEnd(race, EVENT, { ...options(language), crewIds })
    : composeCrewIn(race, lane, EVENT, options(language));
  assert.ok(message);
  assert.equal(message.tag, `race-31-${lane.crewId}`);
  return message.body;
}

const inWords: {
  rule: string;
  race: BoardRace;
  crew: string;
  isEnd?: true;
  says: Record<Language, string>;
}[] = [
  {
    rule: 'a crew that is in: its place so far, in its category, and how many are in',
    race: head(BOATS),
    crew: 'Saline',
    says: {
      en: 'Saline: 18:22.40 · 2nd of 3 Masters C so far, 3 of 4 in',
      de: 'Saline: 18:22,40 · 2. Platz von 3 (Masters C) bisher, 3 von 4 Ergebnissen',
      fr: 'Saline\u00a0: 18:22,40 · 2e place sur 3 (Masters C) pour l’instant, 3 résultats sur 4',
      nl: 'Saline: 18:22,40 · 2e plaats van 3 (Masters C) tot nu toe, 3 van 4 binnen',
      it: 'Saline: 18:22,40 · 2º posto su 3 (Masters C) finora, 3 risultati su 4',
    },
  },
  {
    rule: 'the first leads, and is not told that it is first',
    race: head(BOATS),
    crew: 'Hudson',
    says: {
      en: 'Hudson: 18:10.00 · leading Masters C, 3 of 4 in',
      de: 'Hudson: 18:10,00 · in Führung (Masters C), 3 von 4 Ergebnissen',
      fr: 'Hudson\u00a0: 18:10,00 · en tête (Masters C), 3 résultats sur 4',
      nl: 'Hudson: 18:10,00 · aan kop (Masters C), 3 van 4 binnen',
      it: 'Hudson: 18:10,00 · in testa (Masters C), 3 risultati su 4',
    },
  },
  {
    rule: 'at the end the place is final',
    race: head(RACED),
    crew: 'Saline',
    isEnd: true,
    says: {
      en: 'Saline: 18:22.40 · final: 2nd of 3 Masters C',
      de: 'Saline: 18:22,40 · Endstand: 2. Platz von 3 (Masters C)',
      fr: 'Saline\u00a0: 18:22,40 · classement final\u00a0: 2e place sur 3 (Masters C)',
      nl: 'Saline: 18:22,40 · eindstand: 2e plaats van 3 (Masters C)',
      it: 'Saline: 18:22,40 · classifica finale: 2º posto su 3 (Masters C)',
    },
  },
];

for (const { rule, race, crew, isEnd = false, says } of inWords) {
  for (const language of LANGUAGE_CODES) {
    test(`${rule}: ${language}`, () => {
      assert.equal(body(race, crew, language, isEnd), says[language]);
    });
  }
}

const NO_CATEGORY = BOATS.map(({ category: _, ...boat }) => boat);

for (const [rule, race, crew, isEnd, expected] of [
  [
    'no category: of all',
    head(NO_CATEGORY),
    'Saline',
    false,
    'Saline: 18:22.40 · 3rd of 4 so far, 3 of 4 in',
  ],
  [
    'no category: leading',
    head(NO_CATEGORY),
    'Carlson',
    false,
    'Carlson: 18:00.00 · leading, 3 of 4 in',
  ],
  [
    'ended by time: no winner, nothing final, for good',
    head(BOATS),
    'Hudson',
    true,
    'Hudson: 18:10.00 · place 1 of 3 Masters C, 3 of 4 in',
  ],
  [
    'ended by time: a place',
    head(BOATS),
    'Saline',
    true,
    'Saline: 18:22.40 · place 2 of 3 Masters C, 3 of 4 in',
  ],
  [
    'ended by time: the one that is missing',
    head(BOATS),
    'Novi',
    true,
    'Novi: no result, 3 of 4 in',
  ],
  [
    'closed: the one that is missing',
    head(BOATS, { closed: true }),
    'Novi',
    true,
    'Novi: no result',
  ],
  [
    'closed: the first',
    head(BOATS, { closed: true }),
    'Hudson',
    true,
    'Hudson: 18:10.00 · final: 1st of 3 Masters C',
  ],
  [
    'official',
    head(BOATS, { official: true }),
    'Saline',
    true,
    'Saline: 18:22.40 · final: 2nd of 3 Masters C',
  ],
  ['did not finish', head(RACED), 'Novi', true, 'Novi: did not finish'],
  [
    'did not start',
    head([...BOATS, { name: 'X', status: 'dns' }]),
    'X',
    false,
    'X: did not start, 4 of 5 in',
  ],
  [
    'equal times',
    head([
      { name: 'A', time: 900_000 },
      { name: 'B', time: 1_000_000 },
      { name: 'C', time: 1_000_000 },
      { name: 'D' },
    ]),
    'B',
    false,
    'B: 16:40.00 · equal 2nd of 4 so far, 3 of 4 in',
  ],
  [
    'a penalty',
    head([{ name: 'A', time: 900_000, fields: { penaltyMillis: 5000 } }, { name: 'B' }]),
    'A',
    false,
    'A: 15:05.00 (incl. 5 s penalty) · leading, 1 of 2 in',
  ],
  [
    'a handicap: the time that was taken, and beside it the one that counts',
    head([
      {
        name: 'A',
        time: 900_000,
        fields: { allowanceMillis: 30_000, adjustedTimeMillis: 870_000 },
      },
      { name: 'B' },
    ]),
    'A',
    false,
    'A: 14:30.00 (raw 15:00.00) · leading, 1 of 2 in',
  ],
  [
    'a handicap larger than the time',
    head([
      { name: 'A', time: 20_000, fields: { allowanceMillis: 30_000, adjustedTimeMillis: -10_000 } },
      { name: 'B' },
    ]),
    'A',
    false,
    'A: −0:10.00 (raw 0:20.00) · leading, 1 of 2 in',
  ],
  [
    'out of competition',
    head([{ name: 'A', time: 900_000, fields: { outOfCompetition: true } }, { name: 'B' }]),
    'A',
    false,
    'A: 15:00.00 · out of competition, 1 of 2 in',
  ],
  [
    'only places are shown',
    head(BOATS, {
      results: 'placesOnly',
      lanes: head(BOATS).lanes.map((lane) => ({
        ...lane,
        finishTimeMillis: null,
        penaltyMillis: null,
      })),
    }),
    'Saline',
    false,
    'Saline: 2nd of 3 Masters C so far, 3 of 4 in',
  ],
] as const) {
  test(`a crew: ${rule}`, () => {
    assert.equal(body(race, crew, 'en', isEnd), expected);
  });
}

for (const [rule, race, crews, expected, tag] of [
  [
    'three crews are named',
    head(RACED),
    [THE_RACE],
    '1. Carlson 18:00.00 · 2. Hudson 18:10.00 · 3. Saline 18:22.40',
    'race-31',
  ],
  [
    'ended by time: first how many are in, and no places',
    head(BOATS),
    [THE_RACE],
    '3 of 4 in: Carlson 18:00.00 · Hudson 18:10.00 · Saline 18:22.40',
    'race-31',
  ],
  [
    'with a crew that is followed',
    head(RACED),
    [THE_RACE, 4],
    'Novi: did not finish. 1. Carlson 18:00.00 · 2. Hudson 18:10.00 · 3. Saline 18:22.40',
    'race-31',
  ],
  [
    'two crews of a club, the better one first',
    head(RACED),
    [1, 2],
    'Hudson: 18:10.00 · final: 1st of 3 Masters C. Saline: 18:22.40 · final: 2nd of 3 Masters C',
    'race-31',
  ],
  [
    'a crew out of competition is named as such',
    head([
      { name: 'A', time: 900_000, fields: { outOfCompetition: true } },
      { name: 'B', time: 910_000 },
    ]),
    [THE_RACE],
    '1. B 15:10.00 · A 15:00.00 (out of competition)',
    'race-31',
  ],
  [
    'nobody has finished',
    head([
      { name: 'A', status: 'dnf' },
      { name: 'B', status: 'dns' },
    ]),
    [THE_RACE],
    'A DNF · B DNS',
    'race-31',
  ],
] as const) {
  test(`the end: ${rule}`, () => {
    const message = composeEnd(race, EVENT, { ...options('en'), crewIds: new Set(crews) });
    assert.equal(message?.body, expected);
    assert.deepEqual(
      [message?.kind, message?.tag, message?.title],
      ['results-posted', tag, 'Race 12 · Women 8+'],
    );
  });
}

test('the end: nothing of a crew that is not in the race', () => {
  assert.equal(
    composeEnd(head(RACED), EVENT, { ...options('en'), crewIds: new Set([99]) }),
    undefined,
  );
});

const FINAL = boardRaceOf(20, '2026-06-13T20:10:00Z', { id: 40, title: 'Final A' });
const [, , , FOURTH] = [1, 2, 3, 4].map((position) =>
  boardLane(position, { crewId: 5, crewName: 'Saline' }),
);
assert.ok(FOURTH);
const NOW = Date.parse('2026-06-13T15:00:00Z');

for (const [language, expected] of [
  ['en', 'Saline: Final A, 16:10, lane 4'],
  ['de', 'Saline: Final A, 16:10, Bahn 4'],
  ['fr', 'Saline\u00a0: Final A, 16:10, couloir 4'],
  ['nl', 'Saline: Final A, 16:10, baan 4'],
  ['it', 'Saline: Final A, 16:10, corsia 4'],
] as const) {
  test(`a draw: where the crew goes: ${language}`, () => {
    const message = composeDrawn(FINAL, FOURTH, EVENT, { ...options(language), now: NOW });
    assert.equal(message.body, expected);
    assert.deepEqual([message.kind, message.tag], ['notice', 'drawn-40-5']);
    assert.equal(message.url, 'https://regatta.example/events/7/races/20');
  });
}

test('a draw: of another day, with the day; without a title, the number; in a head race, the bow', () => {
  const race = { ...FINAL, title: null, kind: 'head' as const };
  const now = NOW - 86_400_000;
  const { body: english } = composeDrawn(race, FOURTH, EVENT, { ...options('en'), now });
  assert.equal(english, 'Saline: Race 20, Saturday 16:10, bow 4');
  const { body: german } = composeDrawn(race, FOURTH, EVENT, { ...options('de'), now });
  assert.equal(german, 'Saline: Rennen 20, Samstag, 16:10, Startnr. 4');
});

for (const [language, expected] of [
  ['en', 'Race 12 · Women 8+ · Novi · Bow 304, start about 15:42'],
  ['de', 'Rennen 12 · Women 8+ · Novi · Startnr. 304, Start gegen 15:42'],
  ['fr', 'Course 12 · Women 8+ · Novi · N° d’étrave 304, départ vers 15:42'],
  ['nl', 'Race 12 · Women 8+ · Novi · Boegnr. 304, start rond 15:42'],
  ['it', 'Gara 12 · Women 8+ · Novi · N. d’acqua 304, partenza verso le 15:42'],
] as const) {
  test(`a reminder of an entry: by its own start: ${language}`, () => {
    const race = head(BOATS);
    const entry = { ...laneOf(race, 'Novi'), startsAt: '2026-06-13T19:42:20Z' };
    const message = composeReminder(
      race,
      EVENT,
      {
        ...{ language, followedCrewIds: new Set([4]), boardUrl: BOARD_URL },
        now: Date.parse('2026-06-13T19:22:20Z'),
      },
      entry,
    );
    assert.equal(message.body, expected);
    assert.equal(message.tag, 'soon-31-4');
    if (language === 'en') assert.equal(message.title, 'Your race in 20 minutes');
  });
}

test('a race whose boats start together: a handicap stands beside the time that was taken', () => {
  const race = head(
    [
      { name: 'A', time: 400_000, fields: { allowanceMillis: 10_000 } },
      { name: 'B', time: 395_000 },
    ],
    { kind: 'lanes' },
  );
  const message = composeResults(race, EVENT, { ...options('en'), followedCrewIds: new Set([1]) });
  assert.equal(message?.body, 'A: 1st, 6:30.00 (raw 6:40.00). 2. B 6:35.00');
});

test('a race whose boats start together: who rows out of competition is named as such', () => {
  const race = head(
    [
      { name: 'A', time: 390_000, fields: { outOfCompetition: true } },
      { name: 'B', time: 395_000 },
    ],
    { kind: 'lanes' },
  );
  const bodyFor = (...crews: number[]) =>
    composeResults(race, EVENT, { ...options('en'), followedCrewIds: new Set(crews) })?.body;
  assert.equal(bodyFor(1), 'A: out of competition, 6:30.00. 1. B 6:35.00');
  assert.equal(bodyFor(), '1. B 6:35.00 · A 6:30.00 (out of competition)');
});

const names = fc.oneof(fc.constant('Saline'), fc.string({ unit: 'grapheme', maxLength: 120 }));

always(
  'every message: at most 1 KB, whatever crews and categories are called',
  record<{ crew: string; category: string; title: string; language: Language; isEnd: boolean }>({
    crew: names,
    category: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    title: names,
    language: among(...LANGUAGE_CODES),
    isEnd: fc.boolean(),
  }),
  ({ crew, category, title, language, isEnd }) => {
    const boats = Array.from({ length: 30 }, (_, index) => ({
      ...{ name: crew + index, time: 900_000 + index * 100, category },
    }));
    const race = head([...boats, { name: crew }], { title });
    const [lane] = race.lanes;
    assert.ok(lane);
    const crewIds = new Set([THE_RACE, ...race.lanes.map(({ crewId }) => crewId ?? 0)]);
    const message = isEnd
      ? composeEnd(race, EVENT, { ...options(language), crewIds })
      : composeCrewIn(race, lane, EVENT, options(language));
    assert.ok(message);
    assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 1024);
    const drawn = composeDrawn({ ...FINAL, title }, lane, EVENT, {
      ...options(language),
      now: NOW,
    });
    assert.ok(Buffer.byteLength(JSON.stringify(drawn)) <= 1024);
  },
);
