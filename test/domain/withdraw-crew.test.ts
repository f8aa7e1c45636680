/** Withdrawal of an entry or of a crew from all its races, and how it is reversed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  withCrewWithdrawn,
  withdrawalOf,
  withEntryWithdrawn,
} from '../../src/domain/crews/withdraw-crew.ts';
import type { Lane } from '../../src/domain/draw/lane.ts';
import type { EventRows } from '../../src/domain/event/event-rows.ts';
import { invalid, Refusal } from '../../src/domain/refusal.ts';
import { lane } from './builders.ts';

const ILL = { withdrawn: true, withdrawnReason: 'ill' };
const ROWS = { withdrawn: false, withdrawnReason: null };

/** A lane with a crew. @param is properties that differ from those of a lane that has not raced */
function entry(position: number, crewId: number | null, is: Partial<Lane> = {}): Lane {
  const team = crewId === null ? null : { id: crewId, externalId: null, name: `Crew ${crewId}` };
  return lane(position, { team, ...is });
}

test('a reason is for who withdraws', () => {
  const cases: [withdrawn: boolean, reason: string | null, expected: object][] = [
    [true, 'ill', ILL],
    [true, null, { withdrawn: true, withdrawnReason: null }],
    [false, null, ROWS],
    [false, 'ill', invalid([{ field: 'reason', detail: 'is only for crews that have withdrawn' }])],
  ];
  for (const [withdrawn, reason, expected] of cases)
    assert.deepEqual(withdrawalOf(withdrawn, reason), expected);
});

test('an entry withdraws where its crew has no result, and keeps its lane', () => {
  const lanes = [
    entry(1, 7),
    entry(2, 8, { status: 'dns' }),
    entry(3, null),
    entry(4, 9, { withdrawn: true, withdrawnReason: 'late' }),
  ];
  const cases: [position: number, mark: typeof ILL | typeof ROWS, expected: object | string][] = [
    [1, ILL, { ...entry(1, 7), ...ILL }],
    [1, ROWS, entry(1, 7)],
    [2, ILL, 'conflict'],
    // To reverse a withdrawal where the crew has not withdrawn is no error.
    [2, ROWS, entry(2, 8, { status: 'dns' })],
    [3, ILL, 'conflict'],
    [3, ROWS, 'conflict'],
    [4, ILL, { ...entry(4, 9), ...ILL }],
    [4, ROWS, entry(4, 9)],
    [5, ILL, 'not_found'],
  ];
  for (const [position, mark, expected] of cases) {
    const done = withEntryWithdrawn(lanes, position, mark);
    const said = done instanceof Refusal ? done.code : done[position - 1];
    assert.deepEqual(said, expected, `lane ${position}`);
    if (done instanceof Refusal) continue;
    const others = (all: readonly Lane[]) => all.filter((one) => one.position !== position);
    assert.deepEqual(others(done), others(lanes));
  }
});

/** The rows of an event. @param lanes the lanes of the races 1, 2, … */
function rowsOf(...lanes: Lane[][]): EventRows {
  return {
    ...{ schedule: undefined, races: [], teams: [], delays: new Map() },
    lanes: new Map(lanes.map((ofRace, index) => [index + 1, ofRace])),
  };
}

test('a crew withdraws from all races where it has no result', () => {
  const rows = rowsOf(
    [entry(1, 7, { status: 'finished' }), entry(2, 8)],
    [entry(1, 8), entry(2, 7)],
    [entry(1, 8)],
    [entry(3, 7)],
  );
  const done = withCrewWithdrawn(rows, 7, ILL);
  assert.ok(!(done instanceof Refusal));
  assert.deepEqual(done.raceIds, [1, 2, 4]);
  const gone = [...done.after.lanes].flatMap(([raceId, ofRace]) =>
    ofRace.flatMap(({ withdrawn, position, team }) =>
      withdrawn ? [[raceId, position, team?.id]] : [],
    ),
  );
  assert.deepEqual(gone, [
    [2, 2, 7],
    [4, 3, 7],
  ]);
  const back = withCrewWithdrawn(done.after, 7, ROWS);
  assert.ok(!(back instanceof Refusal));
  assert.deepEqual(back.after, rows);
});

test('a crew that is drawn nowhere, or has rowed everywhere, cannot withdraw', () => {
  const rows = rowsOf([entry(1, 7, { status: 'dsq' }), entry(2, 8)]);
  for (const crewId of [7, 9]) {
    const done = withCrewWithdrawn(rows, crewId, ILL);
    assert.ok(done instanceof Refusal && done.code === 'conflict');
    const back = withCrewWithdrawn(rows, crewId, ROWS);
    assert.ok(!(back instanceof Refusal));
    assert.deepEqual(back.after, rows);
  }
});
