/** The race office's document of an event, the stream that says when it has changed, and in which part of it people are. */
import type { ConsoleKey } from '../../contract/console/routes.ts';
import type { OfficeDocument } from '../../documents/build-office.ts';
import { isPlaceToSave } from '../../domain/event/office-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import type { Exchange } from '../../http/exchange.ts';
import { noSuchEvent } from '../../operations/actor.ts';
import { findPlace, savePlace } from '../../storage/event/office-watchers.ts';
import type { Console } from '../console.ts';
import { findLiveSession, idOf } from '../permissions.ts';
import { type ConsoleRoute, route, selfAuthorising } from '../route.ts';

export const DOCUMENT_ROUTES: readonly ConsoleRoute[] = [
  toOffice('GET /events/{eventId}/office', (_call, { publication }) => publication),
  toOffice(
    'GET /events/{eventId}/live',
    ({ console: { officeStreams }, exchange, sessionId, userId }, document) =>
      officeStreams.open(exchange, { sessionId, userId }, document),
  ),
  route(
    'PUT /events/{eventId}/place',
    async ({ console: { database }, session: { sessionId }, found: eventId, read }) => {
      const form = await read();
      if (form instanceof Refusal) return form;
      const { part, raceId = null } = form.value;
      const place = { sessionId, eventId, part, raceId, at: Date.now() };
      const before = await findPlace(database.reads, sessionId);
      // Relaxed, because after a power cut nobody needs to know in which part people were.
      const options = { turn: form.turn, isRelaxed: true };
      if (isPlaceToSave(place, before)) await database.write((tx) => savePlace(tx, place), options);
      return undefined;
    },
  ),
];

interface OfficeCall {
  console: Console;
  exchange: Exchange;
  sessionId: number;
  userId: number;
}

/**
 * A route for people who manage the event that the path names. Session and event are found by one look-up, because
 * all open race offices of an event send this request at once after each change.
 */
function toOffice(
  key: ConsoleKey,
  handle: (call: OfficeCall, document: OfficeDocument) => Answer,
): ConsoleRoute {
  return selfAuthorising(key, async (console, exchange) => {
    const wanted = idOf(exchange, 'eventId');
    const found = await findLiveSession(console, exchange, (hash) =>
      console.findWatched(hash, wanted),
    );
    if (found instanceof Refusal) return found;
    const { sessionId, userId, eventId, revision } = found;
    const tooMany = console.personLimits.take(userId, exchange);
    if (tooMany) return tooMany;
    const document =
      eventId === null ? undefined : await console.officeDocuments.get(eventId, revision);
    if (!document) return noSuchEvent();
    return handle({ console, exchange, sessionId, userId }, document);
  });
}
