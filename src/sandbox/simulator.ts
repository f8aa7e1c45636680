/** Simulates the timing of a regatta, through the client in `sdk/` like any timing software. */
import { setTimeout } from 'node:timers/promises';
import type { RegattaPush } from '../../regattas/push-plan.ts';
import { type RegattaEvent, RunningOrderError } from '../../sdk/src/index.ts';
import { venueDay } from '../domain/day/venue-day.ts';
import { headRaces, headRegatta, headSteps } from './head-regatta.ts';
import {
  type PlannedRace,
  planSteps,
  type Span,
  type Step,
  spreadRaces,
  stepsFrom,
} from './timetable.ts';

/** The longest timer of Node.js. */
const LONGEST_WAIT_MILLIS = 2 ** 31 - 1;

/** A simulated regatta: its programme, and the steps of its timing. */
export interface SimulatedRegatta {
  /** Pushes crews, races and draw, with the races spread over the span, and publishes them. */
  pushProgramme(event: RegattaEvent, span: Span): Promise<void>;
  stepsOf(races: readonly PlannedRace[]): Step[];
}

/** A regatta whose boats start together. */
export function sprintRegatta(push: RegattaPush): SimulatedRegatta {
  const results = new Map(push.results.map((race) => [race.externalId, race.results]));
  return {
    pushProgramme: async (event, span) => {
      await event.createSchedule(push.schedule);
      await event.putTeams(push.teams);
      await event.putRaces(spreadRaces(push.races, span));
      await Promise.all(
        push.draws.map(({ externalId, lanes }) => event.race(externalId).putEntries(lanes)),
      );
      await event.publish();
    },
    stepsOf: (races) =>
      planSteps(
        races.flatMap((race) => {
          const ofRace = results.get(race.externalId);
          return ofRace ? [{ ...race, results: ofRace }] : [];
        }),
      ),
  };
}

/** A head race of 150 boats. */
export function headRace(): SimulatedRegatta {
  const regatta = headRegatta();
  return {
    pushProgramme: async (event, span) => {
      await event.createSchedule(regatta.schedule);
      await event.putTeams(regatta.teams);
      await event.putRaces(headRaces(regatta, span));
      for (const { externalId, lanes } of regatta.draws)
        await event.race(externalId).putEntries(lanes);
      for (const { externalId, timing } of regatta.timings)
        await event.race(externalId).updateTiming(timing);
      await event.publish();
    },
    stepsOf: headSteps,
  };
}

/**
 * Simulates the pushed regatta from now to its end. Steps whose time has passed are done first.
 *
 * @param report called with one line for each step that failed
 * @throws an error that ends the simulation, such as that of a revoked key
 */
export async function simulateRegatta(
  event: RegattaEvent,
  regatta: SimulatedRegatta,
  { signal, report }: { signal: AbortSignal; report(line: string): void },
): Promise<void> {
  const { races, timezone } = await event.schedule({ signal });
  const planned = races.flatMap(({ externalId, scheduledAt }) =>
    externalId === null ? [] : [{ externalId, scheduledAt: Date.parse(scheduledAt) }],
  );
  for (const step of stepsFrom(regatta.stepsOf(planned), Date.now())) {
    await waitUntil(step.at, signal);
    if (signal.aborted) return;
    const call = perform(event, step, { day: venueDay(step.at, timezone), signal });
    await call.catch((error: unknown) => {
      // A race may have been removed, or the service may be busy: the regatta goes on without this step.
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
  else if (step.kind === 'timing')
    await event.race(step.externalId).updateTiming(step.timing, { signal });
  else await event.race(step.externalId).putResults(step.results, { signal });
}

/** Waits until a time in epoch milliseconds, or until the signal is aborted. */
async function waitUntil(at: number, signal: AbortSignal): Promise<void> {
  const milliseconds = Math.min(Math.max(0, at - Date.now()), LONGEST_WAIT_MILLIS);
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
