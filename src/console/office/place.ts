/** Where in the race office the person is, so that others see it. */
import { PlaceWrite } from '../../contract/console/office.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isNewsOfPlace } from '../../domain/office-people.ts';
import { findPlace, savePlace } from '../../storage/office-places.ts';
import { findManagedEvent } from '../events.ts';
import { done, readForm, signedIn } from '../route.ts';

/** PUT /events/{id}/place */
export const putPlace = signedIn({
  method: 'PUT',
  path: '/events/:eventId/place',
  find: findManagedEvent,
  handle: async ({ console: { database }, exchange, session: { sessionId } }, eventId) => {
    const form = await readForm(exchange, PlaceWrite);
    if (form instanceof Refusal) return form;
    const { part, raceId = null } = form.value;
    const place = { sessionId, eventId, part, raceId, at: Date.now() };
    const before = await findPlace(database.reads, sessionId);
    // Who was where is worth nothing after a power cut.
    const options = { turn: form.turn, isRelaxed: true };
    if (isNewsOfPlace(place, before)) await database.write((tx) => savePlace(tx, place), options);
    return done();
  },
});
