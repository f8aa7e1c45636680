/** Entries as JSON, as the new portal gives them (formats.md §5). */
import type { RowNote } from '../reading/reading.ts';
import { boatClassIn } from '../tables/cells/boat-class.ts';
import { type JsonObject, objectsOf, oneLine, textOf } from '../text/json.ts';
import type { DrvEntry, DrvFile, DrvRace } from './entries.ts';

/** The only status of entries that is known: the crew is entered. */
const ENTERED = '2';

/** @param document one that {@link isPortalJson} knows */
export function readPortalJson(document: JsonObject): DrvFile {
  const events = objectsOf(document.events);
  const numbers = new Map(events.map((event) => [textOf(event, 'id'), textOf(event, 'number')]));
  const clubs = new Map(objectsOf(document.clubs).map((club) => [textOf(club, 'id'), club]));
  const entries = objectsOf(document.entries);
  return {
    races: events.map(raceOf),
    entries: entries.map((entry, index) => entryOf(entry, index + 1, { numbers, clubs })),
    notes: entries.flatMap((entry, index) => statusNote(entry, index + 1)),
  };
}

export function isPortalJson(document: JsonObject): boolean {
  return ['events', 'entries', 'clubs'].every((name) => Array.isArray(document[name]));
}

function raceOf(event: JsonObject, index: number): DrvRace {
  const [name, code] = [textOf(event, 'name'), textOf(event, 'code')];
  const title = oneLine(`${name || code} ${textOf(event, 'addition')}`);
  const [boat] = objectsOf([event.boattype]);
  const boatClass = (boat && textOf(boat, 'code')) || boatClassIn(code) || null;
  return { number: textOf(event, 'number'), title, boatClass, row: index + 1 };
}

interface Known {
  numbers: ReadonlyMap<string, string>;
  clubs: ReadonlyMap<string, JsonObject>;
}

function entryOf(entry: JsonObject, row: number, { numbers, clubs }: Known): DrvEntry {
  const club = clubs.get(textOf(entry, 'club_id')) ?? {};
  return {
    id: textOf(entry, 'id'),
    title: textOf(entry, 'name') || textOf(club, 'short_name') || textOf(club, 'name'),
    raceNumber: numbers.get(textOf(entry, 'event_id')) ?? '',
    club: textOf(club, 'code') || textOf(club, 'short_name') || null,
    row,
  };
}

function statusNote(entry: JsonObject, row: number): RowNote[] {
  const status = textOf(entry, 'status');
  if (status === '' || status === ENTERED) return [];
  const text = `The entry of ${textOf(entry, 'name')} has the status ${status}, whose meaning is not known: it counts as entered.`;
  return [{ row, text }];
}
