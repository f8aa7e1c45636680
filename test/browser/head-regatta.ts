/** Head races for browser tests: that of the sandbox, rowed until any moment, and one of as many boats as a test wants. */
import assert from 'node:assert/strict';
import type { TimingEntryWrite } from '../../sdk/src/index.ts';
import { headRaces, headRegatta, headSteps } from '../../src/sandbox/head-regatta.ts';
import type { Event, Site } from './site.ts';

const MINUTE_MILLIS = 60_000;
const DIVISIONS = 3;
/** Between the starts of two divisions. */
export const GAP_MILLIS = 40 * MINUTE_MILLIS;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A head race of 150 boats in three divisions, rowed until a moment. @param startAt of the first division, epoch milliseconds */
export async function publishHead(
  site: Pick<Site, 'addEvent' | 'service'>,
  startAt: number,
  rowedUntil: number,
): Promise<Event> {
  const regatta = headRegatta();
  const event = await addEvent(site, 'Head of the Alder', startAt);
  const races = headRaces(regatta, { startAt, minutes: (DIVISIONS * GAP_MILLIS) / MINUTE_MILLIS });
  await event.push('POST', '/schedule', regatta.schedule);
  await event.push('PUT', '/teams', regatta.teams);
  await event.push('PUT', '/races', races);
  for (const { externalId, lanes } of regatta.draws)
    await event.push('PUT', `/races/${externalId}/entries`, lanes);
  const timed = timing(site, event);
  for (const { externalId, timing } of regatta.timings) await timed(externalId, timing);
  await event.push('POST', '/schedule/publish');
  const planned = races.map(({ externalId, scheduledAt }) => {
    return { externalId, scheduledAt: Date.parse(scheduledAt ?? '') };
  });
  const entries = new Map<string, Map<number, TimingEntryWrite>>();
  for (const step of headSteps(planned)) {
    if (step.at > rowedUntil || step.kind !== 'timing') continue;
    const own = entries.get(step.externalId) ?? new Map<number, TimingEntryWrite>();
    for (const entry of step.timing.entries ?? [])
      own.set(Number(entry.position), { ...own.get(Number(entry.position)), ...entry });
    entries.set(step.externalId, own);
  }
  for (const [externalId, own] of entries) await timed(externalId, { entries: [...own.values()] });
  return event;
}

/** One division of many boats, of which the first ones are in. */
export async function publishDivision(
  site: Pick<Site, 'addEvent' | 'service'>,
  { boats, boatsIn, startAt }: { boats: number; boatsIn: number; startAt: number },
): Promise<Event> {
  const event = await addEvent(site, `Head of ${boats}`, startAt);
  const numbers = Array.from({ length: boats }, (_, index) => index + 1);
  await event.push('POST', '/schedule', {});
  await event.push(
    'PUT',
    '/teams',
    numbers.map((bow) => ({ externalId: `b${bow}`, name: `Rowing club ${bow} Upper Alder` })),
  );
  const race = { externalId: 'head', raceNumber: 1, title: 'Head', distanceMeters: 6000 };
  await event.push('PUT', '/races', [{ ...race, scheduledAt: new Date(startAt).toISOString() }]);
  await event.push(
    'PUT',
    '/races/head/entries',
    numbers.map((bow) => ({
      ...{ position: bow, positionLabel: String(100 + bow), teamExternalId: `b${bow}` },
    })),
  );
  const timed = timing(site, event);
  await timed('head', {
    kind: 'head',
    startIntervalSeconds: 15,
    startedAt: new Date(startAt).toISOString(),
    entries: numbers.map((position) => ({ position, category: `Class ${(position % 12) + 1}` })),
  });
  await event.push('POST', '/schedule/publish');
  await timed('head', { entries: numbers.slice(0, boatsIn).map((bow) => finishOf(bow, startAt)) });
  return event;
}

/** When a boat of such a division starts and finishes. */
export function finishOf(bow: number, startAt: number): TimingEntryWrite {
  const startedAt = startAt + bow * 15_000 + ((bow * 379) % 900);
  const finishedAt = startedAt + 1_080_000 + ((bow * 7919) % 300_000);
  const written = (at: number) => new Date(at).toISOString();
  return { position: bow, startedAt: written(startedAt), finishedAt: written(finishedAt) };
}

/** @returns a function that sends what timing knows of a race */
export function timing(site: Pick<Site, 'service'>, { eventId, key }: Event) {
  return async (externalId: string, body: object): Promise<void> => {
    const target = `/timing/v1/events/${eventId}/races/${externalId}`;
    const answer = await site.service.send('PATCH', target, { key, body });
    assert.equal(answer.status, 200, answer.text);
  };
}

function addEvent(site: Pick<Site, 'addEvent'>, name: string, startAt: number): Promise<Event> {
  const endDate = dayOf(startAt + DIVISIONS * GAP_MILLIS);
  return site.addEvent({ name, timezone: 'UTC', startDate: dayOf(startAt), endDate });
}
