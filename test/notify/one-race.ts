/** A regatta and its followers, for tests of notifications. */
import assert from 'node:assert/strict';
import type { Device } from '../support/push-service.ts';
import type { Provisioned, TestService } from '../support/service.ts';

/** A published regatta with one race `r`, by default of now, in which one crew is drawn; days are of UTC. */
export async function regattaOfOneRace(
  service: TestService,
  startMillis = Date.now(),
): Promise<Provisioned> {
  const event = await service.provision({ timezone: null });
  await event.send('POST', '/schedule');
  await event.send('POST', '/schedule/publish');
  await event.send('PUT', '/teams', [{ externalId: 'c', name: 'C' }]);
  const scheduledAt = new Date(startMillis).toISOString();
  await event.send('PUT', '/races', [{ externalId: 'r', raceNumber: 1, scheduledAt }]);
  await event.send('PUT', '/races/r/entries', [{ position: 1, teamExternalId: 'c' }]);
  return event;
}

/** Lets a device follow a whole event. */
export async function followEvent(
  service: TestService,
  { eventId }: Pick<Provisioned, 'eventId'>,
  subscription: Device['subscription'],
): Promise<void> {
  const body = { subscription, eventId, wholeEvent: true, crews: [], races: [] };
  const reply = await service.send('PUT', '/board/api/follows', { body });
  assert.equal(reply.status, 200, reply.text);
}
