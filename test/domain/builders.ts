/** Builders of rows as they are stored, with defaults for the properties that a test does not name. */
import assert from 'node:assert/strict';
import type { Team } from '../../src/domain/crews/team.ts';
import type { DayDelay } from '../../src/domain/day/delay.ts';
import { emptyLane, type Lane, type LaneTeam } from '../../src/domain/draw/lane.ts';
import { newRace, type Race } from '../../src/domain/races/race.ts';
import { Refusal } from '../../src/domain/refusal.ts';

export const START = Date.UTC(2026, 5, 13, 7);

export function team(fields: Partial<Team> & Pick<Team, 'id' | 'name'>): Team {
  return {
    externalId: null,
    clubId: null,
    boatIndex: null,
    sortOrder: 0,
    adopted: false,
    ...fields,
  };
}

export function race(fields: Partial<Race> & Pick<Race, 'id' | 'raceNumber'>): Race {
  const { raceNumber } = fields;
  return { ...newRace({ raceNumber, scheduledAt: START, resultMode: 'timed' }), ...fields };
}

export function lane(position: number, fields: Partial<Lane> = {}): Lane {
  return { ...emptyLane(position), ...fields };
}

/** The delay of a day. @param until its end in epoch milliseconds; `null`: none */
export function late(delayMinutes: number, until: number | null = null): DayDelay {
  return { delayMinutes, until };
}

/** The crew as a lane shows it: `crew(1, 'c1')` is called "Crew 1". */
export function crew(id: number, externalId: string | null): LaneTeam {
  return { id, externalId, name: `Crew ${id}` };
}

/** The plan that a rule returned; fails the test if it is a refusal. */
export function accepted<Plan>(plan: Plan | Refusal): Plan {
  if (plan instanceof Refusal) assert.fail(`refused: ${plan.code} ${plan.detail}`);
  return plan;
}

/** Asserts a refusal with 409: no violations, and a detail that contains each of the words. */
export function assertConflict(plan: unknown, ...words: string[]): void {
  assert.ok(plan instanceof Refusal, 'is not refused');
  assert.equal(plan.code, 'conflict');
  assert.deepEqual(plan.violations, []);
  for (const word of words) assert.ok(plan.detail?.includes(word), `${plan.detail} lacks ${word}`);
}

/** Asserts a refusal with 422 on exactly these fields, in this order. */
export function assertInvalid(plan: unknown, ...fields: string[]): void {
  assert.ok(plan instanceof Refusal, 'is not refused');
  assert.equal(plan.code, 'validation_failed');
  assert.deepEqual(
    plan.violations.map(({ field }) => field),
    fields,
  );
}
