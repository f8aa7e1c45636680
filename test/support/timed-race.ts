/** A race with crews between start and finish, for tests: writes to it through `/timing/v1`, and reads of it. */
import assert from 'node:assert/strict';
import type { Provisioned, TestService } from './service.ts';

/** When the race is planned. */
export const START = '2026-10-17T09:00:00Z';

/** An event with a race `r` of `size` crews, `c1` and so on, the first in the first position. */
export async function timedRace(service: TestService, size: number): Promise<TimedRace> {
  const event = await service.provision();
  await event.send('POST', '/schedule', {});
  const positions = Array.from({ length: size }, (_, index) => index + 1);
  await event.send(
    'PUT',
    '/teams',
    positions.map((n) => ({ externalId: `c${n}`, name: `Crew ${n}` })),
  );
  await event.send('PUT', '/races', [{ externalId: 'r', raceNumber: 1, scheduledAt: START }]);
  const lanes = positions.map((position) => ({ position, teamExternalId: `c${position}` }));
  assert.equal((await event.send('PUT', '/races/r/entries', lanes)).status, 200);
  return new TimedRace(service, event);
}

export class TimedRace {
  readonly event: Provisioned;
  private readonly service: TestService;

  constructor(service: TestService, event: Provisioned) {
    this.service = service;
    this.event = event;
  }

  timing(method: string, path: string, body?: object) {
    const { eventId, key } = this.event;
    return this.service.send(method, `/timing/v1/events/${eventId}${path}`, { key, body });
  }

  async patch(body: object) {
    const reply = await this.timing('PATCH', '/races/r', body);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  }

  /** Asserts that these properties are refused. @returns the text about the first, with its name as people read it */
  async refuse(body: object, ...fields: string[]): Promise<string> {
    const before = await this.get();
    const reply = await this.timing('PATCH', '/races/r', body);
    assert.equal(reply.status, 422, reply.text);
    assert.deepEqual(
      reply.json.errors.map(({ field }: { field: string }) => field),
      fields,
    );
    assert.deepEqual(await this.get(), before, 'nothing is written');
    return reply.json.detail;
  }

  async get() {
    const reply = await this.timing('GET', '/races/r');
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  }

  async results(...results: object[]) {
    const reply = await this.event.send('PUT', '/races/r/results', { results });
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  }
}

export const entryOf = (timing: { entries: { position: number }[] }, position: number) =>
  timing.entries.find((entry) => entry.position === position) as Record<string, unknown>;
