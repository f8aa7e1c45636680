/** The words of push messages, in every language and for texts of every kind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BoardLane, BoardRace } from '../../src/contract/board.ts';
import type { EntryStatus } from '../../src/contract/fields.ts';
import type { LaneResult } from '../../src/domain/draw/lane.ts';
import { shownResults } from '../../src/domain/results/standings.ts';
import {
  composeDelay,
  composeReminder,
  composeRetime,
} from '../../src/notify/messages/day-messages.ts';
import { composeResults, resultsLine } from '../../src/notify/messages/message.ts';
import type { RaceNow } from '../../src/renderings/board-facts.ts';
import { messageWords } from '../../src/words/words.ts';
import { always, among, record } from '../domain/properties.ts';
import { PLAIN_BOARD_LANE, PLAIN_BOARD_RACE } from '../support/racing.ts';

const EVENT = { eventId: 7, eventName: 'Hebda Cup', timezone: 'America/New_York' };
const BOARD_URL = 'https://regatta.example';
const SALINE = 1;
const HUDSON = 2;
const CARLSON = 3;

/** Lanes as [crew, status, time, penalty]; places are derived as the service derives them. */
type LaneCase = [string | null, EntryStatus, number?, number?];

function race(lanes: LaneCase[], fields: Partial<RaceNow> = {}): RaceNow {
  const ids: Record<string, number> = { Saline: SALINE, Hudson: HUDSON, Carlson: CARLSON };
  return {
    id: 31,
    raceNumber: 12,
    number: '12',
    title: 'Women 8+, Heat 1',
    scheduledAt: '2026-06-13T09:00:00Z',
    estimatedAt: '2026-06-13T09:00:00Z',
    ...PLAIN_BOARD_RACE,
    distanceMeters: 2000,
    boatClass: '8+',
    round: 'Heat 1',
    divisionLabel: 'Women',
    notes: null,
    resultMode: 'timed',
    results: 'full',
    state: 'planned',
    reason: null,
    official: null,
    entered: lanes.filter(([crew]) => crew !== null).length,
    scored: lanes.filter(([crew, status]) => crew !== null && status !== 'assigned').length,
    resultsAt: null,
    lanes: shownResults('timed', lanes.map(laneResult)).map((result, index) => {
      const crewName = lanes[index]?.[0] ?? null;
      return {
        ...PLAIN_BOARD_LANE,
        ...result,
        position: index + 1,
        positionLabel: String(index + 1),
        crewId: crewName === null ? null : (ids[crewName] ?? 100 + index),
        crewName,
        withdrawn: false,
        from: null,
      };
    }),
    ...fields,
  };
}

function laneResult([, status, time, penalty]: LaneCase): LaneResult {
  return {
    status,
    finishTimeMillis: time ?? null,
    finishPlace: null,
    penaltyMillis: penalty ?? null,
  };
}

function results(
  given: BoardRace,
  { language = 'en', followed = [] as number[] } = {},
): { title: string; body: string } {
  const message = composeResults(given, EVENT, {
    language,
    followedCrewIds: new Set(followed),
    boardUrl: BOARD_URL,
  });
  assert.ok(message);
  return message;
}

const THREE: LaneCase[] = [
  ['Hudson', 'finished', 405310],
  ['Saline', 'finished', 402696],
  ['Carlson', 'finished', 412000],
];

const bodies: {
  rule: string;
  lanes: LaneCase[];
  followed?: number[];
  fields?: Partial<RaceNow>;
  en: string;
  de: string;
  fr: string;
}[] = [
  {
    rule: 'crews stand by place, whatever their lanes',
    lanes: THREE,
    en: '1. Saline 6:42.70 · 2. Hudson 6:45.31 · 3. Carlson 6:52.00',
    de: '1. Saline 6:42,70 · 2. Hudson 6:45,31 · 3. Carlson 6:52,00',
    fr: '1. Saline 6:42,70 · 2. Hudson 6:45,31 · 3. Carlson 6:52,00',
  },
  {
    rule: 'thousandths are told where they decide, as on the board',
    lanes: [
      ['Hudson', 'finished', 402698],
      ['Saline', 'finished', 402696],
    ],
    followed: [HUDSON],
    en: 'Hudson: 2nd, 6:42.698 (+0.002). 1. Saline 6:42.696',
    de: 'Hudson: 2. Platz, 6:42,698 (+0,002). 1. Saline 6:42,696',
    fr: 'Hudson\u{a0}: 2e place, 6:42,698 (+0,002). 1. Saline 6:42,696',
  },
  {
    rule: 'a followed crew comes first, with its gap to the winner',
    lanes: THREE,
    followed: [HUDSON],
    en: 'Hudson: 2nd, 6:45.31 (+2.61). 1. Saline 6:42.70 · 3. Carlson 6:52.00',
    de: 'Hudson: 2. Platz, 6:45,31 (+2,61). 1. Saline 6:42,70 · 3. Carlson 6:52,00',
    fr: 'Hudson\u{a0}: 2e place, 6:45,31 (+2,61). 1. Saline 6:42,70 · 3. Carlson 6:52,00',
  },
  {
    rule: 'all followed crews come first, by place; a winner has no gap',
    lanes: THREE,
    followed: [CARLSON, SALINE],
    en: 'Saline: 1st, 6:42.70. Carlson: 3rd, 6:52.00 (+9.30). 2. Hudson 6:45.31',
    de: 'Saline: 1. Platz, 6:42,70. Carlson: 3. Platz, 6:52,00 (+9,30). 2. Hudson 6:45,31',
    fr: 'Saline\u{a0}: 1re place, 6:42,70. Carlson\u{a0}: 3e place, 6:52,00 (+9,30). 2. Hudson 6:45,31',
  },
  {
    rule: 'a followed crew that is not in the race changes nothing',
    lanes: [['Saline', 'finished', 402696]],
    followed: [HUDSON],
    en: '1. Saline 6:42.70',
    de: '1. Saline 6:42,70',
    fr: '1. Saline 6:42,70',
  },
  {
    rule: 'places without times',
    lanes: [
      ['Hudson', 'finished'],
      ['Saline', 'finished'],
    ],
    followed: [SALINE],
    fields: { results: 'placesOnly', lanes: placed([2, 1]) },
    en: 'Saline: 1st. 2. Hudson',
    de: 'Saline: 1. Platz. 2. Hudson',
    fr: 'Saline\u{a0}: 1re place. 2. Hudson',
  },
  {
    rule: 'crews without a place come last, in the short words of a list',
    lanes: [
      ['Carlson', 'dns'],
      ['Hudson', 'dsq', 400000],
      ['Saline', 'finished', 402696],
      ['Parkersburg', 'dnf'],
    ],
    en: '1. Saline 6:42.70 · Parkersburg DNF · Carlson DNS · Hudson DSQ',
    de: '1. Saline 6:42,70 · Parkersburg DNF · Carlson DNS · Hudson DSQ',
    fr: '1. Saline 6:42,70 · Parkersburg abandon · Carlson non partant · Hudson DSQ',
  },
  {
    rule: 'followers of crews without a place read it in full',
    lanes: [
      ['Carlson', 'dns'],
      ['Hudson', 'dsq'],
      ['Saline', 'dnf'],
    ],
    followed: [SALINE, HUDSON, CARLSON],
    en: 'Saline: did not finish. Carlson: did not start. Hudson: disqualified.',
    de: 'Saline: nicht im Ziel. Carlson: nicht gestartet. Hudson: disqualifiziert.',
    fr: 'Saline\u{a0}: abandon. Carlson\u{a0}: non partant. Hudson\u{a0}: disqualifié.',
  },
  {
    rule: 'the time that counts holds the penalty, and says so',
    lanes: [
      ['Hudson', 'finished', 400000],
      ['Saline', 'finished', 399000, 5000],
      ['Carlson', 'finished', 410000, 2500],
    ],
    followed: [SALINE],
    en: 'Saline: 2nd, 6:44.00 (+4.00, incl. 5 s penalty). 1. Hudson 6:40.00 · 3. Carlson 6:52.50 (incl. 2.5 s penalty)',
    de: 'Saline: 2. Platz, 6:44,00 (+4,00, inkl. 5 s Zeitstrafe). 1. Hudson 6:40,00 · 3. Carlson 6:52,50 (inkl. 2,5 s Zeitstrafe)',
    fr: 'Saline\u{a0}: 2e place, 6:44,00 (+4,00, dont 5 s de pénalité). 1. Hudson 6:40,00 · 3. Carlson 6:52,50 (dont 2,5 s de pénalité)',
  },
  {
    rule: 'a dead heat shares the place',
    lanes: [
      ['Hudson', 'finished', 400000],
      ['Saline', 'finished', 400000],
      ['Carlson', 'finished', 410000],
    ],
    followed: [SALINE],
    en: 'Saline: equal 1st, 6:40.00. 1.= Hudson 6:40.00 · 3. Carlson 6:50.00',
    de: 'Saline: geteilter 1. Platz, 6:40,00. 1.= Hudson 6:40,00 · 3. Carlson 6:50,00',
    fr: 'Saline\u{a0}: 1re place ex æquo, 6:40,00. 1.= Hudson 6:40,00 · 3. Carlson 6:50,00',
  },
  {
    rule: 'a lane without a crew goes by its word, as on the board; one without a result is not named',
    lanes: [
      [null, 'finished', 402696],
      ['Hudson', 'assigned'],
      ['Saline', 'finished'],
    ],
    en: 'Lane 1 6:42.70 · Saline finished',
    de: 'Bahn 1 6:42,70 · Saline im Ziel',
    fr: 'Couloir 1 6:42,70 · Saline à l’arrivée',
  },
  {
    rule: 'nobody has a place or a gap before all are in',
    lanes: [...THREE.slice(0, 2), ['Carlson', 'assigned']],
    followed: [HUDSON],
    en: 'Hudson: finished, 6:45.31. Saline 6:42.70',
    de: 'Hudson: im Ziel, 6:45,31. Saline 6:42,70',
    fr: 'Hudson\u{a0}: à l’arrivée, 6:45,31. Saline 6:42,70',
  },
  {
    rule: 'a race that has ended with a boat missing has places, and nobody has won it',
    lanes: [...THREE.slice(0, 2), ['Carlson', 'assigned']],
    followed: [SALINE, HUDSON],
    fields: { hasEnded: true },
    en: 'Saline: place 1, 6:42.70. Hudson: place 2, 6:45.31 (+2.61).',
    de: 'Saline: Platz 1, 6:42,70. Hudson: Platz 2, 6:45,31 (+2,61).',
    fr: 'Saline\u{a0}: place 1, 6:42,70. Hudson\u{a0}: place 2, 6:45,31 (+2,61).',
  },
  {
    rule: 'times under a minute and above an hour; gaps above a minute',
    lanes: [
      ['Hudson', 'finished', 59_994],
      ['Saline', 'finished', 3_723_456],
    ],
    followed: [SALINE],
    en: 'Saline: 2nd, 1:02:03.46 (+1:01:03.47). 1. Hudson 0:59.99',
    de: 'Saline: 2. Platz, 1:02:03,46 (+1:01:03,47). 1. Hudson 0:59,99',
    fr: 'Saline\u{a0}: 2e place, 1:02:03,46 (+1:01:03,47). 1. Hudson 0:59,99',
  },
];

for (const { rule, lanes, followed = [], fields = {}, ...expected } of bodies) {
  for (const language of ['en', 'de', 'fr'] as const) {
    test(`results in ${language}: ${rule}`, () => {
      const { body } = results(race(lanes, fields), { language, followed });
      assert.equal(body, expected[language]);
    });
  }
}

/** Hudson and Saline with places that were given by hand. */
function placed(places: number[]): BoardLane[] {
  return places.map((finishPlace, index) => ({
    ...PLAIN_BOARD_LANE,
    position: index + 1,
    positionLabel: String(index + 1),
    crewId: index === 0 ? HUDSON : SALINE,
    crewName: index === 0 ? 'Hudson' : 'Saline',
    status: 'finished',
    finishTimeMillis: null,
    finishPlace,
    penaltyMillis: null,
    withdrawn: false,
    from: null,
  }));
}

const ordinals = {
  en: {
    1: '1st',
    2: '2nd',
    3: '3rd',
    4: '4th',
    11: '11th',
    12: '12th',
    13: '13th',
    21: '21st',
    102: '102nd',
    111: '111th',
  },
  de: { 1: '1. Platz', 2: '2. Platz', 11: '11. Platz' },
  fr: { 1: '1re place', 2: '2e place', 21: '21e place' },
};
for (const [language, places] of Object.entries(ordinals)) {
  for (const [place, word] of Object.entries(places)) {
    test(`places in ${language}: ${word}`, () => {
      const lanes = placed([Number(place)]);
      const { body } = results(race([], { lanes }), { language, followed: [HUDSON] });
      assert.match(body, new RegExp(`^Hudson\u{a0}?: ${word.replace('.', '\\.')}\\.$`));
    });
  }
}

test('results are titled with number and name of the race', () => {
  const titles = (fields: Partial<BoardRace>) =>
    ['en', 'de', 'fr'].map((language) => results(race(THREE, fields), { language }).title);
  assert.deepEqual(titles({}), [
    'Race 12 · Women 8+, Heat 1',
    'Rennen 12 · Women 8+, Heat 1',
    'Course 12 · Women 8+, Heat 1',
  ]);
  assert.equal(titles({ title: null })[0], 'Race 12 · Women 8+, Heat 1');
  assert.equal(titles({ title: '' })[0], 'Race 12 · Women 8+, Heat 1');
  assert.equal(titles({ title: null, round: null })[0], 'Race 12 · Women 8+');
  const unnamed = { title: null, round: null, boatClass: null, divisionLabel: null };
  assert.equal(titles(unnamed)[0], 'Race 12');
});

test('a result message leads to its race and replaces what was said of it before', () => {
  const message = composeResults(race(THREE), EVENT, {
    language: 'en',
    followedCrewIds: new Set(),
    boardUrl: BOARD_URL,
  });
  assert.deepEqual(message, {
    kind: 'results-posted',
    eventId: 7,
    title: 'Race 12 · Women 8+, Heat 1',
    body: '1. Saline 6:42.70 · 2. Hudson 6:45.31 · 3. Carlson 6:52.00',
    url: 'https://regatta.example/events/7/races/12',
    tag: 'race-31',
  });
});

test('nothing is said of results that are hidden, or that were all taken back', () => {
  const options = { language: 'en', followedCrewIds: new Set<number>(), boardUrl: BOARD_URL };
  assert.equal(composeResults(race(THREE, { results: 'hidden' }), EVENT, options), undefined);
  assert.equal(composeResults(race([['Saline', 'assigned']]), EVENT, options), undefined);
  assert.equal(composeResults(race([]), EVENT, options), undefined);
});

test('a time that slipped into a race with places only stays unsaid', () => {
  const { body } = results(race(THREE, { results: 'placesOnly' }), { followed: [HUDSON] });
  assert.equal(body, 'Hudson: 2nd. 1. Saline · 3. Carlson');
});

test('a long race says that there is more', () => {
  const lanes = Array.from(
    { length: 40 },
    (_, index): LaneCase => [`Crew of town ${index}`, 'finished', 400000 + index * 1000],
  );
  const { body } = results(race(lanes));
  assert.match(body, /^1\. Crew of town 0 6:40\.00 · .* · …$/);
  assert.ok(body.length <= 184, body);
  const all = results(race(lanes), { followed: lanes.map((_, index) => 100 + index) }).body;
  assert.match(all, /^Crew of town 0: 1st, .* …$/);
});

for (const [language, expected] of [
  ['de-CH', 'Rennen 12'],
  ['DE', 'Rennen 12'],
  ['fr-CA', 'Course 12'],
  ['en-US', 'Race 12'],
  ['zh', 'Race 12'],
  ['den', 'Race 12'],
  ['', 'Race 12'],
]) {
  test(`a device that speaks "${language}" reads "${expected}"`, () => {
    assert.ok(results(race(THREE), { language }).title.startsWith(`${expected} ·`));
  });
}

test('names are set apart from the text around them', () => {
  const names = ['Two\nlines \u{7}', '\u{202e}Reversed', 'נבחרת', 'Half \u{d83d}', '\u{2069}'];
  const lanes = names.map((name, index): LaneCase => [name, 'finished', 400000 + index * 1000]);
  assert.equal(
    results(race(lanes)).body,
    '1. Two lines 6:40.00 · 2. Reversed 6:41.00 · 3. \u{2068}נבחרת\u{2069} 6:42.00 · ' +
      '4. Half \u{fffd} 6:43.00 · 5. Lane 5 6:44.00',
  );
});

test('names are cut between what people read as characters', () => {
  const family = '\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}';
  const { body, title } = results(
    race([[family.repeat(24), 'finished', 400000]], { title: 'e\u{301}'.repeat(100) }),
  );
  assert.equal(title, `Race 12 · ${'e\u{301}'.repeat(79)}…`);
  assert.equal(body, `1. ${family.repeat(24)} 6:40.00`);
  const longer = results(race([['x'.repeat(33), 'finished', 400000]]));
  assert.equal(longer.body, `1. ${'x'.repeat(31)}… 6:40.00`);
});

/** Texts of troublesome characters: quotes, control characters, lone surrogates, marks, characters of four bytes. */
const hostile = fc.string({
  unit: fc.oneof(
    among('"', '\\', '\u{0}', '\u{7f}', '\n', '\u{2028}', '\u{d83d}', '\u{dc00}', '\u{301}'),
    among('\u{1f3f4}', '\u{200d}', '\u{1f1e9}', '\u{202e}', '\u{2067}', 'ש', '漢', '\u{10ffff}'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 200,
  size: 'max',
});
const millis = fc.option(fc.nat({ max: 2_147_483_647 }));
const lane: fc.Arbitrary<BoardLane> = record({
  category: fc.option(hostile),
  categoryPlace: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
  outOfCompetition: fc.boolean(),
  allowanceMillis: fc.option(fc.integer({ min: -3_600_000, max: 3_600_000 })),
  adjustedTimeMillis: fc.constant(null),
  startsAt: fc.constant(null),
  startedAt: fc.constant(null),
  finishedAt: fc.constant(null),
  next: fc.constant(null),
  position: fc.integer({ min: 1, max: 2_147_483_647 }),
  positionLabel: hostile,
  crewId: fc.option(fc.integer({ min: 1, max: 4 })),
  crewName: fc.option(hostile),
  status: among<EntryStatus>('assigned', 'finished', 'dns', 'dnf', 'dsq'),
  finishTimeMillis: millis,
  finishPlace: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
  penaltyMillis: millis,
  withdrawn: fc.constant(false),
  from: fc.constant(null),
});
const anyRace = record({
  title: fc.option(hostile),
  boatClass: fc.option(hostile),
  round: fc.option(hostile),
  divisionLabel: fc.option(hostile),
  results: among<BoardRace['results']>('full', 'placesOnly'),
  lanes: fc.array(lane, { maxLength: 12 }),
});

always(
  'whatever the names, a message is well-formed text of at most 1 KB',
  record({
    given: anyRace,
    eventName: hostile,
    language: among('en', 'de', 'fr'),
    delayMinutes: fc.integer({ min: -1440, max: 1440 }),
    path: among('', `/${'long/'.repeat(60)}`),
  }),
  ({ given, eventName, language, delayMinutes, path }) => {
    const event = { eventId: Number.MAX_SAFE_INTEGER, eventName, timezone: null };
    const boardUrl = BOARD_URL + path;
    const messages = [
      composeResults(race([], given), event, {
        language,
        followedCrewIds: new Set([1, 2]),
        boardUrl,
      }),
      composeDelay({ venueDay: '2026-06-13', delay: { delayMinutes, until: 0 } }, event, {
        language,
        boardUrl,
      }),
      composeRetime(
        race([], given),
        { venueDay: '2026-06-13', laterCount: Math.abs(delayMinutes) },
        event,
        { language, boardUrl },
      ),
    ];
    for (const message of messages) {
      if (!message) continue;
      const sent = Buffer.from(JSON.stringify(message));
      assert.ok(sent.length <= 1024, `${sent.length} bytes`);
      const read = JSON.parse(sent.toString());
      assert.deepEqual(read, message);
      for (const text of [read.title, read.body]) {
        assert.ok(text.isWellFormed() && text !== '');
        assert.doesNotMatch(text, /[\p{Cc}\u{2028}\u{2029}\u{202a}-\u{202e}\u{2066}\u{2067}]/u);
      }
    }
  },
);

function reminder(given: BoardRace, language: string, minutes: number, followed: number[]) {
  const now = Date.parse(given.estimatedAt) - minutes * 60_000;
  const followedCrewIds = new Set(followed);
  return composeReminder(given, EVENT, { language, followedCrewIds, boardUrl: BOARD_URL, now });
}

for (const [language, minutes, followed, title, body] of [
  ['en', 20, [SALINE], 'Your race in 20 minutes', 'Race 12 · Women 8+, Heat 1 · Saline · 05:00'],
  ['en', 19.6, [SALINE], 'Your race in 20 minutes', 'Race 12 · Women 8+, Heat 1 · Saline · 05:00'],
  ['en', 0.3, [], 'Race 12 in 1 minute', 'Race 12 · Women 8+, Heat 1 · 05:00'],
  ['de-CH', 1, [SALINE], 'Ihr Rennen in 1 Minute', 'Rennen 12 · Women 8+, Heat 1 · Saline · 05:00'],
  ['de', 30, [], 'Rennen 12 in 30 Minuten', 'Rennen 12 · Women 8+, Heat 1 · 05:00'],
  [
    'fr',
    120,
    [HUDSON],
    'Votre course dans 120 minutes',
    'Course 12 · Women 8+, Heat 1 · Hudson · 05:00',
  ],
  ['fr', 1, [], 'Course 12 dans 1 minute', 'Course 12 · Women 8+, Heat 1 · 05:00'],
] as const) {
  test(`reminder: ${title}, ${followed.length} crews, ${minutes} minutes`, () => {
    const message = reminder(
      race([
        ['Saline', 'assigned'],
        ['Hudson', 'assigned'],
      ]),
      language,
      minutes,
      [...followed],
    );
    assert.deepEqual([message.title, message.body], [title, body]);
  });
}

test('reminder: eight crews with long names of every script fit', () => {
  const names = ['🚣'.repeat(120), 'מועדון החתירה '.repeat(9), 'x\u0000\ny', ''];
  const given = race(Array.from({ length: 8 }, () => ['Saline', 'assigned'] as LaneCase));
  for (const [index, lane] of given.lanes.entries()) lane.crewName = names[index % 4] ?? null;
  given.title = '🚣'.repeat(200);
  const message = reminder(given, 'fr', 20, [SALINE]);
  assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 1024);
  assert.doesNotMatch(message.body, /\p{Cc}/u);
});

test('a line of results names who has withdrawn, last; a message says nothing of it', () => {
  const given = race([
    ['Carlson', 'assigned'],
    ['Saline', 'dns'],
    ['Hudson', 'finished', 400_000],
  ]);
  for (const lane of given.lanes.slice(0, 1)) lane.withdrawn = true;
  Object.assign(given, { entered: 2, scored: 2 });
  assert.equal(
    resultsLine(given, messageWords('en'), 200),
    '1. Hudson 6:40.00, Saline DNS, Carlson withdrawn',
  );
  assert.match(resultsLine(given, messageWords('de'), 200), /, Carlson abgemeldet$/);
  assert.match(resultsLine(given, messageWords('fr'), 200), /, Carlson forfait$/);
  assert.equal(results(given).body, '1. Hudson 6:40.00 · Saline DNS');
});

test('a lane without a crew goes by its bow number where its label is one', () => {
  const given = race([
    [null, 'finished', 400_000],
    ['Saline', 'finished', 401_000],
  ]);
  for (const lane of given.lanes) lane.positionLabel = String(103 + lane.position);
  const body = (language: string) => results(given, { language }).body;
  assert.equal(body('en'), '1. Bow 104 6:40.00 · 2. Saline 6:41.00');
  assert.match(body('de'), /^1\. Startnr\. 104 /);
  assert.match(body('fr'), /^1\. N° d’étrave 104 /);
});

test('while only places are known, those that are in stand in the order of the lanes', () => {
  const known = race([
    ['Saline', 'finished', 402_000],
    ['Hudson', 'finished', 400_000],
    ['Carlson', 'assigned'],
  ]);
  const line = (fields: Partial<BoardRace>) =>
    resultsLine({ ...known, ...fields }, messageWords('en'), 200).replaceAll(/ [\d:.]+/g, '');
  assert.match(line({}), /^Hudson.*Saline/);
  for (const fields of [{ resultMode: 'placesOnly' }, { results: 'placesOnly' }] as const) {
    assert.match(
      line({ ...fields, lanes: known.lanes.map((lane) => ({ ...lane, finishTimeMillis: null })) }),
      /^Saline.*Hudson/,
    );
  }
});
