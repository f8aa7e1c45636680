/** What a payload may contain, and how violations are reported (decisions R6, R8 to R12). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problem } from '../support/raw-http.ts';
import { type Reply, startTestService } from '../support/service.ts';

const service = await startTestService();
const event = await service.provision();
await event.send('POST', '/schedule', {});
await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Crew 1' }]);
await event.send('PUT', '/races', [
  { externalId: 'timed', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' },
  {
    externalId: 'placed',
    raceNumber: 2,
    scheduledAt: '2026-06-13T09:10:00Z',
    resultMode: 'placesOnly',
  },
]);
for (const race of ['timed', 'placed']) {
  await event.send('PUT', `/races/${race}/entries`, [{ position: 1 }, { position: 2 }]);
}

type Body = Record<string, unknown>;

interface Target {
  method: string;
  path: string;
  /** The prefix of `field` for a wrong property. */
  prefix: string;
  wrap(element: Body): unknown;
  valid: Body;
}

const RACE: Target = {
  method: 'PUT',
  path: '/races',
  prefix: 'races[0].',
  wrap: (element) => [element],
  valid: { externalId: 'timed', raceNumber: 1 },
};
const TEAM: Target = {
  method: 'PUT',
  path: '/teams',
  prefix: 'teams[0].',
  wrap: (element) => [element],
  valid: { externalId: 'c1', name: 'Crew 1' },
};
const LANE: Target = {
  method: 'PUT',
  path: '/races/timed/entries',
  prefix: 'lanes[0].',
  wrap: (element) => [element, ...(element.position === 2 ? [] : [{ position: 2 }])],
  valid: { position: 1 },
};
const TIMED: Target = {
  method: 'PUT',
  path: '/races/timed/results',
  prefix: 'results[0].',
  wrap: (element) => [element],
  valid: { position: 1 },
};
const PLACED: Target = { ...TIMED, path: '/races/placed/results' };
const CREATE: Target = {
  method: 'POST',
  path: '/schedule',
  prefix: '',
  wrap: (body) => body,
  valid: {},
};
const DELAY: Target = {
  method: 'PUT',
  path: '/schedule/delay',
  prefix: '',
  wrap: (body) => body,
  valid: { venueDay: '2026-06-13', delayMinutes: 0 },
};

/** Sends one element with a property replaced; `json` is the property's value as JSON text. */
async function push(target: Target, property: string, json: string): Promise<Reply> {
  const marker = '@@value@@';
  const body = JSON.stringify(target.wrap({ ...target.valid, [property]: marker }));
  return event.send(
    target.method,
    target.path,
    body.replace(`"${marker}"`, () => json),
  );
}

const long = (length: number, character = 'x') => JSON.stringify(character.repeat(length));

interface Property {
  target: Target;
  name: string;
  good: string[];
  bad: string[];
}

const NOT_TEXT = ['7', 'true', '[]', '{}', '["x"]'];
const NOT_INTEGER = ['"7"', '1.5', 'true', '[]', '{}', '[1]', '1e400', '-1e400', '""'];

function texts(target: Target, name: string, max: number, isNullable = true): Property {
  return {
    target,
    name,
    good: [
      '""',
      '" "',
      long(max),
      long(max, '\u{1F6A3}'),
      long(max, '\u00e9'),
      // The length counts after NFC, which makes one code point of each of these two.
      long(max, 'e\u0301'),
      '"\\u0001\\n"',
      ...(isNullable ? ['null'] : []),
    ],
    bad: [
      ...NOT_TEXT,
      long(max + 1),
      long(max + 1, '\u{1F6A3}'),
      `"${'e\u0301'.repeat(max + 1)}"`,
      // NFC makes two code points of each of these.
      long(Math.floor(max / 2) + 1, '\u0958'),
      '"a\\u0000b"',
      '"\\ud800"',
      '"\\udc00x"',
      '"\\udc00\\ud800"',
      ...(isNullable ? [] : ['null']),
    ],
  };
}

function integers(
  target: Target,
  name: string,
  min: number,
  max = 2_147_483_647,
  isNullable = true,
): Property {
  return {
    target,
    name,
    good: [String(min), `${min}.0`, `${min}e0`, String(max), ...(isNullable ? ['null'] : [])],
    bad: [
      ...NOT_INTEGER,
      String(min - 1),
      String(max + 1),
      '9007199254740993',
      ...(isNullable ? [] : ['null']),
    ],
  };
}

function words(target: Target, name: string, good: string[], isNullable = false): Property {
  return {
    target,
    name,
    good: [...good.map((word) => JSON.stringify(word)), ...(isNullable ? ['null'] : [])],
    bad: [
      ...NOT_TEXT,
      '""',
      JSON.stringify(good[0]?.toUpperCase()),
      JSON.stringify(` ${good[0]}`),
      '"constructor"',
      ...(isNullable ? [] : ['null']),
    ],
  };
}

function laneSchemes(target: Target): Property {
  return {
    target,
    name: 'laneScheme',
    good: ['[]', '["A"]', '["A","A"]', `[${long(40, '\u{1F6A3}')}]`, list(100, '"x"'), 'null'],
    bad: ['"A"', '7', '{}', list(101, '"x"')],
  };
}

function list(count: number, item: string): string {
  return `[${Array.from({ length: count }, () => item).join(',')}]`;
}

const EXTERNAL_ID_BAD = [
  ...NOT_TEXT,
  '""',
  '"."',
  '".."',
  '"a\\u0000"',
  '"a\\n"',
  '"\\u007f"',
  '"\\u0085"',
  '"\\u009f"',
  '"\\ud83d"',
  long(129),
  long(129, '\u{1F6A3}'),
];

const PROPERTIES: Property[] = [
  {
    target: RACE,
    name: 'externalId',
    good: [],
    bad: [...EXTERNAL_ID_BAD, 'null'],
  },
  integers(RACE, 'raceNumber', 1, 2_147_483_647, false),
  texts(RACE, 'title', 200),
  integers(RACE, 'distanceMeters', 1),
  texts(RACE, 'boatClass', 60),
  texts(RACE, 'round', 60),
  texts(RACE, 'divisionLabel', 60),
  words(RACE, 'resultMode', ['placesOnly', 'timed']),
  words(RACE, 'resultVisibility', ['hidden', 'placesOnly', 'full'], true),
  laneSchemes(RACE),
  texts(RACE, 'notes', 500),
  { target: TEAM, name: 'externalId', good: [], bad: [...EXTERNAL_ID_BAD, 'null'] },
  {
    target: TEAM,
    name: 'name',
    good: [
      long(120),
      long(120, '\u{1F6A3}'),
      long(120, 'e\u0301'),
      JSON.stringify(`${' '.repeat(300)}${'y'.repeat(120)}\u3000\u00a0\u0085\u2028`),
    ],
    bad: [
      ...NOT_TEXT,
      'null',
      '""',
      '" "',
      '"\\u3000\\u00a0\\u2003\\u0085\\n"',
      long(121),
      long(121, '\u{1F6A3}'),
      '"\\u0000"',
      '"x\\ud800"',
    ],
  },
  {
    target: TEAM,
    name: 'clubId',
    good: ['""', long(64), long(64, '\u{1F6A3}'), 'null', '"\\n"'],
    bad: [...NOT_TEXT, long(65), long(33, 'e\u0301'), '"\\u0000"', '"\\ud800"'],
  },
  integers(TEAM, 'boatIndex', 1),
  integers(TEAM, 'sortOrder', -2_147_483_648, 2_147_483_647, false),
  {
    target: LANE,
    name: 'position',
    good: ['1', '1.0', '10e-1', '2147483647'],
    bad: [...NOT_INTEGER, 'null', '0', '-1', '2147483648'],
  },
  {
    target: LANE,
    name: 'positionLabel',
    good: ['"x"', '" "', long(40), long(40, '\u{1F6A3}'), long(40, 'e\u0301'), 'null'],
    bad: [...NOT_TEXT, '""', long(41), '"\\u0000"', '"\\ud800"'],
  },
  {
    target: LANE,
    name: 'teamExternalId',
    good: ['"c1"', 'null'],
    bad: EXTERNAL_ID_BAD,
  },
  { target: TIMED, name: 'position', good: ['1', '2.0'], bad: [...NOT_INTEGER, 'null', '0'] },
  words(TIMED, 'status', ['finished', 'dns', 'dnf', 'dsq', 'assigned']),
  integers(TIMED, 'finishTimeMillis', 0),
  integers(TIMED, 'penaltyMillis', 0),
  integers(PLACED, 'finishPlace', 1),
  integers(PLACED, 'penaltyMillis', 0),
  { target: TIMED, name: 'finishPlace', good: ['null'], bad: [...NOT_INTEGER, '0', '-1'] },
  { target: PLACED, name: 'finishTimeMillis', good: ['null'], bad: [...NOT_INTEGER, '-1'] },
  laneSchemes(CREATE),
  words(CREATE, 'defaultResultMode', ['timed', 'placesOnly']),
  words(CREATE, 'defaultResultVisibility', ['hidden', 'placesOnly', 'full']),
  integers(DELAY, 'delayMinutes', -1440, 1440, false),
  {
    target: DELAY,
    name: 'venueDay',
    good: ['"2026-06-13"', '"2024-02-29"', '"0001-01-01"', '"9999-12-31"'],
    bad: [
      ...NOT_TEXT,
      'null',
      '""',
      '"2026-02-29"',
      '"2026-13-01"',
      '"2026-00-10"',
      '"2026-06-00"',
      '"2026-6-13"',
      '"13.06.2026"',
      '"2026-06-13T00:00:00Z"',
      '" 2026-06-13"',
      '"0000-06-13"',
      '"-0001-06-13"',
      '"20260613"',
      '"２０２６-06-13"',
      '"2026-06-13\\n"',
    ],
  },
];

describe('R8, R9, R10: every property, at and beyond its limits', () => {
  for (const { target, name, good, bad } of PROPERTIES) {
    test(`${target.path} ${name}`, async () => {
      for (const json of good) {
        const reply = await push(target, name, json);
        const shown = `${name} = ${json.slice(0, 60)} (${json.length}): ${reply.text.slice(0, 200)}`;
        assert.equal(reply.status, 200, shown);
      }
      for (const json of bad) {
        const reply = await push(target, name, json);
        const shown = `${name} = ${json.slice(0, 60)} (${json.length}): ${reply.text.slice(0, 200)}`;
        assert.equal(reply.status, 422, shown);
        const { field, errors } = problem(reply, 'validation_failed');
        assert.equal(field, `${target.prefix}${name}`, shown);
        assert.equal(errors?.length, 1, shown);
      }
    });
  }

  test('R11: an item of a lane scheme is named by its index, in every element', async () => {
    for (const item of ['""', '7', 'null', long(41), '"\\u0000"', '[]']) {
      const scheme = `["A","B",${item}]`;
      problem(
        await push(RACE, 'laneScheme', scheme),
        'validation_failed',
        'races[0].laneScheme[2]',
      );
      problem(await push(CREATE, 'laneScheme', scheme), 'validation_failed', 'laneScheme[2]');
    }
  });

  test('R8: 1.0 and 1e0 are 1, and -0 is 0', async () => {
    const reply = await push(TEAM, 'sortOrder', '-0');
    assert.match(reply.text, /"sortOrder":0[,}]/);
    assert.equal((await push(TEAM, 'sortOrder', '1.0')).json.teams[0].sortOrder, 1);
    assert.equal((await push(TEAM, 'sortOrder', '12e2')).json.teams[0].sortOrder, 1200);
  });

  test('R10: NFC for every text but externalId and clubId; a name is trimmed as well', async () => {
    const raw = 'e\u0301\u212b';
    const nfc = '\u00e9\u00c5';
    const own = await service.provision();
    await own.send('POST', '/schedule', { laneScheme: [raw] });
    const [team] = (
      await own.send('PUT', '/teams', [
        { externalId: raw, name: `\u0085\u2029 ${raw}\ufeff\u3000`, clubId: raw },
      ])
    ).json.teams;
    assert.equal(team.externalId, raw);
    assert.equal(team.clubId, raw);
    assert.equal(team.name, `${nfc}\ufeff`, 'U+FEFF is not Unicode white space');
    const fields = { title: raw, boatClass: raw, round: raw, divisionLabel: raw, notes: raw };
    const spaced = Object.fromEntries(Object.keys(fields).map((key) => [key, ` ${nfc} `]));
    const at = '2026-06-13T09:00:00Z';
    const races = [
      { externalId: raw, raceNumber: 1, scheduledAt: at, ...fields, laneScheme: [raw] },
      {
        externalId: nfc,
        raceNumber: 2,
        scheduledAt: at,
        ...Object.fromEntries(Object.keys(fields).map((key) => [key, ` ${raw} `])),
      },
    ];
    const pushed = (await own.send('PUT', '/races', races)).json.races;
    assert.deepEqual(
      pushed.map((race: Body) => race.externalId),
      [raw, nfc],
      'two ids that differ in their bytes are two races',
    );
    for (const key of Object.keys(fields)) {
      assert.equal(pushed[0][key], nfc);
      assert.equal(pushed[1][key], spaced[key], 'only a name is trimmed');
    }
    assert.deepEqual(pushed[0].laneScheme, [nfc]);
    const path = `/races/${encodeURIComponent(raw)}/entries`;
    const drawn = await own.send('PUT', path, [
      { position: 1, positionLabel: raw, teamExternalId: raw },
      { position: 2, teamExternalId: nfc },
    ]);
    problem(drawn, 'validation_failed', 'lanes[1].teamExternalId');
    const lane = (await own.send('PUT', path, [{ position: 1, positionLabel: raw }])).json.lanes[0];
    assert.equal(lane.positionLabel, nfc);
  });

  test('R10: names compare case-sensitively, after trimming and NFC', async () => {
    const own = await service.provision();
    const reply = await own.send('PUT', '/teams', [
      { externalId: 'a', name: 'Crew' },
      { externalId: 'b', name: 'crew' },
      { externalId: 'c', name: 'Crew ' },
    ]);
    problem(reply, 'validation_failed', 'teams[2].name');
    const forms = await own.send('PUT', '/teams', [
      { externalId: 'a', name: '\u00e9' },
      { externalId: 'b', name: 'e\u0301' },
    ]);
    problem(forms, 'validation_failed', 'teams[1].name');
  });

  test('R9: absent keeps, null clears, a value sets; an empty string is a value', async () => {
    const own = await service.provision();
    await own.send('POST', '/schedule', {});
    const full = {
      title: 'T',
      distanceMeters: 2000,
      boatClass: '4+',
      round: 'Final',
      divisionLabel: 'D',
      resultVisibility: 'hidden',
      laneScheme: ['A'],
      notes: 'N',
    };
    const key = { externalId: 'r', raceNumber: 1 };
    const put = async (fields: Body) =>
      (await own.send('PUT', '/races', [{ ...key, ...fields }])).json.races[0];
    const first = await put({ ...full, scheduledAt: '2026-06-13T09:00:00Z' });
    assert.deepEqual(pick(first, Object.keys(full)), full);
    assert.deepEqual(pick(await put({}), Object.keys(full)), full, 'absent keeps');
    for (const name of Object.keys(full)) {
      const cleared = await put({ [name]: null });
      assert.deepEqual(pick(cleared, Object.keys(full)), { ...full, [name]: null });
      await put({ [name]: full[name as keyof typeof full] });
    }
    const empty = {
      title: '',
      boatClass: '',
      round: '',
      divisionLabel: '',
      notes: '',
      laneScheme: [],
    };
    assert.deepEqual(pick(await put(empty), Object.keys(empty)), empty);
    const at = { scheduledAt: null };
    problem(
      await own.send('PUT', '/races', [{ ...key, ...at }]),
      'validation_failed',
      'races[0].scheduledAt',
    );

    const team = { externalId: 't', name: 'T', clubId: 'C', boatIndex: 2, sortOrder: 5 };
    const putTeam = async (fields: Body) =>
      (await own.send('PUT', '/teams', [{ externalId: 't', name: 'T', ...fields }])).json.teams[0];
    assert.deepEqual(pick(await putTeam(team), Object.keys(team)), team);
    assert.deepEqual(pick(await putTeam({}), Object.keys(team)), team);
    assert.equal((await putTeam({ clubId: null })).clubId, null);
    assert.equal((await putTeam({ boatIndex: null })).boatIndex, null);
    assert.equal((await putTeam({ clubId: '' })).clubId, '');
  });
});

describe('R12: scheduledAt', () => {
  const good: [sent: string, answered: string][] = [
    ['2026-06-13T09:00:00+02:00', '2026-06-13T07:00:00Z'],
    ['2026-06-13T09:00:00Z', '2026-06-13T09:00:00Z'],
    ['2026-06-13t09:00:00z', '2026-06-13T09:00:00Z'],
    ['2026-06-13T09:00:00-00:00', '2026-06-13T09:00:00Z'],
    ['2026-06-13T09:00:00+00:00', '2026-06-13T09:00:00Z'],
    ['2026-06-13T09:00:00+23:59', '2026-06-12T09:01:00Z'],
    ['2026-06-13T09:00:00-23:59', '2026-06-14T08:59:00Z'],
    ['2026-06-13T09:00:00+05:45', '2026-06-13T03:15:00Z'],
    ['2026-06-13T09:00:00.5Z', '2026-06-13T09:00:00.500Z'],
    ['2026-06-13T09:00:00.000Z', '2026-06-13T09:00:00Z'],
    ['2026-06-13T09:00:00.0009Z', '2026-06-13T09:00:00Z'],
    ['2026-06-13T09:00:00.9999Z', '2026-06-13T09:00:00.999Z'],
    [`2026-06-13T09:00:00.${'1'.repeat(500)}Z`, '2026-06-13T09:00:00.111Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['0001-01-01T23:00:00+23:00', '0001-01-01T00:00:00Z'],
    ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T00:00:00-23:59', '9999-12-31T23:59:00Z'],
  ];
  for (const [sent, answered] of good) {
    test(`${sent.slice(0, 40)} is ${answered}`, async () => {
      const reply = await push(RACE, 'scheduledAt', JSON.stringify(sent));
      assert.equal(reply.status, 200, reply.text.slice(0, 200));
      const race = reply.json.races.find((r: Body) => r.externalId === 'timed');
      assert.equal(race.scheduledAt, answered);
      const read = await event.send('GET', '/schedule');
      assert.ok(read.text.includes(`"${answered}"`));
    });
  }
  const bad = [
    '2026-06-13T09:00:00',
    '2026-06-13T09:00Z',
    '2026-06-13T09Z',
    '2026-06-13',
    '2026-06-13 09:00:00Z',
    '2026-06-13_09:00:00Z',
    '20260613T090000Z',
    '2026-06-13T09:00:00.Z',
    '2026-06-13T09:00:00,5Z',
    '2026-06-13T09:00:60Z',
    '2016-12-31T23:59:60Z',
    '2026-06-13T24:00:00Z',
    '2026-06-13T09:60:00Z',
    '2026-06-13T25:00:00Z',
    '2026-02-29T09:00:00Z',
    '2026-02-30T09:00:00Z',
    '1900-02-29T09:00:00Z',
    '2026-04-31T09:00:00Z',
    '2026-13-01T09:00:00Z',
    '2026-00-01T09:00:00Z',
    '2026-06-00T09:00:00Z',
    '0000-01-01T00:00:00Z',
    '0000-12-31T23:59:59-23:00',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '10000-01-01T00:00:00Z',
    '+2026-06-13T09:00:00Z',
    '-2026-06-13T09:00:00Z',
    '26-06-13T09:00:00Z',
    '2026-6-13T9:00:00Z',
    '2026-06-13T09:00:00+2',
    '2026-06-13T09:00:00+02',
    '2026-06-13T09:00:00+0200',
    '2026-06-13T09:00:00+24:00',
    '2026-06-13T09:00:00+02:60',
    '2026-06-13T09:00:00\u221202:00',
    '2026-06-13T09:00:00 Z',
    ' 2026-06-13T09:00:00Z',
    '2026-06-13T09:00:00Z ',
    '2026-06-13T09:00:00Z\n',
    '2026-06-13T09:00:00ZZ',
    '2026-06-13T09:00:00UTC',
    '2026-06-13T09:00:00[Europe/Berlin]',
    '2026-06-13T09:00:00+02:00[Europe/Berlin]',
    '2026-W24-6T09:00:00Z',
    '2026-164T09:00:00Z',
    '\uff12\uff10\uff12\uff16-06-13T09:00:00Z',
    'Sat, 13 Jun 2026 09:00:00 GMT',
    '1781341200000',
    'now',
    '',
  ];
  for (const text of bad) {
    test(`${JSON.stringify(text)} is 422, on a stored race and on a new one`, async () => {
      const json = JSON.stringify(text);
      problem(await push(RACE, 'scheduledAt', json), 'validation_failed', 'races[0].scheduledAt');
      const fresh = { externalId: 'fresh', raceNumber: 99, scheduledAt: text };
      problem(
        await event.send('PUT', '/races', [fresh]),
        'validation_failed',
        'races[0].scheduledAt',
      );
    });
  }
  test('no other type is a time', async () => {
    for (const json of [
      '1781341200000',
      '0',
      'true',
      '[]',
      '{}',
      'null',
      '["2026-06-13T09:00:00Z"]',
    ]) {
      problem(await push(RACE, 'scheduledAt', json), 'validation_failed', 'races[0].scheduledAt');
    }
  });
});

describe('R11: which violation is named', () => {
  const fields = (reply: Reply) =>
    problem(reply, 'validation_failed').errors?.map(({ field }) => field);

  test('the order of the elements, then of the field table; a missing property at its place', async () => {
    const wrong = {
      notes: 1,
      laneScheme: [1, 'ok', 2],
      resultVisibility: 1,
      resultMode: 1,
      divisionLabel: 1,
      round: 1,
      boatClass: 1,
      distanceMeters: 'x',
      scheduledAt: 1,
      title: 1,
    };
    assert.deepEqual(
      fields(await event.send('PUT', '/races', { races: [5, wrong, { ...wrong, raceNumber: 0 }] })),
      [
        'races[0]',
        ...[1, 2].flatMap((i) =>
          [
            'externalId',
            'raceNumber',
            'title',
            'scheduledAt',
            'distanceMeters',
            'boatClass',
            'round',
            'divisionLabel',
            'resultMode',
            'resultVisibility',
            'laneScheme[0]',
            'laneScheme[2]',
            'notes',
          ].map((name) => `races[${i}].${name}`),
        ),
      ],
    );
    assert.deepEqual(
      fields(
        await event.send('PUT', '/teams', [{ sortOrder: 'x', boatIndex: 0, clubId: 1, name: ' ' }]),
      ),
      ['externalId', 'name', 'clubId', 'boatIndex', 'sortOrder'].map((name) => `teams[0].${name}`),
    );
    assert.deepEqual(
      fields(
        await event.send('PUT', '/races/timed/entries', [{ teamExternalId: 1, positionLabel: '' }]),
      ),
      ['lanes[0].position', 'lanes[0].positionLabel', 'lanes[0].teamExternalId'],
    );
    assert.deepEqual(
      fields(
        await event.send('PUT', '/races/timed/results', [
          { penaltyMillis: -1, finishPlace: 0, finishTimeMillis: -1, status: 'x' },
        ]),
      ),
      ['position', 'status', 'finishTimeMillis', 'finishPlace', 'penaltyMillis'].map(
        (name) => `results[0].${name}`,
      ),
    );
    assert.deepEqual(
      fields(
        await event.send('POST', '/schedule', {
          defaultResultVisibility: 1,
          defaultResultMode: 1,
          laneScheme: [''],
        }),
      ),
      ['laneScheme[0]', 'defaultResultMode', 'defaultResultVisibility'],
    );
    assert.deepEqual(fields(await event.send('PUT', '/schedule/delay', {})), [
      'venueDay',
      'delayMinutes',
    ]);
  });

  test('elements that are not objects, in both forms', async () => {
    for (const [path, key] of [
      ['/teams', 'teams'],
      ['/races', 'races'],
      ['/races/timed/entries', 'lanes'],
      ['/races/timed/results', 'results'],
    ] as const) {
      const elements = [null, 'x', 7, [], true];
      const expected = elements.map((_, i) => `${key}[${i}]`);
      assert.deepEqual(fields(await event.send('PUT', path, elements)), expected);
      assert.deepEqual(fields(await event.send('PUT', path, { [key]: elements })), expected);
    }
  });

  test('repeats stand among the others, at the second one', async () => {
    const pushed = [
      { externalId: 'a', raceNumber: 10, scheduledAt: '2026-06-13T09:00:00Z' },
      { externalId: 'b', raceNumber: 10, title: 7, scheduledAt: '2026-06-13T09:00:00Z' },
      { externalId: 'a', raceNumber: 11, scheduledAt: 'x' },
    ];
    assert.deepEqual(fields(await event.send('PUT', '/races', pushed)), [
      'races[1].raceNumber',
      'races[1].title',
      'races[2].externalId',
      'races[2].scheduledAt',
    ]);
    const crews = [
      { externalId: 'a', name: 'A' },
      { externalId: 'a', name: ' A ' },
    ];
    assert.deepEqual(fields(await event.send('PUT', '/teams', crews)), [
      'teams[1].externalId',
      'teams[1].name',
    ]);
    for (const [path, key] of [
      ['/races/timed/entries', 'lanes'],
      ['/races/timed/results', 'results'],
    ] as const) {
      const lanes = [{ position: 1 }, { position: 1.0 }, { position: 1 }];
      assert.deepEqual(fields(await event.send('PUT', path, lanes)), [
        `${key}[1].position`,
        `${key}[2].position`,
      ]);
    }
  });

  test('violations that need the store are listed together as well', async () => {
    const undated = [20, 21, 22].map((n) => ({ externalId: `u${n}`, raceNumber: n }));
    assert.deepEqual(
      fields(await event.send('PUT', '/races', undated)),
      [0, 1, 2].map((i) => `races[${i}].scheduledAt`),
    );
    const lanes = [1, 2].map((position) => ({ position, teamExternalId: `nobody${position}` }));
    assert.deepEqual(fields(await event.send('PUT', '/races/timed/entries', lanes)), [
      'lanes[0].teamExternalId',
      'lanes[1].teamExternalId',
    ]);
    const results = [{ position: 98 }, { position: 99 }];
    assert.deepEqual(fields(await event.send('PUT', '/races/timed/results', results)), [
      'results[0].position',
      'results[1].position',
    ]);
  });

  test('at most 100 of them, the first in document order', async () => {
    const cases: [path: string, key: string, elements: unknown[], perElement: string[]][] = [
      ['/teams', 'teams', Array.from({ length: 150 }, () => ({})), ['externalId', 'name']],
      ['/races', 'races', Array.from({ length: 5000 }, () => ({})), ['externalId', 'raceNumber']],
      ['/races/timed/entries', 'lanes', Array.from({ length: 101 }, () => ({})), ['position']],
    ];
    for (const [path, key, elements, perElement] of cases) {
      const seen = fields(await event.send('PUT', path, elements));
      const wanted = elements
        .flatMap((_, i) => perElement.map((name) => `${key}[${i}].${name}`))
        .slice(0, 100);
      assert.deepEqual(seen, wanted);
    }
    const scheme = Array.from({ length: 100 }, () => 7);
    const races = [{ externalId: 'x', raceNumber: 1, laneScheme: scheme, notes: 7 }, {}];
    assert.equal(fields(await event.send('PUT', '/races', races))?.length, 100);
  });
  test('at most 100 new races without scheduledAt', async () => {
    const undated = Array.from({ length: 150 }, (_, i) => ({
      externalId: `n${i}`,
      raceNumber: 100 + i,
    }));
    assert.equal(fields(await event.send('PUT', '/races', undated))?.length, 100);
  });
  test('at most 100 unknown crews', async () => {
    const crews = Array.from({ length: 150 }, (_, i) => ({
      position: i + 1,
      teamExternalId: 'nobody',
    }));
    assert.equal(fields(await event.send('PUT', '/races/timed/entries', crews))?.length, 100);
  });
  test('at most 100 positions without a lane', async () => {
    const results = Array.from({ length: 150 }, (_, i) => ({ position: i + 1000 }));
    assert.equal(fields(await event.send('PUT', '/races/timed/results', results))?.length, 100);
  });

  test('a conflict names no field', async () => {
    const taken = { externalId: 'other', raceNumber: 2, scheduledAt: '2026-06-13T09:00:00Z' };
    const { detail } = problem(await event.send('PUT', '/races', [taken]), 'conflict');
    assert.match(detail ?? '', /2/, 'detail names the number');
    const crew = { externalId: 'other', name: 'Crew 1' };
    await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Crew 1' }]);
    const refused = problem(await event.send('PUT', '/teams', [crew]), 'conflict');
    assert.match(refused.detail ?? '', /Crew 1/);
  });
});

describe('R6: how many elements', () => {
  const LISTS: [path: string, key: string, most: number, element: (i: number) => Body][] = [
    ['/teams', 'teams', 5000, (i) => ({ externalId: `t${i}`, name: `T${i}` })],
    [
      '/races',
      'races',
      5000,
      (i) => ({ externalId: `x${i}`, raceNumber: i + 1, scheduledAt: '2026-06-13T09:00:00Z' }),
    ],
    ['/races/x0/entries', 'lanes', 1000, (i) => ({ position: i + 1 })],
    ['/races/x0/results', 'results', 1000, (i) => ({ position: i + 1, finishTimeMillis: i })],
  ];
  for (const [path, key, most, element] of LISTS) {
    test(`${path}: ${most + 1} are 422 naming the list, whatever is in them; nothing of them is listed`, async () => {
      for (const elements of [
        Array.from({ length: most + 1 }, (_, i) => element(i)),
        Array.from({ length: most + 1 }, () => 7),
      ]) {
        for (const body of [elements, { [key]: elements }]) {
          const { errors } = problem(await event.send('PUT', path, body), 'validation_failed', key);
          assert.equal(errors?.length, 1);
        }
      }
    });
  }
  test('as many as there may be are taken, and pushed again they change nothing', async () => {
    const own = await service.provision();
    await own.send('POST', '/schedule', {});
    for (const [path, key, most, element] of LISTS) {
      const elements = Array.from({ length: most }, (_, i) => element(i));
      const reply = await own.send('PUT', path, { [key]: elements });
      assert.equal(reply.status, 200, reply.text.slice(0, 200));
      assert.equal((reply.json[key] ?? reply.json.lanes).length, most);
    }
    const before = await own.send('GET', '/schedule');
    const [path, , , element] = LISTS[1] as (typeof LISTS)[1];
    await own.send(
      'PUT',
      path,
      Array.from({ length: 5000 }, (_, i) => element(i)),
    );
    const read = await own.send('GET', '/schedule');
    assert.equal(read.headers.get('etag'), before.headers.get('etag'));
    assert.equal(read.json.updatedAt, before.json.updatedAt);
  });
  test('an empty list changes nothing; for entries it removes every lane', async () => {
    const before = await event.send('GET', '/schedule');
    for (const [path, body] of [
      ['/teams', []],
      ['/teams', { teams: [] }],
      ['/races', []],
      ['/races', { races: [] }],
      ['/races/timed/results', []],
      ['/races/timed/results', { results: [] }],
    ] as const) {
      assert.equal((await event.send('PUT', path, body)).status, 200);
    }
    const same = await event.send('GET', '/schedule');
    assert.equal(same.text, before.text);
    const emptied = await event.send('PUT', '/races/timed/entries', []);
    assert.equal(emptied.status, 200);
    assert.deepEqual(emptied.json.lanes, []);
  });
});

function pick(object: Body, keys: string[]): Body {
  return Object.fromEntries(keys.map((key) => [key, object[key]]));
}
