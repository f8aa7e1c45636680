/** The race office's document of an event, and the stream that says when it has changed. */
import type { Refusal } from '../domain/refusal.ts';
import type { OfficeDocument } from '../documents/build-office.ts';
import { Read } from '../http/read.ts';
import { noSuchEvent } from '../operations/actor.ts';
import { type Call, idOf, signedIn } from './route.ts';

/** GET /events/{id}/office */
export const getOffice = signedIn({
  method: 'GET',
  path: '/events/:eventId/office',
  find: findOffice,
  handle: async (_call, { representation }) =>
    new Read(representation.etag, () => representation, 'no-store'),
});

/** GET /events/{id}/live: server-sent events */
export const getOfficeLive = signedIn({
  method: 'GET',
  path: '/events/:eventId/live',
  find: findOffice,
  handle: async ({ console: { officeStreams }, exchange, session }, { eventId, revision }) =>
    officeStreams.open(exchange, session, eventId, revision),
});

/** The document of the event that a path names, if the person manages it. */
async function findOffice({
  console: { findWatched, officeDocuments },
  exchange,
  session: { userId },
}: Call): Promise<OfficeDocument | Refusal> {
  const watched = await findWatched(userId, idOf(exchange, 'eventId'));
  const document = watched && (await officeDocuments.get(watched.eventId, watched.revision));
  return document ?? noSuchEvent();
}
