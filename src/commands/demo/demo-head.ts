/** The head race of the demo: 150 boats in three divisions, of which the first is on the course now. */
import { readObject } from '../../contract/reading/read-body.ts';
import { TimingWrite } from '../../contract/timing.ts';
import { MINUTE_MILLIS } from '../../domain/day/race-day.ts';
import type { PerformNext } from '../../operations/operation.ts';
import { drawLanes } from '../../operations/pushes/draw-lanes.ts';
import { pushRaces } from '../../operations/pushes/push-races.ts';
import { pushTeams } from '../../operations/pushes/push-teams.ts';
import { createSchedule, publishSchedule } from '../../operations/pushes/schedule.ts';
import { setRacing } from '../../operations/pushes/set-racing.ts';
import { headRaces, headRegatta, headSteps } from '../../sandbox/head-regatta.ts';
import { stepsFrom } from '../../sandbox/timetable.ts';

/** How long ago its first boat has started: some are in, some are out, some are still to start. */
const STARTED_MINUTES = 25;
const MINUTES = 120;

/** The event that it is loaded into. */
export const HEAD_EVENT = {
  name: 'Head of the Lake',
  timezone: 'Europe/Berlin',
  city: 'Berlin',
  countryCode: 'DE',
};

/** Pushes what a timing package has pushed by now. @param now epoch milliseconds */
export async function loadHeadRace(performNext: PerformNext, now: number) {
  const regatta = headRegatta();
  const startAt = now - STARTED_MINUTES * MINUTE_MILLIS;
  const races = headRaces(regatta, { startAt, minutes: MINUTES }).map((race) => ({
    ...race,
    scheduledAt: Date.parse(race.scheduledAt ?? ''),
  }));
  await performNext(createSchedule, regatta.schedule);
  await performNext(pushTeams, regatta.teams);
  await performNext(pushRaces, races);
  for (const { externalId, lanes } of regatta.draws)
    await performNext(drawLanes, { race: { externalId }, lanes });
  const due = stepsFrom(headSteps(races), now).filter(({ at }) => at <= now);
  const timings = due.flatMap((step) => (step.kind === 'timing' ? [step] : []));
  for (const { externalId, timing } of [...regatta.timings, ...timings])
    await performNext(setRacing, { race: { externalId }, racing: readTiming(timing) });
  return performNext(publishSchedule, undefined);
}

/** As the service reads what the client sends. */
function readTiming(timing: object): TimingWrite {
  const reading = readObject(TimingWrite, timing);
  if ('value' in reading) return reading.value;
  throw new Error(`the head race of the demo: ${reading.violations[0]?.field}`);
}
