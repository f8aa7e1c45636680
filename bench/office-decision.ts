/** How long deciding on a write of the race office takes: its plan, and the comparison of the event before and after it. */
import { emptyLane } from '../src/domain/draw/lane.ts';
import { differenceBetween } from '../src/domain/event/difference.ts';
import type { EventRows } from '../src/domain/event/event-rows.ts';
import { DEFAULT_SETTINGS, firstState, type Schedule } from '../src/domain/event/schedule.ts';
import { newRace } from '../src/domain/races/race.ts';
import { Refusal } from '../src/domain/refusal.ts';
import { editRaces } from '../src/operations/office/races.ts';
import { medianOf, type Result } from './measure.ts';

const SMALL = { races: 300, maxMillis: 1 };
/** As many as an event may have. */
const LARGE = { races: 5000, maxMillis: 15 };
const LANES = 8;
const ROUNDS = 50;
const START = Date.UTC(2026, 5, 13, 7);

const SCHEDULE: Schedule = {
  ...DEFAULT_SETTINGS,
  ...{ status: 'draft', eventId: 1, eventName: 'Spring regatta', timezone: 'Europe/Berlin' },
  announced: false,
  ...firstState(START),
};

/** Processor time of the thread, in this process; no request, no database. */
export function officeDecisionRows(): Result[] {
  const small = millisToDecide(SMALL.races);
  const row = (races: number, millis: number, maxMillis: number): Result => ({
    work: `to decide on a write of the race office that changes one of ${races} races: plan and comparison`,
    ours: `${millis.toFixed(2)} ms`,
    comparedWith: races === SMALL.races ? '–' : `${small.toFixed(2)} ms, of ${SMALL.races} races`,
    ratio: races === SMALL.races ? '–' : `${(millis / small).toFixed(1)} ×`,
    target: `≤ ${maxMillis} ms`,
    limit: 'processor time',
  });
  return [
    row(SMALL.races, small, SMALL.maxMillis),
    row(LARGE.races, millisToDecide(LARGE.races), LARGE.maxMillis),
  ];
}

function millisToDecide(count: number): number {
  const rows = eventOf(count);
  return medianOf(ROUNDS, (round) => {
    const race = { id: (round % count) + 1, title: `Final ${round}` };
    const before = process.cpuUsage();
    const plan = editRaces.plan(
      {
        ...{ eventId: 1, now: START, revision: 0, later: [], isForgotten: false },
        schedule: SCHEDULE,
        stored: { rows, newIds: [] },
      },
      { races: [race] },
    );
    if (plan instanceof Refusal) throw new Error(plan.detail);
    const { difference } = differenceBetween(rows, plan.after);
    const { user, system } = process.cpuUsage(before);
    if (difference.changes.length !== 1) throw new Error('one race is changed');
    return (user + system) / 1000;
  });
}

function eventOf(count: number): EventRows {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const resultMode = 'timed';
  return {
    schedule: { status: 'draft', ...DEFAULT_SETTINGS },
    races: numbers.map((raceNumber) => ({
      id: raceNumber,
      ...newRace({ raceNumber, scheduledAt: START + raceNumber * 60_000, resultMode }),
    })),
    teams: [],
    lanes: new Map(
      numbers.map((id) => [id, Array.from({ length: LANES }, (_, index) => emptyLane(index + 1))]),
    ),
    delays: new Map(),
  };
}
