/** What a push may contain, how its values are read, and how each violation is named. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import Type from 'typebox';
import { namedValues } from '../../src/contract/fields.ts';
import { FollowsWrite } from '../../src/contract/following.ts';
import {
  LaneList,
  type LaneWrite,
  RaceList,
  type RaceWrite,
  ResultList,
} from '../../src/contract/race.ts';
import {
  type Reading,
  readList,
  readObject,
  repeats,
} from '../../src/contract/reading/read-body.ts';
import { DelayWrite, ScheduleCreate } from '../../src/contract/schedule.ts';
import { TeamList, type TeamWrite } from '../../src/contract/team.ts';
import { judgeTakenBack } from '../../src/domain/results/plan-results.ts';
import { always, among } from '../domain/properties.ts';

const MAX = 2_147_483_647;
const ROWING_BOAT = '\u{1f6a3}'; // one code point, two UTF-16 units

/** The lists that are pushed, each with a valid element and the most elements that it may have. */
const LISTS = {
  teams: {
    read: (body: unknown) => readList(TeamList, 'teams', body),
    valid: { externalId: 'c1', name: 'Saline' },
    most: 5000,
  },
  races: {
    read: (body: unknown) => readList(RaceList, 'races', body),
    valid: { externalId: 'r1', raceNumber: 1 },
    most: 5000,
  },
  lanes: {
    read: (body: unknown) => readList(LaneList, 'lanes', body),
    valid: { position: 1 },
    most: 1000,
  },
  results: {
    read: (body: unknown) => readList(ResultList, 'results', body),
    valid: { position: 1 },
    most: 1000,
  },
} as const;
type ListKey = keyof typeof LISTS;
const LIST_KEYS = Object.keys(LISTS) as ListKey[];

/** The bodies that are one object. */
const OBJECTS = {
  delay: {
    read: (body: unknown) => readObject(DelayWrite, body),
    valid: { venueDay: '2026-06-13', delayMinutes: 5 },
  },
  schedule: { read: (body: unknown) => readObject(ScheduleCreate, body), valid: {} },
} as const;

describe('the body', () => {
  for (const key of LIST_KEYS) {
    const { valid, most } = LISTS[key];
    const read: (body: unknown) => Reading<unknown[]> = LISTS[key].read;

    test(`spec: ${key} come bare or wrapped, and read the same`, () => {
      assert.deepEqual(taken(read([valid])), [valid]);
      assert.deepEqual(taken(read({ [key]: [valid] })), [valid]);
    });

    test(`R6: an empty list of ${key} is valid, bare or wrapped`, () => {
      assert.deepEqual(taken(read([])), []);
      assert.deepEqual(taken(read({ [key]: [] })), []);
    });

    test(`R11: a body that holds no list of ${key} names the key itself`, () => {
      const other = key === 'teams' ? 'races' : 'teams';
      const bodies = [
        ...[null, undefined, true, 0, '', 'teams', {}, valid, { [other]: [valid] }],
        ...[{ [key]: null }, { [key]: valid }, { [key]: '[]' }, { [key.toUpperCase()]: [valid] }],
        { [key]: { [key]: [valid] } },
      ];
      for (const body of bodies)
        assert.deepEqual(fieldsOf(read(body)), [key], JSON.stringify(body));
    });

    test(`R7: ${key} that only a prototype holds are not there`, () => {
      assert.deepEqual(fieldsOf(read(Object.create({ [key]: [valid] }))), [key]);
      const [required = ''] = Object.keys(valid);
      assert.deepEqual(fieldsOf(read([Object.create(valid)]))[0], `${key}[0].${required}`);
    });

    test(`R11: the list's key is the prefix for bare ${key} too`, () => {
      const [required = ''] = Object.keys(valid);
      assert.deepEqual(fieldsOf(read([valid, {}]))[0], `${key}[1].${required}`);
      assert.deepEqual(fieldsOf(read({ [key]: [valid, {}] }))[0], `${key}[1].${required}`);
    });

    test(`R11: an element of ${key} that is no object is named itself`, () => {
      const elements = [null, [], [valid], 'c1', 1, true];
      assert.deepEqual(
        fieldsOf(read(elements)),
        elements.map((_, index) => `${key}[${index}]`),
      );
    });

    test(`R6: ${most} ${key} are read, one more is refused as a whole`, () => {
      assert.equal(taken(read(Array(most).fill(valid))).length, most);
      const tooMany = read(Array(most + 1).fill(valid));
      assert.deepEqual(fieldsOf(tooMany), [key]);
      const [wrong] = 'violations' in tooMany ? tooMany.violations : [];
      const advice = key === 'lanes' ? 'a race has no more lanes' : 'send them in several pushes';
      assert.equal(wrong?.detail, `must have at most ${most} elements; ${advice}`);
      assert.deepEqual(fieldsOf(read({ [key]: Array(most + 1).fill(null) })), [key]);
    });

    test(`R11: of all that is wrong with ${key} the first 100 are told`, () => {
      const wrong = (count: number) => fieldsOf(read([valid, ...Array(count).fill(null)]));
      assert.equal(wrong(99).length, 99);
      assert.equal(wrong(100).length, 100);
      assert.deepEqual(wrong(101), wrong(100));
      assert.equal(wrong(most - 1)[99], `${key}[100]`);
    });
  }

  test('R11: the cap of 100 holds inside one element too', () => {
    const laneScheme = Array(100).fill('');
    const races = [{ externalId: '', raceNumber: 0, laneScheme }, null];
    const fields = fieldsOf(readList(RaceList, 'races', races));
    assert.equal(fields.length, 100);
    assert.deepEqual(fields.slice(0, 3), [
      'races[0].externalId',
      'races[0].raceNumber',
      'races[0].laneScheme[0]',
    ]);
    assert.equal(fields[99], 'races[0].laneScheme[97]');
  });

  test('R11: a single body that is not an object is called body', () => {
    for (const { read } of Object.values(OBJECTS)) {
      for (const body of [null, [], [{}], 'x', 1, false])
        assert.deepEqual(fieldsOf(read(body)), ['body']);
    }
  });

  test('R11: the properties of a single body have no prefix', () => {
    assert.deepEqual(fieldsOf(OBJECTS.delay.read({})), ['venueDay', 'delayMinutes']);
    assert.deepEqual(fieldsOf(OBJECTS.schedule.read({ laneScheme: ['1', 2] })), ['laneScheme[1]']);
  });

  test('R7: unknown properties are ignored and not kept', () => {
    const team = { id: 7, externalId: 'c1', outcome: 'matched', name: 'Saline', adopted: 'yes' };
    assert.deepEqual(taken(LISTS.teams.read({ teams: [team], races: null, toString: 1 })), [
      { externalId: 'c1', name: 'Saline' },
    ]);
    const race = { externalId: 'r1', raceNumber: 1, lanes: [{ position: 0 }], hasOwnProperty: 1 };
    assert.deepEqual(taken(LISTS.races.read([race])), [{ externalId: 'r1', raceNumber: 1 }]);
    assert.deepEqual(taken(OBJECTS.schedule.read({ status: 'published', eventId: 'x' })), {});
  });

  test('R7: a property that is probably a known one misspelt is refused, whatever it holds', () => {
    for (const value of [null, 'c1', {}, '']) {
      const reading = LISTS.lanes.read([{ position: 1 }, { position: 2, teamexternalId: value }]);
      assert.deepEqual(violationsOf(reading), [
        {
          field: 'lanes[1].teamexternalId',
          detail: 'is not known; "teamExternalId" was probably meant',
        },
      ]);
    }
    assert.deepEqual(fieldsOf(OBJECTS.delay.read({ venueDay: '2026-06-13', delay: 5 })), ['delay']);
    assert.deepEqual(fieldsOf(OBJECTS.schedule.read({ lane_scheme: null })), ['lane_scheme']);
    const follows = {
      ...{ subscription: { endpoint: 'x', keys: { p256dh: 'x', auth: 'x' } }, eventId: 7 },
      ...{ wholeEvent: false, crew: [1], races: [], Language: 'de', expirationTime: null },
    };
    assert.deepEqual(fieldsOf(readObject(FollowsWrite, follows)), ['crews', 'Language']);
  });

  test('R7: it is ignored beside the one that was meant', () => {
    const lane = { position: 1, Position: 'x', team_external_id: 'c2', teamExternalId: 'c1' };
    assert.deepEqual(taken(LISTS.lanes.read([lane])), [{ position: 1, teamExternalId: 'c1' }]);
  });

  test('R7: a misspelt key of a list is hinted at, and stays the key itself', () => {
    for (const name of ['Teams', 'TEAMS', '_teams']) {
      const [violation, ...others] = violationsOf(LISTS.teams.read({ [name]: [] }));
      assert.deepEqual(others, []);
      assert.equal(violation?.field, 'teams');
      assert.ok(violation?.detail.endsWith(`which "${name}" was probably meant to be`));
    }
    assert.deepEqual(taken(LISTS.teams.read({ Teams: 1, teams: [] })), []);
  });

  test('R7: of duplicate keys the last one counts', () => {
    const body = '[{"externalId":"c1","name":7,"name":"Saline"}]';
    assert.deepEqual(taken(LISTS.teams.read(JSON.parse(body))), [LISTS.teams.valid]);
  });

  test('R9: what was left out is absent, not null or undefined', () => {
    const [race] = taken(LISTS.races.read([LISTS.races.valid]));
    assert.deepEqual(Object.keys(race ?? {}), ['externalId', 'raceNumber']);
  });
});

describe('the order of violations (R11)', () => {
  interface Case {
    rule: string;
    list: ListKey;
    elements: unknown[];
    fields: string[];
  }
  const cases: Case[] = [
    {
      rule: "the specification's field table counts, not the order that was sent",
      list: 'races',
      elements: [
        {
          ...{ notes: 1, laneScheme: 1, resultVisibility: 1, resultMode: 1, divisionLabel: 1 },
          ...{ round: 1, boatClass: 1, distanceMeters: '1', scheduledAt: 1, title: 1 },
          ...{ raceNumber: '1', externalId: 1 },
        },
      ],
      fields: [
        ...['externalId', 'raceNumber', 'title', 'scheduledAt', 'distanceMeters', 'boatClass'],
        ...['round', 'divisionLabel', 'resultMode', 'resultVisibility', 'laneScheme', 'notes'],
      ].map((property) => `races[0].${property}`),
    },
    {
      rule: 'the same for crews',
      list: 'teams',
      elements: [{ sortOrder: null, boatIndex: '1', clubId: 1, name: 1, externalId: 1 }],
      fields: ['externalId', 'name', 'clubId', 'boatIndex', 'sortOrder'].map(
        (p) => `teams[0].${p}`,
      ),
    },
    {
      rule: 'the same for lanes',
      list: 'lanes',
      elements: [{ teamExternalId: 1, positionLabel: 1, position: '1' }],
      fields: ['position', 'positionLabel', 'teamExternalId'].map((p) => `lanes[0].${p}`),
    },
    {
      rule: 'the same for results',
      list: 'results',
      elements: [
        {
          ...{ penaltyMillis: '', finishPlace: '', finishTimeMillis: '', status: '' },
          position: null,
        },
      ],
      fields: ['position', 'status', 'finishTimeMillis', 'finishPlace', 'penaltyMillis'].map(
        (p) => `results[0].${p}`,
      ),
    },
    {
      rule: 'a missing property stands at its place in the table',
      list: 'races',
      elements: [{ notes: 7, title: 7 }, { raceNumber: 1, title: 7 }, { externalId: '' }],
      fields: [
        ...['races[0].externalId', 'races[0].raceNumber', 'races[0].title', 'races[0].notes'],
        ...['races[1].externalId', 'races[1].title'],
        ...['races[2].externalId', 'races[2].raceNumber'],
      ],
    },
    {
      rule: 'a misspelt property stands where the one that was meant has its place, also a required one',
      list: 'races',
      elements: [
        { Notes: 7, title: 7, race_number: 1, externalId: '' },
        { externalId: 'a', raceNumber: 1, notes: 7, distance: 2, DistanceMeters: 1, boatClass: 7 },
      ],
      fields: [
        ...['races[0].externalId', 'races[0].race_number', 'races[0].title', 'races[0].Notes'],
        ...['races[1].distance', 'races[1].DistanceMeters', 'races[1].boatClass', 'races[1].notes'],
      ],
    },
    {
      rule: 'elements come in their order, an element that is no object at its place',
      list: 'teams',
      elements: [{ externalId: 'a', name: 1 }, 'x', { externalId: 'b', name: 'B' }, { name: 'C' }],
      fields: ['teams[0].name', 'teams[1]', 'teams[3].externalId'],
    },
    {
      rule: 'items of a list inside an element are named one by one, between its neighbours',
      list: 'races',
      elements: [
        {
          ...{ externalId: 'a', raceNumber: 1, resultVisibility: 'public', notes: 7 },
          laneScheme: ['A', '', 'B', 3, null, ['C'], 'x'.repeat(41)],
        },
      ],
      fields: [
        'races[0].resultVisibility',
        ...[1, 3, 4, 5, 6].map((index) => `races[0].laneScheme[${index}]`),
        'races[0].notes',
      ],
    },
  ];
  for (const { rule, list, elements, fields } of cases) {
    test(`R11: ${rule}`, () => {
      assert.deepEqual(fieldsOf(LISTS[list].read(elements)), fields);
      assert.deepEqual(fieldsOf(LISTS[list].read({ [list]: elements })), fields);
    });
  }

  test('R11: one property has one violation, however much is wrong with it', () => {
    const externalId = `\n${'x'.repeat(200)}`;
    assert.deepEqual(fieldsOf(LISTS.teams.read([{ externalId, name: 'A' }])), [
      'teams[0].externalId',
    ]);
  });

  test('R11: every violation says in words what is wrong', () => {
    const reading = LISTS.races.read([{ externalId: '..', raceNumber: 0, scheduledAt: 'noon' }, 1]);
    for (const { detail } of violationsOf(reading)) assert.match(detail, /^(must|is) .{5,}/);
  });
});

describe('texts (R10)', () => {
  interface TextLimit {
    list: ListKey;
    property: string;
    max: number;
    min: 0 | 1;
    /** Kept as sent: neither normalised nor trimmed. */
    isOpaque?: true;
  }
  const limits: TextLimit[] = [
    { list: 'teams', property: 'externalId', max: 128, min: 1, isOpaque: true },
    { list: 'teams', property: 'name', max: 120, min: 1 },
    { list: 'teams', property: 'clubId', max: 64, min: 0, isOpaque: true },
    { list: 'races', property: 'externalId', max: 128, min: 1, isOpaque: true },
    { list: 'races', property: 'title', max: 200, min: 0 },
    { list: 'races', property: 'boatClass', max: 60, min: 0 },
    { list: 'races', property: 'round', max: 60, min: 0 },
    { list: 'races', property: 'divisionLabel', max: 60, min: 0 },
    { list: 'races', property: 'notes', max: 500, min: 0 },
    { list: 'lanes', property: 'positionLabel', max: 40, min: 1 },
    { list: 'lanes', property: 'teamExternalId', max: 128, min: 1, isOpaque: true },
  ];
  for (const { list, property, max, min, isOpaque } of limits) {
    const field = `${list}[0].${property}`;
    const { keeps, refuses } = checks(list, property);

    test(`spec: ${field} has ${min} to ${max} code points, of any script`, () => {
      for (const character of ['x', '\u00e4', '\u6f15', ROWING_BOAT]) {
        keeps(character.repeat(max));
        refuses(character.repeat(max + 1));
        keeps(character);
      }
      if (min === 0) keeps('');
      else refuses('');
    });

    test(`R10: ${field} without U+0000 and lone surrogates`, () => {
      for (const broken of ['\0', 'a\0b', '\ud83d', 'a\udea3', '\udea3\ud83d']) refuses(broken);
    });

    test(`R8: ${field} is a string, nothing is made one`, () => {
      for (const value of [7, 0, true, false, [], ['x'], {}, { toString: 'x' }]) refuses(value);
    });

    if (isOpaque) {
      test(`R10: ${field} is neither normalised nor trimmed`, () => {
        for (const text of ['e\u0301', '\u00e9', '\u212b', ' a ', '\u0958']) keeps(text);
        keeps('\u0958'.repeat(max)); // in NFC it would be twice as long
        refuses('e\u0301'.repeat(max / 2 + 1)); // in NFC it would be half as long
      });
    } else {
      test(`R10: ${field} is normalised to NFC, and its length is judged after that`, () => {
        keeps('e\u0301', '\u00e9');
        keeps('\u212b', '\u00c5'); // the Angstrom sign becomes a letter
        keeps('\u1100\u1161', '\uac00'); // Hangul syllables are put together
        keeps('e\u0301'.repeat(max), '\u00e9'.repeat(max));
        refuses('e\u0301'.repeat(max + 1));
        // NFC can make a text longer: U+0958 becomes two code points.
        keeps('\u0958'.repeat(max / 2), '\u0915\u093c'.repeat(max / 2));
        refuses('\u0958'.repeat(max / 2 + 1));
        keeps('\ufb01', '\ufb01'); // a ligature is compatible, not canonical: it stays
      });
    }
  }

  for (const [list, property] of [
    ['teams', 'externalId'],
    ['races', 'externalId'],
    ['lanes', 'teamExternalId'],
  ] as const) {
    const { keeps, refuses } = checks(list, property);

    test(`R10: ${list}[0].${property} holds no control characters`, () => {
      for (let code = 0; code <= 0x9f; code++) {
        const text = `a${String.fromCodePoint(code)}b`;
        if (code <= 0x1f || code >= 0x7f) refuses(text);
        else keeps(text);
      }
      // Kept, because the categories Cf (formats) and Zl, Zs (separators) are not Cc (control characters).
      for (const text of ['\u00a0', '\u00ad', '\u200b', '\u2028', '\ufeff', '\u202e']) keeps(text);
    });

    test(`R10: ${list}[0].${property} is not "." or "..", which no path can carry`, () => {
      refuses('.');
      refuses('..');
      for (const text of ['...', '.a', 'a.', './', ' .', '%2e', '\u2024']) keeps(text);
    });

    test(`R10: ${list}[0].${property} may be any other text`, () => {
      for (const text of [' ', '/', '16A/2', '%2F', '%', '?#', '__proto__', 'null', '0'])
        keeps(text);
    });
  }

  test('R10: clubId may hold control characters and dots; it stands in no path', () => {
    const { keeps } = checks('teams', 'clubId');
    for (const text of ['.', '..', '\t', 'a\nb', '\u0085']) keeps(text);
  });

  test('R10: a crew name is trimmed of Unicode white space, and only at its ends', () => {
    const { keeps } = checks('teams', 'name');
    const spaces = ['\t', '\n', '\v', '\f', '\r', ' ', '\u0085', '\u00a0', '\u1680'];
    for (let code = 0x2000; code <= 0x200a; code++) spaces.push(String.fromCodePoint(code));
    spaces.push('\u2028', '\u2029', '\u202f', '\u205f', '\u3000');
    for (const space of spaces) {
      keeps(`${space}${space}Saline${space}`, 'Saline');
      keeps(`Saline${space}A`, `Saline${space}A`.normalize('NFC'));
    }
    keeps(spaces.join('') + ROWING_BOAT + spaces.join(''), ROWING_BOAT);
  });

  test('R10: a blank crew name is refused', () => {
    const { refuses } = checks('teams', 'name');
    for (const name of ['', ' ', '\u0085', '\u3000\u2003', '\n\n']) refuses(name);
  });

  test('R10: what Unicode does not call white space is not trimmed', () => {
    const { keeps } = checks('teams', 'name');
    for (const other of ['\ufeff', '\u200b', '\u180e', '\u2060', '\u001f'])
      keeps(`${other}A${other}`);
  });

  test('R10: a crew name is trimmed before its length is checked', () => {
    const { keeps, refuses } = checks('teams', 'name');
    keeps(` ${'x'.repeat(120)}\u0085`, 'x'.repeat(120));
    refuses(` ${'x'.repeat(121)} `);
    keeps(' '.repeat(100_000) + 'x'.repeat(120) + ' '.repeat(100_000), 'x'.repeat(120));
  });

  test('R10: only a crew name is trimmed', () => {
    for (const property of ['title', 'boatClass', 'round', 'divisionLabel', 'notes']) {
      checks('races', property).keeps(' \t ');
    }
    checks('lanes', 'positionLabel').keeps(' ');
  });
});

describe('integers (R8)', () => {
  const limits: [ListKey, string, number, number][] = [
    ['teams', 'boatIndex', 1, MAX],
    ['teams', 'sortOrder', -MAX - 1, MAX],
    ['races', 'raceNumber', 1, MAX],
    ['races', 'distanceMeters', 1, MAX],
    ['lanes', 'position', 1, MAX],
    ['results', 'position', 1, MAX],
    ['results', 'finishTimeMillis', 0, MAX],
    ['results', 'finishPlace', 1, MAX],
    ['results', 'penaltyMillis', 0, MAX],
  ];
  for (const [list, property, min, max] of limits) {
    const { keeps, refuses } = checks(list, property);

    test(`R8: ${list}[0].${property} from ${min} to ${max}`, () => {
      keeps(min);
      keeps(max);
      refuses(min - 1);
      refuses(max + 1);
      refuses(Number.MAX_SAFE_INTEGER + 1);
    });

    test(`R8: ${list}[0].${property} is an integer as it is, nothing is made one`, () => {
      const others = ['7', '', '1e0', true, false, [], [1], {}, 1.5, 0.1, min + 0.5];
      for (const value of others) refuses(value);
    });

    test(`R8: ${list}[0].${property} as JSON may write it`, () => {
      keeps(JSON.parse('1.0'), 1);
      keeps(JSON.parse('1e0'), 1);
      keeps(JSON.parse('10e-1'), 1);
      refuses(JSON.parse('1e400')); // becomes Infinity
      refuses(JSON.parse('-1e400'));
      refuses(JSON.parse('1.0000001'));
      // -0 is 0: valid where 0 is, and kept as 0.
      if (min <= 0) keeps(JSON.parse('-0'), 0);
      else refuses(JSON.parse('-0'));
    });
  }

  test('A7: delayMinutes is an integer from -1440 to 1440', () => {
    const read = (delayMinutes: unknown) =>
      OBJECTS.delay.read({ venueDay: '2026-06-13', delayMinutes });
    for (const minutes of [-1440, -1, 0, 1, 1440]) {
      assert.equal(taken(read(minutes)).delayMinutes, minutes);
    }
    assert.ok(Object.is(taken(read(-0)).delayMinutes, 0));
    for (const minutes of [-1441, 1441, 0.5, '5', null, true]) {
      assert.deepEqual(fieldsOf(read(minutes)), ['delayMinutes']);
    }
  });
});

describe('the other types (R8)', () => {
  test('A7: venueDay is a date that exists', () => {
    const read = (venueDay: unknown) => OBJECTS.delay.read({ venueDay, delayMinutes: 5 });
    assert.equal(taken(read('2028-02-29')).venueDay, '2028-02-29');
    const wrong = [
      '2026-02-29',
      '2026-6-13',
      '2026-06-13T00:00:00Z',
      '0000-01-01',
      '',
      20260613,
      null,
    ];
    for (const day of wrong) assert.deepEqual(fieldsOf(read(day)), ['venueDay']);
  });

  test('spec, R12: scheduledAt is a date-time with an offset, and kept as its instant', () => {
    const { keeps, refuses } = checks('races', 'scheduledAt');
    const nine = Date.UTC(2026, 5, 13, 9);
    keeps('2026-06-13T09:00:00Z', nine);
    keeps('2026-06-13T11:00:00+02:00', nine);
    keeps('2026-06-13t09:00:00.123999-00:00', nine + 123);
    keeps('1970-01-01T00:00:00Z', 0);
    const wrong = ['2026-06-13T09:00:00', '2026-02-30T09:00:00Z', '2026-06-13T24:00:00Z', '', 0];
    for (const value of wrong) refuses(value);
  });

  const words: [ListKey, string, string[]][] = [
    ['races', 'resultMode', ['timed', 'placesOnly']],
    ['races', 'resultVisibility', ['hidden', 'placesOnly', 'full']],
    ['results', 'status', ['assigned', 'finished', 'dns', 'dnf', 'dsq']],
  ];
  for (const [list, property, allowed] of words) {
    test(`spec: ${list}[0].${property} is one of ${allowed.join(', ')}`, () => {
      const { keeps, refuses } = checks(list, property);
      for (const word of allowed) keeps(word);
      const others = ['', 'Timed', 'FINISHED', ' full', 'null', 'toString', 0, true, [allowed[0]]];
      for (const other of others) refuses(other);
    });
  }

  test('spec: the defaults of a schedule are words of the same lists', () => {
    const { read } = OBJECTS.schedule;
    const valid = { defaultResultMode: 'placesOnly', defaultResultVisibility: 'hidden' };
    assert.deepEqual(taken(read(valid)), valid);
    assert.deepEqual(fieldsOf(read({ defaultResultMode: null, defaultResultVisibility: null })), [
      'defaultResultMode',
      'defaultResultVisibility',
    ]);
  });

  const schemes = [
    [
      'races[0].laneScheme',
      (laneScheme: unknown) => LISTS.races.read([{ ...LISTS.races.valid, laneScheme }]),
    ],
    ['laneScheme', (laneScheme: unknown) => OBJECTS.schedule.read({ laneScheme })],
  ] as const;
  for (const [field, read] of schemes) {
    test(`L23: ${field} has at most 100 items of 1 to 40 code points`, () => {
      const accepts = (scheme: unknown) =>
        assert.ok('value' in read(scheme), JSON.stringify(scheme));
      for (const scheme of [[], ['1'], Array(100).fill('x'), ['x'.repeat(40)], ['A', 'A'], null]) {
        accepts(scheme);
      }
      accepts([ROWING_BOAT.repeat(40)]);
      assert.deepEqual(fieldsOf(read(Array(101).fill('x'))), [field]);
      assert.deepEqual(fieldsOf(read(['A', 'x'.repeat(41)])), [`${field}[1]`]);
      assert.deepEqual(fieldsOf(read([''])), [`${field}[0]`]);
      assert.deepEqual(fieldsOf(read(['A', null, 'B', 4, '\0'])), [
        `${field}[1]`,
        `${field}[3]`,
        `${field}[4]`,
      ]);
      for (const other of ['A,B', 6, {}, { length: 0 }, true]) {
        assert.deepEqual(fieldsOf(read(other)), [field]);
      }
    });
  }

  test('R10: the labels of a lane scheme are normalised to NFC', () => {
    const [race] = taken(LISTS.races.read([{ ...LISTS.races.valid, laneScheme: ['e\u0301'] }]));
    assert.deepEqual(race?.laneScheme, ['\u00e9']);
  });
});

describe('null (R9)', () => {
  const properties: Record<ListKey, { cleared: string[]; refused: string[] }> = {
    teams: { cleared: ['clubId', 'boatIndex'], refused: ['externalId', 'name', 'sortOrder'] },
    races: {
      cleared: [
        ...['title', 'distanceMeters', 'boatClass', 'round', 'divisionLabel'],
        ...['resultVisibility', 'laneScheme', 'notes'],
      ],
      refused: ['externalId', 'raceNumber', 'scheduledAt', 'resultMode'],
    },
    lanes: { cleared: ['positionLabel', 'teamExternalId'], refused: ['position'] },
    results: {
      cleared: ['finishTimeMillis', 'finishPlace', 'penaltyMillis'],
      refused: ['position', 'status'],
    },
  };
  for (const list of LIST_KEYS) {
    for (const property of properties[list].cleared) {
      test(`R9: null clears ${list}[0].${property}`, () => checks(list, property).keeps(null));
    }
    for (const property of properties[list].refused) {
      test(`R9: null is refused on ${list}[0].${property}`, () =>
        checks(list, property).refuses(null));
    }
  }
});

describe('repeats within one push (L1)', () => {
  const teams = (body: unknown) =>
    readList(TeamList, 'teams', body, repeats<TeamWrite>('externalId', 'name'));
  const races = (body: unknown) =>
    readList(RaceList, 'races', body, repeats<RaceWrite>('externalId', 'raceNumber'));
  const lanes = (body: unknown) =>
    readList(LaneList, 'lanes', body, repeats<LaneWrite>('position'));

  test('L1: the second one is named, and every further one', () => {
    const [a, b] = [
      { externalId: 'a', name: 'A' },
      { externalId: 'b', name: 'B' },
    ];
    assert.deepEqual(fieldsOf(teams([a, b, { ...b, name: 'C' }])), ['teams[2].externalId']);
    assert.deepEqual(fieldsOf(teams({ teams: [a, b, { ...a, externalId: 'c' }] })), [
      'teams[2].name',
    ]);
    assert.deepEqual(fieldsOf(teams([a, a, a])), [
      'teams[1].externalId',
      'teams[1].name',
      'teams[2].externalId',
      'teams[2].name',
    ]);
  });

  test('L1: race numbers and lanes in the same way', () => {
    const race = (externalId: string, raceNumber: number) => ({ externalId, raceNumber });
    assert.deepEqual(fieldsOf(races([race('a', 1), race('b', 2), race('c', 1)])), [
      'races[2].raceNumber',
    ]);
    assert.deepEqual(fieldsOf(races([race('a', 1), race('a', 2)])), ['races[1].externalId']);
    assert.deepEqual(fieldsOf(lanes([{ position: 3 }, { position: 3 }])), ['lanes[1].position']);
  });

  test('L1, R11: a repeat stands in document order among the other violations', () => {
    const pushed = [
      { externalId: 'a', name: 'A' },
      { externalId: 'a', name: 'A', boatIndex: 0 },
      { name: 'A', sortOrder: 'x' },
    ];
    assert.deepEqual(fieldsOf(teams(pushed)), [
      'teams[1].externalId',
      'teams[1].name',
      'teams[1].boatIndex',
      'teams[2].externalId',
      'teams[2].name',
      'teams[2].sortOrder',
    ]);
  });

  test('L1, R10: names repeat when they are kept the same: after NFC and trimming', () => {
    const named = (...names: string[]) =>
      names.map((name, index) => ({ externalId: `${index}`, name }));
    assert.deepEqual(fieldsOf(teams(named('\u00e9', 'e\u0301'))), ['teams[1].name']);
    assert.deepEqual(fieldsOf(teams(named('A', '\u0085A '))), ['teams[1].name']);
    assert.equal(taken(teams(named('Saline', 'SALINE', 'Sal ine'))).length, 3);
  });

  test('L1, R10: externalIds repeat only byte for byte', () => {
    const ids = ['\u00e9', 'e\u0301', 'a', 'A', ' a', 'a '];
    const pushed = ids.map((externalId, index) => ({ externalId, name: `${index}` }));
    assert.equal(taken(teams(pushed)).length, ids.length);
  });

  test('L1: numbers repeat however JSON writes them', () => {
    const body = JSON.parse('[{"position":1},{"position":1.0},{"position":10e-1}]');
    assert.deepEqual(fieldsOf(lanes(body)), ['lanes[1].position', 'lanes[2].position']);
  });

  test('L1: invalid values do not repeat each other', () => {
    const pushed = [
      { externalId: '', name: 'A' },
      { externalId: '', name: 'B' },
    ];
    const details = violationsOf(teams(pushed)).map(({ detail }) => detail);
    assert.deepEqual(details, ['must not be empty', 'must not be empty']);
  });

  test('L1: a repeat of what only a prototype has is no repeat', () => {
    const pushed = ['__proto__', 'constructor', 'toString'].map((id) => ({
      externalId: id,
      name: id,
    }));
    assert.equal(taken(teams(pushed)).length, 3);
  });
});

test('L8: taking a result back with a time, place or penalty names that field, while reading', () => {
  const read = (...body: unknown[]) => readList(ResultList, 'results', body, judgeTakenBack);
  const all = { finishTimeMillis: 0, finishPlace: 1, penaltyMillis: 0 };
  // The status counts, wherever it is among the properties.
  assert.deepEqual(fieldsOf(read({ ...all, status: 'assigned', position: 1 })), [
    'results[0].finishTimeMillis',
    'results[0].finishPlace',
    'results[0].penaltyMillis',
  ]);
  const none = { finishTimeMillis: null, finishPlace: null, penaltyMillis: null };
  assert.equal(taken(read({ position: 1, status: 'assigned', ...none })).length, 1);
  for (const status of ['finished', 'dns', 'dnf', 'dsq']) {
    assert.equal(taken(read({ position: 1, status, finishTimeMillis: 0 })).length, 1);
  }
});

// Property tests: any JSON value, often one that is almost a crew.

const almostText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({
    unit: among('a', ' ', '\u0085', 'e\u0301', '\u0958', '.', '\0', '\ud83d', ROWING_BOAT),
  }),
  among(126, 127, 128, 129, 119, 120, 121, 63, 64, 65).map((length) => 'x'.repeat(length)),
);
const almostInteger = fc.oneof(
  fc.integer({ min: -1, max: 2 }),
  among(MAX, MAX + 1, -MAX - 1, -MAX - 2, 1.5, -0, Number.MAX_VALUE),
);
const almostAnything = fc.oneof(
  { weight: 6, arbitrary: almostText },
  { weight: 4, arbitrary: almostInteger },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const almostTeam = fc.record(
  {
    sortOrder: fc.oneof({ weight: 9, arbitrary: almostInteger }, almostAnything),
    externalId: fc.oneof({ weight: 9, arbitrary: almostText }, almostAnything),
    name: fc.oneof({ weight: 9, arbitrary: almostText }, almostAnything),
    clubId: fc.oneof({ weight: 9, arbitrary: fc.option(almostText) }, almostAnything),
    boatIndex: fc.oneof({ weight: 9, arbitrary: fc.option(almostInteger) }, almostAnything),
    color: almostAnything,
  },
  { requiredKeys: [] },
);
const almostTeams = fc.array(
  fc.oneof({ weight: 9, arbitrary: almostTeam }, fc.jsonValue({ maxDepth: 2 })),
  { maxLength: 8 },
);

always(
  'R8 to R11: the violations of crews are those of the naive definition',
  almostTeams,
  (body) => {
    const wrong = body.flatMap((team, index) => naiveTeamFields(team, `teams[${index}]`));
    const reading = LISTS.teams.read(body);
    if (wrong.length > 0) assert.deepEqual(fieldsOf(reading), wrong);
    else assert.equal(taken(reading).length, body.length);
  },
);

always('R10: what was read is read again as it is', almostTeams, (body) => {
  const reading = LISTS.teams.read(body);
  if ('value' in reading) assert.deepEqual(taken(LISTS.teams.read(reading.value)), reading.value);
});

const anything = fc.oneof(
  fc.jsonValue(),
  almostTeams,
  among<ListKey>(...LIST_KEYS).chain((key) => almostTeams.map((list) => ({ [key]: list }))),
);

always('Any JSON is read or refused with at least one field; nothing throws', anything, (body) => {
  for (const key of LIST_KEYS) {
    const reading: Reading<unknown> = LISTS[key].read(body);
    if ('value' in reading) continue;
    assert.ok(reading.violations.length >= 1 && reading.violations.length <= 100);
    for (const { field } of reading.violations) assert.ok(field.startsWith(key));
  }
  for (const { read } of Object.values(OBJECTS)) read(body);
});

/** The violations of one crew, property by property, as decisions R8 to R11 word them. */
function naiveTeamFields(team: unknown, path: string): string[] {
  if (team === null || typeof team !== 'object' || Array.isArray(team)) return [path];
  const { externalId, name, clubId, boatIndex, sortOrder } = team as Record<string, unknown>;
  const codePoints = (text: string) => [...text].length;
  const isStorable = (text: unknown): text is string =>
    typeof text === 'string' && !/\0|\p{Surrogate}/u.test(text);
  const isInteger = (value: unknown, min: number) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= MAX;
  const wrong: string[] = [];
  if (
    !isStorable(externalId) ||
    codePoints(externalId) < 1 ||
    codePoints(externalId) > 128 ||
    [...externalId].some((c) => c < ' ' || (c >= '\u007f' && c <= '\u009f')) ||
    /^\.\.?$/.test(externalId)
  ) {
    wrong.push('externalId');
  }
  const kept = isStorable(name)
    ? name.normalize('NFC').replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '')
    : '';
  if (kept === '' || codePoints(kept) > 120) wrong.push('name');
  if (clubId !== undefined && clubId !== null) {
    if (!isStorable(clubId) || codePoints(clubId) > 64) wrong.push('clubId');
  }
  if (boatIndex !== undefined && boatIndex !== null && !isInteger(boatIndex, 1)) {
    wrong.push('boatIndex');
  }
  if (sortOrder !== undefined && !isInteger(sortOrder, -MAX - 1)) wrong.push('sortOrder');
  return wrong.map((property) => `${path}.${property}`);
}

/** Checks with a push of one element that is valid except for the value of one property. */
function checks(list: ListKey, property: string) {
  const { read, valid } = LISTS[list];
  return {
    /** The value is accepted and kept; as it is, or as `kept`. */
    keeps: (value: unknown, kept: unknown = value) => {
      const [element] = taken<Record<string, unknown>[]>(read([{ ...valid, [property]: value }]));
      assert.deepEqual(element?.[property], kept);
    },
    /** The value is refused, on that property and nothing else. */
    refuses: (value: unknown) => {
      const reading = read([{ ...valid, [property]: value }]);
      assert.deepEqual(fieldsOf(reading), [`${list}[0].${property}`], JSON.stringify(value));
    },
  };
}

function taken<Value>(reading: Reading<Value>): Value {
  if ('value' in reading) return reading.value;
  assert.fail(`refused: ${JSON.stringify(reading.violations)}`);
}

function violationsOf(reading: Reading<unknown>) {
  return 'value' in reading ? [] : reading.violations;
}

function fieldsOf(reading: Reading<unknown>): string[] {
  return violationsOf(reading).map(({ field }) => field);
}

describe('objects in objects, and booleans', () => {
  const schema = Type.Object({
    outer: Type.Object({ inner: Type.Object({ text: Type.String() }), flag: Type.Boolean() }),
    flags: Type.Optional(Type.Array(Type.Boolean())),
  });

  test('are read, without what is not known', () => {
    const body = { outer: { inner: { text: 'x', more: 1 }, flag: false, more: {} }, flags: [true] };
    assert.deepEqual(readObject(schema, body), {
      value: { outer: { inner: { text: 'x' }, flag: false }, flags: [true] },
    });
  });

  for (const [what, body, fields] of [
    ['an object that is missing', {}, ['outer']],
    ['an object that is null', { outer: null }, ['outer']],
    ['an object that is a list', { outer: [] }, ['outer']],
    ['what is missing in an object', { outer: {} }, ['outer.inner', 'outer.flag']],
    [
      'what is wrong in an object of an object',
      { outer: { inner: { text: 7 }, flag: 1 } },
      ['outer.inner.text', 'outer.flag'],
    ],
    [
      'a misspelt property',
      { outer: { Inner: {}, inner: { Text: '' }, FLAG: true } },
      ['outer.inner.Text', 'outer.FLAG'],
    ],
    ['a flag as text', { outer: { inner: { text: '' }, flag: 'true' } }, ['outer.flag']],
    ['a flag that is null', { outer: { inner: { text: '' }, flag: null } }, ['outer.flag']],
    [
      'flags in a list',
      { outer: { inner: { text: '' }, flag: true }, flags: [true, 0] },
      ['flags[1]'],
    ],
  ] as const) {
    test(`${what} is named by its path`, () => {
      const reading = readObject(schema, body);
      assert.ok('violations' in reading);
      assert.deepEqual(
        reading.violations.map(({ field }) => field),
        fields,
      );
    });
  }
});

describe('values by names that the client chooses', () => {
  const schema = Type.Object({ of: namedValues(Type.Object({ n: Type.Integer() }), 2) });

  test('are read under their names, whatever these are', () => {
    const sent = JSON.parse('{"a": {"n": 1, "more": 2}, "__proto__": {"n": 2}}');
    const reading = readObject(schema, { of: sent });
    assert.ok('value' in reading);
    assert.deepEqual(Object.entries(reading.value.of), [
      ['a', { n: 1 }],
      ['__proto__', { n: 2 }],
    ]);
  });

  for (const [what, of, field] of [
    ['a list', [], 'of'],
    ['more than there may be', { a: { n: 1 }, b: { n: 1 }, c: { n: 1 } }, 'of'],
    ['what is wrong in one', { a: { n: 'x' } }, 'of.a.n'],
    ['a long name', { ['x'.repeat(99)]: 1 }, `of.${'x'.repeat(64)}`],
  ] as const) {
    test(`${what} is named by its path`, () => {
      assert.deepEqual(fieldsOf(readObject(schema, { of })), [field]);
    });
  }
});
