/** The race office of a regatta, as a page of the console reads and writes it, for tests. */
import assert from 'node:assert/strict';
import { addMember, addOperator } from './accounts.ts';
import { type Published, published } from './board.ts';
import { signIn, type Visitor, visitor } from './console.ts';
import { refused } from './refused.ts';
import type { Provisioned, Reply, TestService } from './service.ts';

export interface Office<Event extends Provisioned = Published> {
  event: Event;
  /** The person who has made the event. */
  person: Visitor;
  /** The path of the event, below `/console/api`. */
  path: string;
  /** The office document. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into all of it.
  read(): Promise<any>;
  /** Writes with the present revision of the office as `seen`, unless the body has a `seen`. */
  write(tail: string, body?: object, method?: 'PUT' | 'POST' | 'PATCH'): Promise<Reply>;
  /** The ids of the crews, by name, and of the races, by number. */
  ids(): Promise<{ crews: Record<string, number>; races: Record<number, number> }>;
}

/**
 * The office of a published regatta of three crews: all of them in race 1 (externalId r1), the first two in race 2
 * (r2), and race 3 (r3) without a draw.
 */
export async function openOffice(
  service: TestService,
  options: Parameters<typeof published>[1] = {},
): Promise<Office> {
  const event = await published(service, options);
  await event.send('PUT', '/races', [
    { externalId: 'r3', raceNumber: 3, scheduledAt: '2026-06-14T10:00:00+02:00' },
  ]);
  return officeOf(service, event);
}

/** The office of an event that a test has filled itself. */
export async function officeOf<Event extends Provisioned>(
  service: TestService,
  event: Event,
): Promise<Office<Event>> {
  const person = await signIn(service, event.userId);
  const path = `/events/${event.eventId}`;
  const read = async () => (await person.send('GET', `${path}/office`)).json;
  return {
    event,
    person,
    path,
    read,
    write: async (tail, body = {}, method = 'PUT') => {
      const seen = 'seen' in body ? {} : { seen: (await read()).revision };
      return person.send(method, `${path}${tail}`, { ...body, ...seen });
    },
    ids: async () => {
      const { crews, races } = await read();
      return {
        crews: Object.fromEntries(
          crews.map(({ name, id }: { name: string; id: number }) => [name, id]),
        ),
        races: Object.fromEntries(
          races.map(({ raceNumber, id }: { raceNumber: number; id: number }) => [raceNumber, id]),
        ),
      };
    },
  };
}

/** Asserts that a request is refused, and writes nothing. */
export async function assertRefused(
  office: Pick<Office<Provisioned>, 'read'>,
  send: () => Promise<Reply>,
  expected: { status: number; code: string; field?: string; hasChanged?: boolean },
): Promise<Reply> {
  const before = await office.read();
  const reply = await send();
  refused(reply, expected.status, expected.code, expected.field);
  if (expected.status === 409) {
    assert.equal('changed' in reply.json, expected.hasChanged ?? false, reply.text);
  }
  assert.deepEqual(await office.read(), before, 'something was written');
  return reply;
}

/** Asserts who may not send a request: people of other clubs, those without a role, nobody, and pages of other sites. */
export async function assertGuarded(
  service: TestService,
  office: Pick<Office<Provisioned>, 'event' | 'person' | 'path' | 'read'>,
  [method, tail, body]: [method: string, tail: string, body?: object],
): Promise<void> {
  const target = `${office.path}${tail}`;
  const before = await office.read();
  const stranger = await signIn(service, (await service.provision()).userId);
  refused(await stranger.send(method, target, body), 404, 'event_not_found');
  const member = await signIn(
    service,
    await addMember(service.database, office.event.clubId, 'member'),
  );
  refused(await member.send(method, target, body), 404, 'event_not_found');
  const operator = await signIn(service, await addOperator(service.database));
  refused(await operator.send(method, target, body), 404, 'event_not_found');
  refused(await visitor(service).send(method, target, body), 401, 'missing_credentials');
  const forged = { 'sec-fetch-site': 'cross-site' };
  refused(await office.person.send(method, target, body, forged), 403, 'forbidden');
  assert.deepEqual(await office.read(), before, 'something was written');
}

/** Gives a lane a rule in the database alone: cached documents do not show it, because no revision moves. */
export async function giveRule(
  { database }: TestService,
  raceId: number,
  position: number,
  races: number[],
): Promise<void> {
  const source = JSON.stringify({ races, place: 1, fastest: races.length > 1 ? 1 : null });
  await database.write((tx) =>
    tx
      .updateTable('lanes')
      .set({ source })
      .where('race_id', '=', raceId)
      .where('position', '=', position)
      .execute(),
  );
}
