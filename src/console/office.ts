/** The race office's document of an event, and the stream that says when it has changed. */
import { Read } from '../http/read.ts';
import { noSuchEvent } from '../operations/actor.ts';
import { countEntries } from '../storage/history.ts';
import type { OfficeDocument } from '../documents/build-office.ts';
import type { Console } from './console.ts';
import { findManagedEvent } from './events.ts';
import { signedIn } from './route.ts';

/** GET /events/{id}/office */
export const getOffice = signedIn({
  method: 'GET',
  path: '/events/:eventId/office',
  find: findManagedEvent,
  handle: async ({ console }, eventId) => {
    const document = await findDocument(console, eventId);
    if (!document) return noSuchEvent();
    const { representation } = document;
    return new Read(representation.etag, () => representation, 'no-store');
  },
});

/** GET /events/{id}/live: server-sent events */
export const getOfficeLive = signedIn({
  method: 'GET',
  path: '/events/:eventId/live',
  find: findManagedEvent,
  handle: async ({ console, exchange, session }, eventId) => {
    const document = await findDocument(console, eventId);
    if (!document) return noSuchEvent();
    return console.officeStreams.open(exchange, session, eventId, document.revision);
  },
});

async function findDocument(
  { database, officeDocuments }: Console,
  eventId: number,
): Promise<OfficeDocument | undefined> {
  return officeDocuments.get(eventId, await countEntries(database.reads, eventId));
}
