/** Events: listed, created, changed, removed. */
import type { EventFacts } from '../domain/event-rules.ts';
import {
  type ConsoleEvents,
  EventPatch,
  type EventPreview,
  EventWrite,
} from '../contract/console/events.ts';
import { previewOf } from '../domain/event-preview.ts';
import { daysRefused, objectionToText } from '../domain/event-rules.ts';
import { invalid, Refusal, TooOften } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Outgoing } from '../http/send.ts';
import { noSuchEvent, signedInPerson } from '../operations/actor.ts';
import { createEvent } from '../operations/create-event.ts';
import { editEvent } from '../operations/edit-event.ts';
import { performTogether } from '../operations/operation.ts';
import { removeEvent } from '../operations/remove.ts';
import { managesEvent } from '../storage/access.ts';
import { findConsoleEvent, listConsoleEvents } from '../storage/console-events.ts';
import type { Queries } from '../storage/database.ts';
import { findEventFacts } from '../storage/events.ts';
import { listRaces } from '../storage/races.ts';
import { listDelays } from '../storage/schedules.ts';
import { readIdempotencyKey } from './repeats.ts';
import { type Call, consoleTurn, done, idOf, json, readForm, signedIn } from './route.ts';

/** GET /events: those that the person manages; `?archived=true`: those of them that are archived */
export const getMyEvents = signedIn({
  method: 'GET',
  path: '/events',
  handle: async ({ console: { database }, exchange, session: { userId } }) => {
    const isArchived = readFlag(exchange, 'archived');
    if (isArchived instanceof Refusal) return isArchived;
    const events = await listConsoleEvents(database.reads, userId, isArchived);
    const list: ConsoleEvents = { events };
    return json(list);
  },
});

/** POST /events: with a draft of its schedule */
export const postEvent = signedIn({
  method: 'POST',
  path: '/events',
  handle: async ({ console: { database }, exchange, session: { userId } }) => {
    const form = await readForm(exchange, EventWrite, objectionToText);
    if (form instanceof Refusal) return form;
    const { startDate: start, endDate: end, countryCode, ...rest } = form.value;
    const objection = daysRefused(start, end);
    if (objection) return objection;
    const repeatable = readIdempotencyKey(exchange, form.value);
    if (repeatable instanceof Refusal) return repeatable;
    const wish = { ...rest, start, end, country: countryCode?.toUpperCase() };
    const made = await createEvent(database, { userId, wish, repeatable, turn: form.turn });
    if (made instanceof TooOften) exchange.headers['retry-after'] = String(made.retrySeconds);
    return made instanceof Refusal ? made : eventAnswer(database.reads, made, 201);
  },
});

const EVENT_PATH = '/events/:eventId';

/** GET /events/{id} */
export const getEvent = signedIn({
  method: 'GET',
  path: EVENT_PATH,
  find: findManagedEvent,
  handle: ({ console: { database } }, eventId) => eventAnswer(database.reads, eventId),
});

/** PATCH /events/{id}; `?preview=true`: what it would do, and nothing is written */
export const patchEvent = signedIn({
  method: 'PATCH',
  path: EVENT_PATH,
  find: findManagedEvent,
  handle: async ({ console, exchange, session: { userId } }, eventId) => {
    const isPreview = readFlag(exchange, 'preview');
    if (isPreview instanceof Refusal) return isPreview;
    const form = await readForm(exchange, EventPatch, objectionToText);
    if (form instanceof Refusal) return form;
    const terms = { actor: signedInPerson(userId), eventId, turn: form.turn };
    const input = factsOf(form.value);
    if (isPreview) {
      const preview = await performTogether(
        console,
        { ...terms, isPreview },
        async (performNext, tx) => {
          const before = await findEventFacts(tx, eventId);
          const changed = await performNext(editEvent, input);
          return changed instanceof Refusal || !before
            ? noSuchEvent()
            : previewIn(tx, eventId, before);
        },
      );
      return preview instanceof Refusal ? preview : json(preview);
    }
    const changed = await performTogether(console, terms, async (performNext, tx) => {
      const done = await performNext(editEvent, input);
      return done instanceof Refusal
        ? done
        : ((await findConsoleEvent(tx, eventId)) ?? noSuchEvent());
    });
    return changed instanceof Refusal ? changed : json(changed);
  },
});

/** DELETE /events/{id}: what was published stays, trials aside */
export const deleteEvent = signedIn({
  method: 'DELETE',
  path: EVENT_PATH,
  find: findManagedEvent,
  handle: async ({ console: { database }, session: { userId } }, eventId) => {
    const actor = signedInPerson(userId);
    return (await removeEvent(database, actor, eventId, consoleTurn())) ?? done();
  },
});

/** The event that a path names, if the person manages it. */
export async function findManagedEvent({
  console: { database },
  exchange,
  session: { userId },
}: Call): Promise<number | Refusal> {
  const eventId = idOf(exchange, 'eventId');
  return (await managesEvent(database.reads, userId, eventId)) ? eventId : noSuchEvent();
}

async function eventAnswer(
  db: Queries,
  eventId: number,
  status: 200 | 201 = 200,
): Promise<Outgoing | Refusal> {
  const event = await findConsoleEvent(db, eventId);
  return event ? json(event, status) : noSuchEvent();
}

/** In the words of the operation; what is left out stays. */
function factsOf({ startDate, endDate, countryCode, ...rest }: EventPatch): Partial<EventFacts> {
  return {
    ...rest,
    ...(startDate !== undefined && { start: startDate }),
    ...(endDate !== undefined && { end: endDate }),
    ...(countryCode !== undefined && { country: countryCode.toUpperCase() }),
  };
}

/** What has become of an event's days. @param tx in which it has been changed */
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

/** A parameter of the address that is `true`, `false` or left out. */
export function readFlag({ request }: Exchange, name: string): boolean | Refusal {
  const [, query = ''] = (request.url ?? '').split('?', 2);
  const values = new URLSearchParams(query).getAll(name);
  const [value = 'false'] = values;
  if (values.length < 2 && (value === 'true' || value === 'false')) return value === 'true';
  return invalid([{ field: name, detail: 'must be true or false' }]);
}
