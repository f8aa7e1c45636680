/** Events: listed, created, changed, removed. */
import type { ConsoleEvent, EventPatch, EventPreview } from '../contract/console/events.ts';
import {
  type EventFacts,
  objectionToText,
  previewOf,
  refuseDays,
} from '../domain/event/event-rules.ts';
import { changedLook } from '../domain/event/look.ts';
import {
  BY_TIME,
  dayInZones,
  type EventPlace,
  findByTime,
  type PlacedEvent,
  placeEvents,
} from '../domain/lists/event-order.ts';
import { pageOf, readListQuery } from '../domain/lists/list-query.ts';
import { Refusal } from '../domain/refusal.ts';
import { pictureAnswer } from '../http/answers/answer.ts';
import { NO_STORE } from '../http/answers/cache-control.ts';
import { noSuchEvent, signedInPerson } from '../operations/actor.ts';
import { performTogether } from '../operations/operation.ts';
import { createEvent } from '../operations/pushes/add-event.ts';
import { editEventIn, readLogo, setLogo } from '../operations/pushes/edit-event.ts';
import { removeEvent } from '../operations/remove.ts';
import type { Queries } from '../storage/engine/database.ts';
import {
  findConsoleEvent,
  listConsoleEvents,
  listFindableEvents,
  listManagedEvents,
} from '../storage/event/console-events.ts';
import { findEventFacts, findLogo } from '../storage/event/events.ts';
import { listRaces } from '../storage/event/races.ts';
import { listDelays } from '../storage/event/schedules.ts';
import { newestNumber } from '../storage/history/history.ts';
import { readIdempotencyKey } from './repeats.ts';
import { type ConsoleRoute, consoleTurn, notFound, route } from './route.ts';

export const EVENT_ROUTES: readonly ConsoleRoute[] = [
  route('GET /events', async ({ console: { database }, exchange, session: { userId }, flag }) => {
    const isArchived = flag('archived');
    if (isArchived instanceof Refusal) return isArchived;
    const query = readListQuery(exchange.query, BY_TIME);
    if (query instanceof Refusal) return query;
    const now = Date.now();
    const { reads } = database;
    const sorted =
      query.words.length === 0
        ? placeEvents(await listManagedEvents(reads, userId, isArchived), dayInZones(now))
        : findByTime(await listFindableEvents(reads, userId, isArchived), query, now);
    const { items, next } = pageOf<PlacedEvent<{ id: number }>, EventPlace>(sorted, query, BY_TIME);
    const eventIds = items.map(({ event }) => event.id);
    return { events: await listConsoleEvents(reads, eventIds), next };
  }),
  route('POST /events', async ({ console: { database }, exchange, session: { userId }, read }) => {
    const form = await read(objectionToText);
    if (form instanceof Refusal) return form;
    const { startDate: start, endDate: end, countryCode, ...rest } = form.value;
    const objection = refuseDays(start, end);
    if (objection) return objection;
    const repeatable = readIdempotencyKey(exchange, form.value);
    if (repeatable instanceof Refusal) return repeatable;
    const wish = { ...rest, start, end, country: countryCode?.toUpperCase() };
    const made = await createEvent(database, { userId, wish, repeatable, turn: form.turn });
    return made instanceof Refusal ? made : readEvent(database.reads, made);
  }),
  route('GET /events/{eventId}', ({ console: { database }, found: eventId }) =>
    readEvent(database.reads, eventId),
  ),
  route(
    'PATCH /events/{eventId}',
    async ({ console, session: { userId }, found: eventId, flag, read }) => {
      const isPreview = flag('preview');
      if (isPreview instanceof Refusal) return isPreview;
      const form = await read(objectionToText);
      if (form instanceof Refusal) return form;
      const terms = { actor: signedInPerson(userId), eventId, turn: form.turn };
      const { seen, ...sent } = form.value;
      const input = factsOf(sent);
      if (isPreview) {
        return performTogether(console, { ...terms, isPreview }, async (performNext, tx) => {
          const before = await findEventFacts(tx, eventId);
          const changed = await editEventIn(performNext, input, seen);
          if (changed instanceof Refusal) return changed;
          return before ? previewIn(tx, eventId, before) : noSuchEvent();
        });
      }
      return performTogether(console, terms, async (performNext, tx) => {
        const done = await editEventIn(performNext, input, seen);
        if (done instanceof Refusal) return done;
        const event = await readEvent(tx, eventId);
        if (event instanceof Refusal) return event;
        return { ...event, revision: await newestNumber(tx, eventId) };
      });
    },
  ),
  route('GET /events/{eventId}/logo', async ({ console: { database }, found: eventId }) => {
    const logo = await findLogo(database.reads, eventId);
    return logo ? pictureAnswer(logo.bytes, logo.type, NO_STORE) : notFound('logo');
  }),
  route(
    'PUT /events/{eventId}/logo',
    async ({ console, session: { userId }, found: eventId, take }) => {
      const sent = await take();
      if (sent instanceof Refusal) return sent;
      const logo = readLogo(sent.value);
      if (logo instanceof Refusal) return logo;
      const terms = { actor: signedInPerson(userId), eventId, turn: sent.turn };
      return performTogether(
        console,
        terms,
        async (performNext, tx) =>
          (await setLogo(performNext, tx, eventId, logo)) ?? readEvent(tx, eventId),
      );
    },
  ),
  route('DELETE /events/{eventId}/logo', ({ console, session: { userId }, found: eventId }) => {
    const terms = { actor: signedInPerson(userId), eventId, turn: consoleTurn() };
    return performTogether(console, terms, (performNext, tx) => setLogo(performNext, tx, eventId));
  }),
  route(
    'DELETE /events/{eventId}',
    ({ console: { database }, session: { userId }, found: eventId }) =>
      removeEvent(database, signedInPerson(userId), eventId, consoleTurn()),
  ),
];

async function readEvent(db: Queries, eventId: number): Promise<ConsoleEvent | Refusal> {
  return (await findConsoleEvent(db, eventId)) ?? noSuchEvent();
}

/** The properties under the names that the operation uses; what is left out stays as it is. */
function factsOf({
  startDate,
  endDate,
  countryCode,
  look,
  ...rest
}: EventPatch): Partial<EventFacts> {
  return {
    ...rest,
    ...(look !== undefined && changedLook(look)),
    ...(startDate !== undefined && { start: startDate }),
    ...(endDate !== undefined && { end: endDate }),
    ...(countryCode !== undefined && { country: countryCode.toUpperCase() }),
  };
}

/** What a change of an event's days and zone does to races and delays. @param tx in which the event has been changed */
async function previewIn(
  tx: Queries,
  eventId: number,
  before: EventFacts,
): Promise<EventPreview | Refusal> {
  const [event, after] = [await findConsoleEvent(tx, eventId), await findEventFacts(tx, eventId)];
  if (!event || !after) return noSuchEvent();
  const races = await listRaces(tx, eventId);
  return { event, ...previewOf(before, after, races, await listDelays(tx, eventId)) };
}
