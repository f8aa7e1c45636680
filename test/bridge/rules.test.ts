/** The bridge's rules: when a file counts as whole, which race it is for, what is posted, when that is tried again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMapping } from '../../src/bridge/files/race-map.ts';
import { RaceFiles, type SeenFile } from '../../src/bridge/files/timer-folder.ts';
import { findRace, identityKey, startOf } from '../../src/bridge/find-race.ts';
import { judge } from '../../src/bridge/judge.ts';
import { EMPTY_LEDGER, parseLedger, withAttempt, withSeen } from '../../src/bridge/ledger.ts';
import { kindOf, WritePace, waitMillis } from '../../src/bridge/pace.ts';
import { NO_MEMORY, planPost, type RaceMemory } from '../../src/bridge/plan-post.ts';
import type { LaneResult, ScheduleLane, ScheduleRace } from '../../src/bridge/schedule.ts';
import { RaceLog } from '../../src/bridge/status.ts';
import { parseLif } from '../../src/exchange/finishlynx/files.ts';
import { lifResults } from '../../src/exchange/finishlynx/lif-results.ts';
import { fullRace, lif } from './site.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const WHOLE = fullRace(1, 400);

function seen(text: string, mtimeMs = 1): SeenFile {
  const content = { kind: 'read' as const, hash: text, bytes: bytes(text) };
  return { name: 'a.lif', size: text.length, mtimeMs, content };
}

const LOCKED: SeenFile = { ...seen(''), content: { kind: 'locked', reason: 'EBUSY' } };

/** Looks at one file, each with its time in milliseconds; after the last, whether the file is settled, and its trouble. */
const LOOKS: [
  what: string,
  looks: [SeenFile | null, number][],
  settled: boolean,
  trouble: RegExp | null,
][] = [
  ['one look', [[seen(WHOLE), 0]], false, /being written/],
  [
    'two looks too close',
    [
      [seen(WHOLE), 0],
      [seen(WHOLE), 499],
    ],
    false,
    /being written/,
  ],
  [
    'two looks',
    [
      [seen(WHOLE), 0],
      [seen(WHOLE), 500],
    ],
    true,
    null,
  ],
  [
    'another time in between',
    [
      [seen(WHOLE), 0],
      [seen(WHOLE, 2), 500],
    ],
    false,
    /being written/,
  ],
  [
    'half of it twice',
    [
      [seen(WHOLE.slice(0, -30)), 0],
      [seen(WHOLE.slice(0, -30)), 900],
    ],
    false,
    /last line is cut/,
  ],
  [
    'a locked file',
    [
      [LOCKED, 0],
      [LOCKED, 900],
    ],
    false,
    /another program holds it \(EBUSY\)/,
  ],
  [
    'a file that was locked',
    [
      [LOCKED, 0],
      [seen(WHOLE), 900],
      [seen(WHOLE), 1400],
    ],
    true,
    null,
  ],
  [
    'locked after it had settled',
    [
      [seen(WHOLE), 0],
      [seen(WHOLE), 500],
      [LOCKED, 900],
    ],
    true,
    null,
  ],
  [
    'gone for one look',
    [
      [seen(WHOLE), 0],
      [seen(WHOLE), 500],
      [null, 900],
    ],
    true,
    null,
  ],
];

for (const [what, looks, isSettled, trouble] of LOOKS) {
  test(`a file after ${what}`, () => {
    const files = new RaceFiles();
    for (const [file, at] of looks) files.update(file ? [file] : [], at);
    const [file] = files.current(looks.at(-1)?.[1] ?? 0);
    assert.equal(file?.settled !== null, isSettled);
    assert.match(file?.trouble ?? 'none', trouble ?? /^none$/);
  });
}

test('a file that is gone for two looks is forgotten', () => {
  const files = new RaceFiles();
  for (const at of [0, 500]) files.update([seen(WHOLE)], at);
  for (const at of [1000, 1500]) files.update([], at);
  assert.deepEqual(files.current(1500), []);
});

test('a file that has settled is read again now and then, and right after it has settled', () => {
  const files = new RaceFiles();
  for (const at of [0, 500]) files.update([seen(WHOLE)], at);
  const { name, size, mtimeMs } = seen(WHOLE);
  const wants = (at: number, change = {}) => files.wants({ name, size, mtimeMs, ...change }, at);
  assert.deepEqual(
    [
      wants(1000),
      wants(6000),
      wants(6000, { size: 9 }),
      wants(6000, { mtimeMs: 9 }),
      wants(31_000),
    ],
    [true, false, true, true, true],
  );
});

const lane = (position: number, more: Partial<ScheduleLane> = {}): ScheduleLane => ({
  ...{ position, positionLabel: String(position), teamExternalId: `c${position}` },
  ...{ teamName: `Crew ${position}`, status: 'assigned', finishTimeMillis: null },
  ...{ finishPlace: null, penaltyMillis: null },
  ...more,
});

const race = (lanes: ScheduleLane[], more: Partial<ScheduleRace> = {}): ScheduleRace => ({
  ...{ externalId: 'r1', raceNumber: 1, title: null, scheduledAt: '2026-06-13T07:00:00Z' },
  ...{ distanceMeters: null, boatClass: null, round: null, divisionLabel: null },
  ...{ resultMode: 'timed', lanes },
  ...more,
});

const finished = (position: number, finishTimeMillis: number): LaneResult => ({
  ...{ position, status: 'finished', finishTimeMillis, finishPlace: null },
});

const NONE = {
  written: new Map<string, string>(),
  edited: new Map() as ReadonlyMap<string, string> | null,
  posted: new Map<string, { race: string; hash: string | null }>(),
};
/** An event that was posted to a race: from a file with the hash that `findRace` gets below, with another one, or unknown. */
const posted = (event: string, race: string, hash: string | null = 'same') => ({
  ...NONE,
  posted: new Map([[identityKey({ event, round: '1', heat: '1' }), { race, hash }]]),
});
const { races: EDITED } = readMapping(
  bytes('event,round,heat,race\n; comment\n027A,Champ Semi,1,r1\n5,2,1,1\n9,,,gone\n'),
);

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const MAPS: [what: string, map: Uint8Array, trouble: string | null][] = [
  ['commas', bytes('event,round,heat,race\n13A,1,1,13\n'), null],
  ['semicolons, and comments', bytes('event;round;heat;race\r\n; old\r\n13A;1;1;13\r\n'), null],
  ['tabs, without a heading', bytes('13A\t1\t1\t13\r\n'), null],
  ['UTF-16', utf16('event,round,heat,race\r\n13A,1,1,13\r\n'), null],
  [
    'a line with too little',
    bytes('13A,1,1,13\n14,1,13\n15\n'),
    'line 2 is not event,round,heat,race, and is left out',
  ],
  [
    'two lines of one event',
    bytes('13A,0,0,12\n# later\n13A,1,1,13\n'),
    'line 3 names another race for event 13A, and counts',
  ],
];

for (const [what, map, trouble] of MAPS) {
  test(`a map: ${what}`, () => {
    const read = readMapping(map);
    assert.deepEqual(
      [read.races?.get(identityKey({ event: '13A', round: '1', heat: '1' })), read.trouble],
      ['13', trouble],
    );
  });
}

const IDENTITIES: [identity: [string, string, string], maps: typeof NONE, found: RegExp][] = [
  [['1', '1', '1'], NONE, /^r1$/],
  [['001', '0', '0'], NONE, /^r1$/],
  [['1', '', ''], NONE, /^r1$/],
  [['1', '2', '1'], NONE, /^unknown race: .* event 1, round 2, heat 1 /],
  [['1', '1', '2'], NONE, /^unknown race/],
  [['0', '0', '0'], NONE, /^unknown race/],
  [['24a', '1', '1'], NONE, /^unknown race: .* event 24a /],
  [['027A', 'Champ Semi', '1'], { ...NONE, edited: EDITED }, /^r1$/],
  [['5', '2', '1'], { ...NONE, edited: EDITED }, /^r1$/],
  [['9', '1', '1'], { ...NONE, edited: EDITED }, /names race "gone", which is not/],
  // The start lists that the bridge wrote take precedence over the edited map and over today's race numbers.
  [['1', '1', '1'], { ...NONE, written: new Map([['1', 'r2']]) }, /^r2$/],
  [['1', '1', '1'], { ...NONE, written: new Map([['1', 'away']]) }, /no longer in the schedule$/],
  // A race that is in the start lists is not also found as the event of its number.
  [
    ['2', '1', '1'],
    { ...NONE, written: new Map([['7', 'r2']]) },
    /^race 2 is event 7 in the start/,
  ],
  // Numbers changed after a file was posted: that file stays with its race; another, which may be for either, needs the map.
  [['1', '1', '1'], posted('1', 'r1'), /^r1$/],
  [['001', '0', '0'], posted('1', 'r2'), /^r2$/],
  [
    ['1', '1', '1'],
    posted('1', 'r2', 'other'),
    /^event 1 was posted to a race that is number 2 now: /,
  ],
  [
    ['1', '1', '1'],
    posted('1', 'r2', null),
    /^event 1 was posted to a race that is number 2 now: /,
  ],
  [['1', '1', '1'], posted('1', 'away', 'other'), /^event 1 was posted to a race that is gone: /],
  [['1', '1', '1'], posted('1', 'away'), /no longer in the schedule$/],
  [['9', '1', '1'], posted('9', 'r2', 'other'), /^r2$/],
  [['1', '1', '1'], posted('9', 'r1'), /^race 1 was posted as event 9, not event 1: /],
  [['5', '2', '1'], { ...posted('5', 'r2'), edited: EDITED }, /^r1$/],
  // Until the map has been read once, no race is found by its number alone.
  [['1', '1', '1'], { ...NONE, edited: null }, /^event 1 waits for the file of --map/],
  [['1', '1', '1'], { ...posted('1', 'r1'), edited: null }, /^r1$/],
  [['1', '1', '1'], { ...NONE, written: new Map([['1', 'r2']]), edited: null }, /^r2$/],
  [['24a', '2', '1'], { ...NONE, edited: null }, /^lynx:24a-2-1$/],
  [['24a', '1', '1'], { ...NONE, edited: null }, /^unknown race: .* event 24a /],
  // A race that was imported from start lists of FinishLynx has their event, round and heat in its `externalId`.
  [['24a', '2', '1'], NONE, /^lynx:24a-2-1$/],
  [['24a', '2', '2'], NONE, /^unknown race/],
];

for (const [[event, round, heat], maps, expected] of IDENTITIES) {
  test(`event "${event}", round "${round}", heat "${heat}" is ${expected.source}`, () => {
    const races = [race([]), race([], { externalId: 'r2', raceNumber: 2 })];
    races.push(race([], { externalId: 'lynx:24a-2-1', raceNumber: 3 }));
    const found = findRace({ event, round, heat, hash: 'same' }, races, maps);
    assert.match(typeof found === 'string' ? found : (found.externalId ?? ''), expected);
  });
}

const TWO = ['1,2,400.00', '2,1,401.00'];
const BOTH = [finished(2, 400_000), finished(1, 401_000)];
const inService = (results: LaneResult[]) =>
  [1, 2, 3].map((position) =>
    lane(
      position,
      results.find((one) => one.position === position),
    ),
  );

/** Rows of a file, the lanes in the service, what the bridge knows, and what the bridge then does. */
const PLANS: [
  what: string,
  rows: string[],
  lanes: ScheduleLane[],
  memory: Partial<RaceMemory>,
  told: string,
][] = [
  ['a new race', TWO, inService([]), {}, 'post 1=401000 2=400000'],
  ['what was confirmed', TWO, inService(BOTH), { confirmed: BOTH }, 'done'],
  ['what is there without a ledger', TWO, inService(BOTH), {}, 'done'],
  [
    'a correction',
    ['1,2,399.00', '2,1,401.00'],
    inService(BOTH),
    { confirmed: BOTH },
    'post 1=401000 2=399000',
  ],
  ['a boat less', ['1,2,400.00'], inService(BOTH), { confirmed: BOTH }, 'post 1=assigned 2=400000'],
  [
    'an answer that was lost',
    TWO,
    inService([finished(1, 5)]),
    { attempts: [[finished(1, 5)]] },
    'post 1=401000 2=400000',
  ],
  ['a person’s result', TWO, inService([finished(1, 5)]), {}, 'park lane 1 has another result'],
  [
    'a jury’s penalty',
    TWO,
    [lane(1, { ...finished(1, 401_000), penaltyMillis: 5 }), lane(2)],
    {},
    'park lane 1 has another result',
  ],
  ['taken back by a person', TWO, inService([finished(2, 400_000)]), { confirmed: BOTH }, 'done'],
  [
    'taken back, and then corrected',
    ['1,2,399.00', '2,1,401.00'],
    inService([finished(2, 400_000)]),
    { confirmed: BOTH },
    'post 2=399000',
  ],
  [
    'taken back, and then corrected there',
    ['1,2,400.00', '2,1,402.00'],
    inService([finished(2, 400_000)]),
    { confirmed: BOTH },
    'park lane 1 was taken back',
  ],
  [
    'a restored back-up',
    TWO,
    inService([]),
    { confirmed: BOTH, isRestored: true },
    'post 1=401000 2=400000',
  ],
  [
    'a restored back-up with a decision of the jury',
    TWO,
    inService([{ ...finished(1, 401_000), status: 'dsq' }]),
    { confirmed: BOTH, isRestored: true },
    'park lane 1 has another result',
  ],
  [
    'a restored back-up with a penalty of the jury',
    TWO,
    [lane(1, { ...finished(1, 401_000), penaltyMillis: 5 }), lane(2), lane(3)],
    { confirmed: BOTH, isRestored: true },
    'park lane 1 has another result',
  ],
  ['a lane that is not there', ['1,9,400.00'], inService([]), {}, 'park there is no lane 9'],
  ['a lane by its label', ['1,21,400.00'], [lane(1, { positionLabel: '21' })], {}, 'post 1=400000'],
  // Where labels begin with 0, the timer has positions: label 1 is position 2, but the timer's lane 1 is position 1.
  [
    'a lane 0 in the race',
    ['1,1,400.00'],
    [lane(1, { positionLabel: '0' }), lane(2, { positionLabel: '1' })],
    {},
    'post 1=400000',
  ],
  // A file with a lane 0 has labels, because no position is 0. An import reads it in the same way.
  [
    'a lane 0 in the file',
    ['1,0,400.00', '2,1,401.00'],
    [
      lane(1, { positionLabel: '0', teamName: 'Crew 0' }),
      lane(2, { positionLabel: '1', teamName: 'Crew 1' }),
    ],
    {},
    'post 1=400000 2=401000',
  ],
  [
    'a lane 0 in the file, after a start list of positions',
    ['1,0,400.00', '2,1,401.00'],
    [lane(1, { positionLabel: '0' }), lane(2, { positionLabel: '1' })],
    { laneRule: 'position' },
    'park there is no lane 0',
  ],
  [
    'a time where nobody is drawn',
    ['1,1,400.00'],
    [lane(1, { teamExternalId: null, teamName: null })],
    {},
    'post 1=400000',
  ],
  ['an unknown word', ['XX,1,400.00'], inService([]), {}, 'park lane 1 has "XX"'],
];

for (const [what, rows, lanes, memory, told] of PLANS) {
  test(`plans ${what}`, () => {
    const plan = planPost(resultsOf(rows), race(lanes), { ...NO_MEMORY, ...memory }, OPTIONS);
    const said =
      plan.kind === 'park'
        ? `park ${plan.reason}`
        : [
            plan.kind,
            ...plan.results.map((one) => `${one.position}=${one.finishTimeMillis ?? one.status}`),
          ].join(' ');
    assert.ok(said.startsWith(told), said);
  });
}

const OPTIONS = {
  emptyPlace: null,
  timerWins: false,
  resend: false,
  crewKeys: new Map<string, string>(),
  withdrawn: new Map<number, ReadonlySet<string>>(),
};

/** What a restored service has of a race whose file is gone, what else is known of the race, and its state then. */
const GONE_FILES: [
  what: string,
  lanes: ScheduleLane[],
  known: { closed?: string; review?: boolean; accepted?: boolean },
  told: string,
][] = [
  ['nothing', inService([]), {}, 'sending 1=401000 2=400000'],
  ['all of it', inService(BOTH), {}, 'sent'],
  ['a lane less in the draw', [lane(2)], {}, 'sending 2=400000'],
  [
    'a decision of the jury',
    inService([{ ...finished(1, 401_000), status: 'dsq' }]),
    {},
    'parked lane 1 has another result',
  ],
  [
    'a decision of the jury, and it is accepted',
    inService([{ ...finished(1, 401_000), status: 'dsq' }]),
    { accepted: true },
    'sending 1=401000 2=400000',
  ],
  ['nothing, official', inService([]), { closed: 'official' }, 'parked race 1 is official'],
  ['all of it, official', inService(BOTH), { closed: 'official' }, 'sent'],
  ['nothing, with a review', inService([]), { review: true }, 'waiting held for review'],
];

for (const [what, lanes, { closed, review = false, accepted = false }, told] of GONE_FILES) {
  test(`a restored back-up has of a race whose file is gone: ${what}`, () => {
    const facts = { event: '1', round: '1', heat: '1', file: '1.lif', raceNumber: 1 };
    const sent = { ...NO_MEMORY, confirmed: BOTH, isRestored: true, missing: [], sentAt: 'then' };
    const [row] = judge({
      ...{ files: [], ledger: { ...EMPTY_LEDGER, races: { r1: { ...facts, ...sent } } } },
      schedule: { status: 'published', timezone: null, updatedAt: '', races: [race(lanes)] },
      ...{ mapping: new Map(), closed: new Map(closed ? [[1, closed]] : []) },
      ...{ withdrawn: new Map(), delays: new Map(), resend: new Set(), refused: new Map() },
      accepted: new Set(accepted ? ['r1'] : []),
      atMillis: 10_000,
      options: { emptyPlace: null, timerWins: false, review, shortMillis: 5000 },
    });
    const results = row?.post?.plan.results ?? [];
    const sends = results.map((one) => `${one.position}=${one.finishTimeMillis}`);
    const said = [row?.state, row?.reason, ...sends].filter((part) => part != null).join(' ');
    assert.ok(said.startsWith(told), said);
  });
}

test('the timer wins where that is wanted, and an empty place is a DNS where that is wanted', () => {
  const lanes = inService([finished(1, 5)]);
  const wins = planPost(resultsOf(TWO), race(lanes), NO_MEMORY, { ...OPTIONS, timerWins: true });
  assert.equal(wins.kind, 'post');
  const rows = ['1,1,400.00', ',2,'];
  const usual = planPost(resultsOf(rows), race(inService([])), NO_MEMORY, OPTIONS);
  assert.deepEqual('missing' in usual && usual.missing, ['2', '3']);
  const dns = planPost(resultsOf(rows), race(inService([])), NO_MEMORY, {
    ...OPTIONS,
    emptyPlace: 'dns',
  });
  assert.deepEqual('wish' in dns && dns.wish.map(({ status }) => status), ['finished', 'dns']);
});

test('nobody waits for a crew that has withdrawn; a result takes it back', () => {
  const drawn = race(inService([]));
  const options = {
    ...OPTIONS,
    emptyPlace: 'dns' as const,
    withdrawn: new Map([[drawn.raceNumber, new Set(['Crew 2'])]]),
  };
  for (const rows of [['1,1,400.00'], ['1,1,400.00', ',2,']]) {
    const plan = planPost(resultsOf(rows), drawn, NO_MEMORY, options);
    assert.deepEqual('missing' in plan && [plan.missing, plan.wish.length], [['3'], 1]);
  }
  const rowed = planPost(resultsOf(['1,1,400.00', '2,2,410.00']), drawn, NO_MEMORY, options);
  assert.deepEqual('wish' in rowed && rowed.wish.map(({ position }) => position), [1, 2]);
});

test('the number of a crew in the start list has to be that of the crew drawn there', () => {
  const crewKeys = new Map([['7', 'c1']]);
  const text = '1,1,1,Race\r\n1,7,2,Any,,,400.00,,,,\r\n';
  const plan = planPost(read(text), race(inService([])), NO_MEMORY, { ...OPTIONS, crewKeys });
  assert.match(
    plan.kind === 'park' ? plan.reason : '',
    /^lane 2 has crew 7 of the start list, but Crew 2 /,
  );
});

test('waits double with full jitter, Retry-After goes first, and a refused key waits a minute', () => {
  const failure = (status: number | null, retryAfterMillis: number | null = null) => ({
    status,
    retryAfterMillis,
  });
  assert.deepEqual(
    [1, 2, 3, 7, 50].map((failures) => waitMillis(failure(503), failures, 1)),
    [1000, 2000, 4000, 60_000, 60_000],
  );
  assert.equal(waitMillis(failure(503), 3, 0.25), 1000);
  assert.equal(waitMillis(failure(429, 7000), 3, 1), 7000);
  assert.equal(waitMillis(failure(429, 9_000_000), 3, 1), 300_000);
  assert.equal(waitMillis(failure(401), 1, 1), 60_000);
  assert.deepEqual(
    [null, 408, 429, 500, 502, 503, 504, 401, 403, 404, 409, 422].map((status) =>
      kindOf(failure(status)),
    ),
    [...Array(7).fill('retry'), 'refused', 'refused', 'park', 'park', 'park'],
  );
});

test('writes stay below half of the limit in any minute', () => {
  const pace = new WritePace();
  for (let write = 0; write < 60; write++) {
    assert.equal(pace.waitMillis(write * 100), 0);
    pace.note(write * 100);
  }
  assert.equal(pace.waitMillis(6000), 54_000);
  assert.equal(pace.waitMillis(60_000), 0);
  pace.learn(1000);
  assert.equal(pace.waitMillis(6000), 0);
});

test('a damaged ledger is none, and an older schedule than one that was seen marks its races', () => {
  const facts = { event: '1', round: '1', heat: '1', file: 'a.lif', raceNumber: 1, laneRule: null };
  const ledger = withAttempt(EMPTY_LEDGER, 'r1', facts, BOTH);
  assert.deepEqual(parseLedger(JSON.stringify(ledger)), ledger);
  for (const text of ['', '{', 'null', '[]', '{"version":2}', '{"version":1,"races":{"r":null}}']) {
    assert.equal(parseLedger(text), null, text);
  }
  const later = withSeen(ledger, '2026-06-13T07:00:00.002Z');
  assert.equal(later.races.r1?.isRestored, false);
  assert.equal(withSeen(later, '2026-06-13T07:00:00Z').races.r1?.isRestored, true);
});

function resultsOf(rows: readonly string[]) {
  return read(lif(1, rows));
}

function read(text: string) {
  const state = parseLif(bytes(text));
  assert.ok('lif' in state, text);
  return lifResults(state.lif);
}

/** The start in a header, the planned start of its race, the delay, and the start or the trouble that is found. */
const STARTS: [start: string, scheduledAt: string, delayMinutes: number, found: RegExp | null][] = [
  ['9:02:03.4567', '2026-06-13T07:00:00Z', 0, /^2026-06-13T07:02:03\.456Z$/],
  ['08:59:00', '2026-06-13T07:00:00Z', 0, /^2026-06-13T06:59:00Z$/],
  ['15:00:00.0000', '2026-06-13T07:00:00Z', 0, /^2026-06-13T13:00:00Z$/],
  [
    '15:00:00.0010',
    '2026-06-13T07:00:00Z',
    0,
    /15:00:00\.0010 is more than 6 hours from 2026-06-13 09:00/,
  ],
  ['15:00:00.0010', '2026-06-13T07:00:00Z', 30, /^2026-06-13T13:00:00\.001Z$/],
  // The date is the one that brings the start nearest to the plan, also past midnight.
  ['0:05:00', '2026-06-13T21:55:00Z', 0, /^2026-06-13T22:05:00Z$/],
  ['23:58:00', '2026-06-13T22:05:00Z', 0, /^2026-06-13T21:58:00Z$/],
  // Clocks show 2:30 twice on 25 October, and never on 29 March.
  ['2:30:00', '2026-10-25T00:25:00Z', 0, /^2026-10-25T00:30:00Z$/],
  ['2:30:00', '2026-10-25T01:25:00Z', 0, /^2026-10-25T01:30:00Z$/],
  ['2:30:00', '2026-03-29T00:55:00Z', 0, /^2026-03-29T0[01]:30:00Z$/],
  ['', '2026-06-13T07:00:00Z', 0, null],
  ['25:00:00', '2026-06-13T07:00:00Z', 0, null],
  ['9:00', '2026-06-13T07:00:00Z', 0, null],
];

for (const [start, scheduledAt, delayMinutes, found] of STARTS) {
  test(`a start of "${start}" for a race at ${scheduledAt}, ${delayMinutes} minutes late`, () => {
    const delays = new Map([['2026-06-13', { delayMinutes, until: null }]]);
    const read = startOf({ start }, { scheduledAt }, { timezone: 'Europe/Berlin', delays });
    if (found === null || read === null) assert.equal(read, found);
    else assert.match('startedAt' in read ? read.startedAt : read.reason, found);
  });
}

test('a start that is not used is told, also where the service has the results of the file', () => {
  const races = [race(inService([finished(1, 400_000)]))];
  const judged = (start: string) => {
    const state = parseLif(bytes(lif(1, ['1,1,400.00']).replace('9:00:00.0000', start)));
    assert.ok('lif' in state);
    const settled = { lif: state.lif, hash: start, atMillis: 0 };
    return judge({
      files: [{ name: '1.lif', mtimeMs: 1, settled, trouble: null, isChanging: false }],
      schedule: { status: 'published', timezone: 'Europe/Berlin', updatedAt: '', races },
      ...{ ledger: EMPTY_LEDGER, mapping: new Map(), closed: new Map(), withdrawn: new Map() },
      ...{ delays: new Map(), accepted: new Set(), resend: new Set(), refused: new Map() },
      atMillis: 10_000,
      options: { emptyPlace: null, timerWins: false, review: false, shortMillis: 5000 },
    }).map((row) => ({ ...row, reopen: false }));
  };
  const log = new RaceLog();
  const service = { url: '', reachable: true, keyAccepted: true, since: '', problem: null };
  const told = (start: string) =>
    log.changes({
      races: judged(start),
      service,
      folder: { path: '', reachable: true, since: '' },
    });
  assert.deepEqual(told('9:00:00.0000'), []);
  const [line = '', ...others] = told('23:30:00.00');
  assert.match(line, /^sent .+: its start 23:30:00\.00 is more than 6 hours from .+ not used/);
  assert.deepEqual([others, told('23:30:00.00')], [[], []]);
});
