/** Where in the race office the person is, so that others see it. */
import { isNewsOfPlace } from '../../domain/event/office-people.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findPlace, savePlace } from '../../storage/event/office-places.ts';
import { type ConsoleRoute, route } from '../route.ts';

export const PLACE_ROUTES: readonly ConsoleRoute[] = [
  route(
    'PUT /events/{eventId}/place',
    async ({ console: { database }, session: { sessionId }, found: eventId, read }) => {
      const form = await read();
      if (form instanceof Refusal) return form;
      const { part, raceId = null } = form.value;
      const place = { sessionId, eventId, part, raceId, at: Date.now() };
      const before = await findPlace(database.reads, sessionId);
      // Who was where is worth nothing after a power cut.
      const options = { turn: form.turn, isRelaxed: true };
      if (isNewsOfPlace(place, before)) await database.write((tx) => savePlace(tx, place), options);
      return undefined;
    },
  ),
];
