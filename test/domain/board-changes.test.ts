/** Which changes the public board shows, which are others than those that readers of the schedule see. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ResultVisibility } from '../../src/contract/fields.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import {
  type ComparedRows,
  isAlwaysShown,
  isShownWhenAnnounced,
  rowsToCompare,
  showsChanges,
} from '../../src/domain/event/revisions.ts';
import { DEFAULT_SETTINGS, type ScheduleState } from '../../src/domain/event/schedule.ts';
import type { Change, ChangeSubject, Properties } from '../../src/domain/history/changes.ts';
import type { Race } from '../../src/domain/races/race.ts';
import { crew, lane, late, race } from './builders.ts';

const SETTINGS: ScheduleState = { ...DEFAULT_SETTINGS, status: 'published' };
const RACE = race({ id: 7, raceNumber: 12 });
/** Two boats that finished, and a lane without a crew. */
const LANES: Lane[] = [
  lane(1, { team: crew(1, 'c1'), status: 'finished', finishTimeMillis: 400_000, finishPlace: 2 }),
  lane(2, { team: crew(2, 'c2'), status: 'finished', finishTimeMillis: 410_000, finishPlace: 1 }),
  lane(3),
];

function change(
  subject: ChangeSubject,
  after: Properties | null,
  before: Properties | null = {},
): Change {
  const id = subject === 'race' || subject === 'lane' || subject === 'team' ? 7 : undefined;
  const position = subject === 'lane' ? 1 : undefined;
  return {
    ...{ subject, name: 'it', before, after },
    ...(id !== undefined && { id }),
    ...(position !== undefined && { position }),
  };
}

/** A change of the lane at `position`; `change` by itself is about the first. */
const inLane = (position: number, after: Properties) => ({ ...change('lane', after), position });

/** The rows that a change is judged by: before it, and after it. */
const judgedRows = (
  { subject, position, after }: Change,
  facts: Partial<Race>,
  delayMinutes = 0,
): ComparedRows => {
  const judged = { ...RACE, ...facts };
  const race = subject === 'race' ? { ...judged, ...after } : judged;
  const lanes = LANES.map((lane) => (lane.position === position ? { ...lane, ...after } : lane));
  return {
    races: new Map([[7, { before: { race: judged, lanes: LANES }, after: { race, lanes } }]]),
    all: [judged],
    delays: new Map([['it', late(delayMinutes)]]),
  };
};

describe('contract: what the board shows anyway', () => {
  const CASES: [subject: ChangeSubject, after: Properties | null, does: boolean][] = [
    ['team', { clubId: 'A' }, true],
    ['team', { name: 'A' }, true],
    ['team', { boatIndex: 2, externalId: 'a', adopted: true }, false],
    ['race', { scheduledAt: 1 }, true],
    ['race', { externalId: 'r' }, false],
    ['race', { official: true }, false],
    ['race', null, true],
    ['lane', { teamId: 1 }, true],
    ['lane', { withdrawn: true, withdrawnReason: 'ill' }, true],
    ['lane', { withdrawnReason: 'ill' }, false],
    ['lane', { status: 'dns' }, false],
    ['delay', { delayMinutes: 5 }, true],
    ['delay', { until: 5 }, false],
    ['race', { printedNumber: '16A' }, false],
    ['lane', { from: null }, false],
    ['event', { city: 'Essen' }, true],
    ['event', { archived: true }, false],
    ['schedule', { crewGapMinutes: 20 }, false],
  ];
  for (const [subject, after, does] of CASES) {
    test(`${subject} ${JSON.stringify(after)}: ${does}`, () => {
      assert.equal(isAlwaysShown(change(subject, after)), does);
    });
  }
});

const RULE = { races: [5], place: 1, fastest: null };

describe('contract: what it shows of some races', () => {
  const CASES: [
    change: Change,
    race: Partial<Race>,
    of: ResultVisibility,
    does: boolean,
    is?: Partial<ScheduleState>,
  ][] = [
    [change('lane', { finishTimeMillis: 1 }), {}, 'full', true],
    [change('lane', { finishTimeMillis: 1 }), {}, 'hidden', false],
    [change('lane', { finishTimeMillis: 1 }), { resultVisibility: 'hidden' }, 'full', false],
    [change('lane', { penaltyMillis: 20_000 }), {}, 'placesOnly', true],
    [change('lane', { penaltyMillis: 1 }), {}, 'placesOnly', false],
    [change('lane', { finishTimeMillis: 400_001 }), {}, 'placesOnly', false],
    [change('lane', { finishTimeMillis: 410_000 }), {}, 'placesOnly', true],
    [change('lane', { status: 'dns' }), {}, 'placesOnly', true],
    [change('lane', { finishTimeMillis: 1 }), { resultMode: 'placesOnly' }, 'full', false],
    [change('lane', { finishPlace: 3 }), { resultMode: 'placesOnly' }, 'placesOnly', true],
    [change('lane', { finishPlace: 3 }), {}, 'placesOnly', false],
    [change('lane', { penaltyMillis: 1 }), { resultMode: 'placesOnly' }, 'placesOnly', false],
    [change('lane', { from: RULE }), {}, 'full', true],
    [change('lane', { from: null }), {}, 'full', false],
    [inLane(3, { from: RULE }), {}, 'full', true],
    [change('lane', { positionLabel: '1' }), {}, 'full', false],
    [change('lane', { positionLabel: 'A' }), {}, 'full', true],
    [change('race', { official: true }), {}, 'full', false],
    [change('race', { official: true }), {}, 'full', true, { provisionalResults: true }],
    [change('race', { official: true }), {}, 'hidden', false, { provisionalResults: true }],
    [change('race', { resultVisibility: 'full' }), {}, 'full', false],
    [change('race', { resultVisibility: 'hidden' }), {}, 'full', true],
    [change('race', { printedNumber: '12' }), {}, 'full', false],
    [change('race', { printedNumber: '12A' }), {}, 'full', true],
    [change('race', { laneScheme: ['1', '2', '3', '4'] }), {}, 'full', false],
    [change('race', { laneScheme: ['A'] }), {}, 'full', true],
    [change('schedule', { laneScheme: ['A'] }), {}, 'full', true],
    [change('schedule', { laneScheme: ['A'] }), { laneScheme: ['B'] }, 'full', false],
    [change('schedule', { defaultResultVisibility: 'hidden' }), {}, 'full', true],
    [
      change('schedule', { defaultResultVisibility: 'hidden' }),
      { resultVisibility: 'full' },
      'full',
      false,
    ],
  ];
  for (const [each, facts, defaultResultVisibility, does, is] of CASES) {
    const { subject, position, after } = each;
    const what = JSON.stringify([position, after, facts, defaultResultVisibility, is]);
    test(`${subject} ${what}: ${does}`, () => {
      const settings = { ...SETTINGS, defaultResultVisibility, ...is };
      assert.equal(isAlwaysShown(each), false);
      assert.equal(showsChanges([each], judgedRows(each, facts), settings, settings), does);
    });
  }

  test('another end of a delay, and none where the day is on time', () => {
    const end = change('delay', { until: 5 });
    assert.equal(showsChanges([end], judgedRows(end, {}, 4), SETTINGS, SETTINGS), true);
    assert.equal(showsChanges([end], judgedRows(end, {}, 0), SETTINGS, SETTINGS), false);
  });

  test('settings are judged by all races, results by their own, an end by the delays, the rest by none', () => {
    const result = change('lane', { status: 'dns' });
    const none = { races: new Set(), all: false, delays: false };
    const archived = change('event', { archived: true });
    assert.deepEqual(rowsToCompare([result, archived]), { ...none, races: new Set([7]) });
    const settings = change('schedule', { laneScheme: null });
    assert.deepEqual(rowsToCompare([settings]), { ...none, all: true });
    assert.deepEqual(rowsToCompare([change('delay', { until: 5 })]), { ...none, delays: true });
    assert.deepEqual(rowsToCompare([change('team', { boatIndex: 2 })]), none);
  });
});

describe('what the page of an announced event shows', () => {
  const CASES: [subject: ChangeSubject, after: Properties | null, does: boolean][] = [
    ['event', { name: 'Other' }, true],
    ['event', { end: '2026-06-15' }, true],
    ['event', { trial: true }, true],
    ['event', { archived: true }, false],
    ['event', { announced: true }, false],
    ['notice', { text: 'Entries are open' }, true],
    ['notice', null, true],
    ['race', { title: 'Final' }, false],
    ['race', null, false],
    ['lane', { status: 'finished' }, false],
    ['team', { name: 'Other' }, false],
    ['schedule', { laneScheme: ['A'] }, false],
    ['schedule', { followersTold: true }, false],
    ['delay', { delayMinutes: 10 }, false],
  ];
  for (const [subject, after, does] of CASES) {
    test(`${subject} ${JSON.stringify(after)}: ${does}`, () => {
      assert.equal(isShownWhenAnnounced(change(subject, after)), does);
    });
  }
});
