/** When each step of a simulated regatta happens. Pure: rules without a clock. */
import type { RaceWrite, ResultWrite, TimingEntryWrite, TimingWrite } from '../../sdk/src/index.ts';

/** Not imported from `src/contract/`, because the sandbox knows the client of the service, not its contract. */
export const MINUTE_MILLIS = 60_000;
/** The first race starts after this share of the time between two races, so that something happens soon. */
const FIRST_SHARE = 0.25;
/** A race takes at most this share of the time until the next one. */
const RACE_SHARE = 0.7;
/**
 * The delay (`late`) from a share of the races on (`from`), in shares of the time between two races. It is less than one,
 * so that no race starts before the previous one.
 */
const DELAYS = [
  { from: 0.25, late: 0.4 },
  { from: 0.5, late: 0.7 },
  { from: 0.75, late: 0 },
];

/** One write of the race office or of the timing, at a time in epoch milliseconds. */
export type Step = { at: number } & (
  | { kind: 'results'; externalId: string; results: ResultWrite[] }
  | { kind: 'delay'; delayMinutes: number }
  | { kind: 'timing'; externalId: string; timing: TimingWrite }
);

/** The span of time in which a regatta is rowed. */
export interface Span {
  /** Epoch milliseconds. */
  startAt: number;
  minutes: number;
}

/** Spreads races evenly over a span of time. */
export function spreadRaces(races: readonly RaceWrite[], { startAt, minutes }: Span): RaceWrite[] {
  const gapMillis = (minutes * MINUTE_MILLIS) / races.length;
  return races.map((race, index) => {
    const at = startAt + Math.round((index + FIRST_SHARE) * gapMillis);
    return { ...race, scheduledAt: new Date(at).toISOString() };
  });
}

/** A stored race of the programme. */
export interface PlannedRace {
  externalId: string;
  /** Epoch milliseconds. */
  scheduledAt: number;
}

interface SimulatedRace extends PlannedRace {
  /** Its final results; empty for a race that is not rowed. */
  results: readonly ResultWrite[];
}

/** All steps of a regatta in the order of time; the same races always give the same steps. @param races in running order */
export function planSteps(races: readonly SimulatedRace[]): Step[] {
  const [first, last] = [races[0], races.at(-1)];
  if (!first || !last) return [];
  const gapMillis = (last.scheduledAt - first.scheduledAt) / Math.max(1, races.length - 1);
  const steps: Step[] = [];
  let delayMinutes = 0;
  for (const [index, race] of races.entries()) {
    const change = DELAYS.find(({ from }) => index === Math.ceil(from * races.length));
    if (change) {
      delayMinutes = Math.round((change.late * gapMillis) / MINUTE_MILLIS);
      // The delay is announced at the planned start of the race.
      steps.push({ kind: 'delay', at: race.scheduledAt, delayMinutes });
    }
    const startAt = race.scheduledAt + delayMinutes * MINUTE_MILLIS;
    steps.push(...resultSteps(race, startAt, gapMillis * RACE_SHARE));
  }
  return steps.sort((a, b) => a.at - b.at);
}

/**
 * The steps to do from a moment on. Past steps are reduced to the latest state of each race and the last delay.
 *
 * @param now epoch milliseconds
 */
export function stepsFrom(steps: readonly Step[], now: number): Step[] {
  const latest = new Map<string, Step>();
  for (const step of steps) {
    if (step.at > now) continue;
    const key = step.kind === 'delay' ? '' : `race ${step.externalId}`;
    const before = latest.get(key);
    latest.set(key, before ? together(before, step) : step);
  }
  return [...latest.values(), ...steps.filter(({ at }) => at > now)];
}

/** Merges two steps of one race. A step with results has all results so far; timing is merged lane by lane. */
function together(before: Step, step: Step): Step {
  if (before.kind !== 'timing' || step.kind !== 'timing') return step;
  const entries = new Map<number | undefined, TimingEntryWrite>();
  for (const entry of [...(before.timing.entries ?? []), ...(step.timing.entries ?? [])]) {
    entries.set(entry.position, { ...entries.get(entry.position), ...entry });
  }
  const timing = { ...before.timing, ...step.timing, entries: [...entries.values()] };
  return { ...step, timing };
}

/** One step for each crew that comes in. A `dns` is pushed at the start, a crew without a time with the slowest crew. */
function resultSteps(
  { externalId, results }: SimulatedRace,
  startAt: number,
  longestMillis: number,
): Step[] {
  const slowest = Math.max(...results.map(finishMillis));
  // If a whole day is shown in an hour, a race of minutes is shown in seconds.
  const scale = Math.min(1, longestMillis / (slowest || 1));
  const finishAt = (result: ResultWrite) => {
    if (result.status === 'dns') return startAt;
    return startAt + Math.round((finishMillis(result) || slowest) * scale);
  };
  const inOrder = results.toSorted((a, b) => finishAt(a) - finishAt(b));
  return inOrder.map((result, index) => ({
    kind: 'results' as const,
    at: finishAt(result),
    externalId,
    results: inOrder.slice(0, index + 1).toSorted((a, b) => a.position - b.position),
  }));
}

function finishMillis({ finishTimeMillis }: ResultWrite): number {
  return finishTimeMillis ?? 0;
}
