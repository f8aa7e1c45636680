/** Plays the timing of a regatta, through the client like any timing software. */
import { setTimeout } from 'node:timers/promises';
import type { RegattaPush } from '../../regattas/push-plan.ts';
import { type RegattaEvent, RunningOrderError } from '../../sdk/src/index.ts';
import { venueDay } from '../domain/day/race-day.ts';
import { planSteps, type Step, spreadRaces, stepsFrom } from './timetable.ts';

/** No timer of Node.js is longer. */
const LONGEST_WAIT_MILLIS = 2 ** 31 - 1;

interface Span {
  /** Epoch milliseconds. */
  startAt: number;
  minutes: number;
}

/** Pushes crews, races and draw, with the races spread over the span, and publishes them. */
export async function pushProgramme(
  event: RegattaEvent,
  push: RegattaPush,
  span: Span,
): Promise<void> {
  await event.createSchedule(push.schedule);
  await event.putTeams(push.teams);
  await event.putRaces(spreadRaces(push.races, span));
  await Promise.all(
    push.draws.map(({ externalId, lanes }) => event.race(externalId).putEntries(lanes)),
  );
  await event.publish();
}

/**
 * Rows the regatta that was pushed, from now to its end: what should have happened by now is done first.
 *
 * @param report is told what cannot be done, a line each
 * @throws what ends it, such as a key that was revoked
 */
export async function rowRegatta(
  event: RegattaEvent,
  push: RegattaPush,
  { signal, report }: { signal: AbortSignal; report(line: string): void },
): Promise<void> {
  const { races, timezone } = await event.schedule({ signal });
  const results = new Map(push.results.map((race) => [race.externalId, race.results]));
  const simulated = races.flatMap(({ externalId, scheduledAt }) => {
    const ofRace = results.get(externalId ?? '');
    return externalId !== null && ofRace
      ? [{ externalId, scheduledAt: Date.parse(scheduledAt), results: ofRace }]
      : [];
  });
  for (const step of stepsFrom(planSteps(simulated), Date.now())) {
    await waitUntil(step.at, signal);
    if (signal.aborted) return;
    const call = perform(event, step, { day: venueDay(step.at, timezone), signal });
    await call.catch((error: unknown) => {
      // A race may have been removed, or the address be busy: the regatta goes on without it.
      if (!(error instanceof RunningOrderError) || error.status === 401) throw error;
      report(`The simulated regatta could not do what was due: ${error.message}`);
    });
  }
}

async function perform(
  event: RegattaEvent,
  step: Step,
  { day, signal }: { day: string; signal: AbortSignal },
): Promise<void> {
  if (step.kind === 'delay') await event.setDelay(day, step.delayMinutes, { signal });
  else await event.race(step.externalId).putResults(step.results, { signal });
}

/** Or until the signal. */
async function waitUntil(at: number, signal: AbortSignal): Promise<void> {
  const milliseconds = Math.min(Math.max(0, at - Date.now()), LONGEST_WAIT_MILLIS);
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
