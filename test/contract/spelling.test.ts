/** Which unknown properties count as misspelt ones (decision R7), and which never may. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type, { type TObject, type TSchema } from 'typebox';
import { Board, BoardChange } from '../../src/contract/board.ts';
import { DeviceWrite, Follows, FollowsWrite } from '../../src/contract/following.ts';
import { LaneWrite, RaceList, RaceWrite, ResultWrite } from '../../src/contract/race.ts';
import { readList } from '../../src/contract/reading/read-body.ts';
import { nearestKnown, probablyMeant, SpellingCheck } from '../../src/contract/reading/spelling.ts';
import { OPERATIONS } from '../../src/contract/routes.ts';
import { DelayWrite, ScheduleCreate } from '../../src/contract/schedule.ts';
import { TeamWrite } from '../../src/contract/team.ts';

const BODIES = {
  teams: namesOf(TeamWrite),
  races: namesOf(RaceWrite),
  lanes: namesOf(LaneWrite),
  results: namesOf(ResultWrite),
  schedule: namesOf(ScheduleCreate),
  delay: namesOf(DelayWrite),
};

describe('probablyMeant', () => {
  const cases: [rule: string, body: keyof typeof BODIES, meant: string, unknown: string[]][] = [
    [
      'the same letters in another case',
      'lanes',
      'teamExternalId',
      ['teamexternalId', 'TeamExternalId', 'TEAMEXTERNALID', 'teamExternalID'],
    ],
    [
      'the same letters with _ or - in between',
      'lanes',
      'teamExternalId',
      [
        'team_external_id',
        'team-external-id',
        'TEAM_EXTERNAL_ID',
        '_teamExternalId',
        't_e-amExternalId',
      ],
    ],
    ['short names too, if the letters are the same', 'teams', 'name', ['Name', 'NAME', 'na_me']],
    ['short names too, if the letters are the same', 'races', 'round', ['Round', 'round_']],
    [
      'a letter left out',
      'results',
      'finishTimeMillis',
      ['finishTimeMilis', 'fnishTimeMillis', 'finishTimeMilli', 'inishTimeMillis'],
    ],
    ['a letter put in', 'results', 'finishPlace', ['finishPlacee', 'finnishPlace', 'finishPlace2']],
    ['a letter mistaken', 'races', 'raceNumber', ['raceNumbar', 'rateNumber', 'raceNumbe#']],
    ['neighbours exchanged', 'lanes', 'position', ['posiiton', 'opsition', 'positino']],
    [
      'two errors of any kind',
      'races',
      'scheduledAt',
      ['shceduledAT', 'schedlueAt', 'scehduldeAt', 'scheduleAtt', 'scheduled', 'secheduledAtt'],
    ],
    [
      'errors in another way of writing',
      'results',
      'finishTimeMillis',
      ['finish_tiem_millis', 'FINISH-TIME-MILIS', 'finish_time_millisec'.slice(0, 19)],
    ],
    ['six letters are enough', 'results', 'status', ['statsu', 'staus', 'Stattus', 'stati']],
    ['six letters are enough', 'teams', 'clubId', ['clubIdd', 'culbId', 'club', 'clubs']],
    [
      'without its unit',
      'results',
      'finishTimeMillis',
      ['finishTime', 'finish_time', 'FinishTime'],
    ],
    ['without its unit', 'results', 'penaltyMillis', ['penalty', 'Penalty', 'PENALTY']],
    ['without its unit', 'races', 'distanceMeters', ['distance', 'DISTANCE']],
    [
      'another spelling of the unit',
      'races',
      'distanceMeters',
      ['distanceMetres', 'distance_in_meters'],
    ],
    ['without its unit', 'delay', 'delayMinutes', ['delay', 'Delay']],
    [
      'in single bodies too',
      'delay',
      'venueDay',
      ['venueday', 'venue_day', 'veneuDay', 'venueDate'],
    ],
    ['in single bodies too', 'schedule', 'laneScheme', ['lane_scheme', 'laneShceme', 'laneScheem']],
    [
      'in single bodies too',
      'schedule',
      'defaultResultMode',
      ['defaultResultmode', 'default_result_mode', 'defaultResultsMode'],
    ],
  ];
  for (const [rule, body, meant, unknown] of cases) {
    test(`R7: ${rule}: ${meant} of ${body}`, () => {
      for (const name of unknown) assert.equal(probablyMeant(name, BODIES[body]), meant, name);
    });
  }

  const others: [rule: string, body: keyof typeof BODIES, unknown: string[]][] = [
    [
      'three errors',
      'lanes',
      ['posti0on_x', 'teamId', 'externalId', 'team', 'crew', 'lane', 'label'],
    ],
    [
      'three errors',
      'results',
      ['time', 'place', 'finish', 'finishTimeSeconds', 'rank', 'state1x'],
    ],
    ['an error in a name of fewer than six letters', 'teams', ['nmae', 'nam', 'names', 'title']],
    [
      'an error in a name of fewer than six letters',
      'races',
      ['titel', 'titles', 'note', 'rounds'],
    ],
    ['a name that only holds a known one', 'races', ['race', 'number', 'mode', 'lanes', 'meters']],
    [
      'what everything has',
      'races',
      ['toString', 'constructor', 'hasOwnProperty', 'length', 'id', ''],
    ],
    ['a unit alone', 'results', ['Millis', 'millis', '_', '-']],
    ['a name of megabytes', 'races', [`${'_'.repeat(5_000_000)}notes`, 'x'.repeat(5_000_000)]],
  ];
  for (const [rule, body, unknown] of others) {
    test(`R7: ignored in ${body}: ${rule}`, () => {
      for (const name of unknown) {
        assert.equal(probablyMeant(name, BODIES[body]), undefined, name.slice(0, 80));
      }
    });
  }

  test('R7: of several the same letters go first, then the fewest errors, then the table', () => {
    assert.equal(
      probablyMeant('finish_time', ['finishTimes', 'finishTimeMillis']),
      'finishTimeMillis',
    );
    assert.equal(probablyMeant('finishTimeS', ['finishTime', 'finishTimes']), 'finishTimes');
    assert.equal(probablyMeant('finishTimesX', ['finishTime', 'finishTimes']), 'finishTimes');
    assert.equal(probablyMeant('abcdefx', ['abcdefg', 'abcdefh']), 'abcdefg');
  });

  test('R7: what any answer holds is no misspelling in any body', () => {
    const answers = OPERATIONS.flatMap(({ success }) => success.map(({ schema }) => schema));
    const bodies = OPERATIONS.flatMap(({ body }) => {
      if (!body) return [];
      return 'schema' in body ? body.schema : body.list;
    });
    assert.equal(bodies.length, 6);
    assertNoneMisspelt(answers, bodies);
    // The same holds for the properties of a browser's push subscription.
    const subscription = Type.Object({ expirationTime: Type.Null(), options: Type.Object({}) });
    assertNoneMisspelt([Board, BoardChange, Follows, subscription], [FollowsWrite, DeviceWrite]);
  });
});

test('which property is named to whom it is refused anyway', () => {
  const known = namesOf(FollowsWrite);
  for (const [unknown, meant] of [
    ['club', 'clubs'],
    ['CREW', 'crews'],
    ['lang', 'language'],
    ['whole', 'wholeEvent'],
    ['langauge', 'language'],
    ['remind', 'remindMinutes'],
    ['eve', 'eventId'],
    ['ev', undefined],
    ['', undefined],
    ['__', undefined],
    ['teams', undefined],
    ['crewIds', undefined],
    [`${'_'.repeat(5_000_000)}club`, undefined],
  ] as const) {
    assert.equal(nearestKnown(unknown, known), meant, unknown.slice(0, 80));
  }
});

describe('SpellingCheck', () => {
  const known = RaceWrite.properties;

  test('R7: finds all misspelt properties of an object, and no others', () => {
    const check = new SpellingCheck();
    assert.equal(check.misspelt(known, { externalId: 'a', lanes: [], outcome: null }), undefined);
    const value = {
      ...{ race_number: 1, racenumber: 2, boatclass: '4+', lanes: [] },
      ...{ notes: '', Notes: '', distance: 1, distanceMeters: 2 },
    };
    for (let i = 0; i < 3; i++) {
      assert.deepEqual(
        [...(check.misspelt(known, value) ?? [])],
        [
          ['raceNumber', ['race_number', 'racenumber']],
          ['boatClass', ['boatclass']],
        ],
      );
    }
  });

  test('R7: keeps the verdicts of different objects apart', () => {
    const check = new SpellingCheck();
    const value = { boatclass: '4+', Position: 1 };
    const meant = (properties: object) => [
      ...(check.misspelt(properties, value) ?? new Map()).keys(),
    ];
    assert.deepEqual(meant(RaceWrite.properties), ['boatClass']);
    assert.deepEqual(meant(LaneWrite.properties), ['position']);
  });

  test('R7: judges 1,000 different names of a body, and goes on knowing those', () => {
    const check = new SpellingCheck();
    const many = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`a${from + i}`, 1]));
    assert.equal(check.misspelt(known, many(0, 998)), undefined);
    assert.ok(check.misspelt(known, { Notes: 1 }));
    assert.ok(check.misspelt(known, { ...many(998, 1500), Notes: 1 }));
    assert.equal(check.misspelt(known, { Round: 1 }), undefined);
  });

  test('R7: 5,000 elements with 50 unknown names each cost little more than parsing them', () => {
    const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, k) => [`myOwnField${k}`, 1]));
    const races = Array.from({ length: 5000 }, (_, i) => ({
      ...{ externalId: `r${i}`, raceNumber: i + 1 },
      ...unknown,
    }));
    const text = JSON.stringify(races);
    const ratios = Array.from({ length: 3 }, () => {
      const start = performance.now();
      const body = JSON.parse(text);
      const parsed = performance.now();
      assert.ok('value' in readList(RaceList, 'races', body));
      return (performance.now() - parsed) / (parsed - start);
    });
    // About 2 once the code is warm; if each name were judged anew, it would be more than 40.
    assert.ok(Math.min(...ratios) < 15, `reading took ${ratios} times as long as parsing`);
  });
});

function assertNoneMisspelt(answers: TSchema[], bodies: TSchema[]): void {
  const answered = answers.flatMap(objectsIn).flatMap(namesOf);
  for (const known of bodies.flatMap(objectsIn).map(namesOf)) {
    for (const name of answered) {
      if (!known.includes(name)) assert.equal(probablyMeant(name, known), undefined, name);
    }
  }
}

function namesOf(schema: TSchema): string[] {
  return Object.keys((schema as TObject).properties);
}

/** The schemas of objects in a schema, itself included. */
function objectsIn(schema: TSchema): TSchema[] {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  return [
    ...(properties ? [schema, ...Object.values(properties).flatMap(objectsIn)] : []),
    ...(items ? objectsIn(items) : []),
  ];
}
