/** A regatta and its followers, for tests of notifications. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Device, Message, PushService } from '../support/push-service.ts';
import type { Provisioned, TestService } from '../support/service.ts';

/** Adds a published regatta in UTC with one race `r`, in which one crew is drawn. @param startMillis epoch milliseconds */
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

/** Makes a device follow a whole event. */
export async function followEvent(
  service: TestService,
  event: Pick<Provisioned, 'eventId'>,
  subscription: Device['subscription'],
): Promise<void> {
  await follow(service, event, { subscription }, { wholeEvent: true });
}

export type Wish = Partial<
  Record<'wholeEvent' | 'crews' | 'races' | 'clubs' | 'remindMinutes' | 'language', unknown>
>;

/** Makes a device follow what the wish names of an event, and nothing else. @returns the device */
export async function follow<Follower extends Pick<Device, 'subscription'>>(
  service: TestService,
  { eventId }: Pick<Provisioned, 'eventId'>,
  device: Follower,
  wish: Wish,
): Promise<Follower> {
  const { subscription } = device;
  const body = { subscription, eventId, wholeEvent: false, crews: [], races: [], ...wish };
  const reply = await service.send('PUT', '/board/api/follows', { body });
  assert.equal(reply.status, 200, reply.text);
  return device;
}

/** Waits until a device has `count` messages, then `silenceMillis` more, and asserts that there are no others. @returns them */
export async function heardBy(
  push: PushService,
  device: Device,
  count: number,
  { patienceMillis = 60_000, silenceMillis = 0 } = {},
): Promise<Message[]> {
  const end = performance.now() + patienceMillis;
  while (push.messagesTo(device).length < count && performance.now() < end) await delay(20);
  await delay(silenceMillis);
  const messages = push.messagesTo(device);
  const told = JSON.stringify(messages.map(({ json }) => json));
  assert.equal(messages.length, count, `${told} ${push.complaints}`);
  return messages;
}
