/** Entries of German regattas: the XML of 2010, and the JSON that the new portal gives (formats.md §5). */
import { orUnreadable, type Reader, type RowNote, UnreadableError } from '../reading/reading.ts';
import { boatClassIn } from '../tables/cells/cell-text.ts';
import {
  isJsonObject,
  type JsonObject,
  objectsOf,
  oneLine,
  parseJson,
  textOf,
} from '../text/text.ts';
import { rootOf, scanXml, type XmlAttributes } from '../text/xml.ts';
import { type DrvEntry, type DrvFile, type DrvRace, readingOf } from './entries.ts';

/** Reads the crews and races of a list of entries; it asks nothing. */
export const readDrv: Reader = ({ bytes }) =>
  orUnreadable(() => {
    if (rootOf(bytes) !== null) return readingOf(readEntriesXml(bytes), 'drv:xml-2010');
    const document = parseJson(bytes);
    if (!isJsonObject(document) || !isPortalJson(document))
      throw new UnreadableError(
        'The JSON has no events, entries and clubs. Download the entries from the portal of the association.',
      );
    return readingOf(readPortalJson(document), 'drv:portal');
  });

/** Elements about representatives of a club and about the members of a crew: nothing inside them is read. */
const PERSONS = new Set(['obleute', 'mannschaft']);
/** Elements whose text is read, each with its parent element. */
const TEXTS = new Set(['meldung/titel', 'verein/name', 'verein/kurzform', 'verein/lettern']);

/** Entries as XML, schema of 2010: `regatta-meldungen` (formats.md §5). @throws UnreadableError if it is no such XML */
function readEntriesXml(bytes: Uint8Array): DrvFile {
  const scan = new EntriesScan();
  scanXml(bytes, scan);
  return scan.result();
}

interface Club {
  name: string;
  kurzform: string;
  lettern: string;
}

class EntriesScan {
  private readonly path: string[] = [];
  private personsDepth = 0;
  private readonly races: DrvRace[] = [];
  private readonly entries: (DrvEntry & { clubKey: string })[] = [];
  private readonly clubs = new Map<string, Club>();
  private club: Club | undefined;
  private collected = '';

  open(name: string, attributes: XmlAttributes, line: number): void {
    this.path.push(name);
    if (this.path.length === 1 && name !== 'regatta-meldungen')
      throw new UnreadableError(
        'The XML is no list of entries (regatta-meldungen). Download the entries (Meldungen) of the regatta.',
      );
    if (PERSONS.has(name)) this.personsDepth += 1;
    if (this.personsDepth > 0) return;
    if (name === 'rennen') this.openRace(attributes, line);
    if (name === 'meldung') this.openEntry(attributes, line);
    if (name === 'verein') this.openClub(attributes);
    this.collected = '';
  }

  text(text: string): void {
    if (this.personsDepth === 0) this.collected += text;
  }

  close(name: string): void {
    const where = this.path.slice(-2).join('/');
    this.path.pop();
    if (PERSONS.has(name)) this.personsDepth -= 1;
    else if (this.personsDepth === 0 && TEXTS.has(where)) this.keepText(name);
  }

  result(): DrvFile {
    const entries = this.entries.map(({ clubKey, ...entry }) => {
      const club = this.clubs.get(clubKey);
      return {
        ...entry,
        title: entry.title || club?.kurzform || club?.name || '',
        club: club?.lettern || club?.kurzform || null,
      };
    });
    return { races: this.races, entries, notes: [] };
  }

  private openRace({ nummer = '', spezifikation = '', zusatz = '' }: XmlAttributes, row: number) {
    const title = oneLine(`${spezifikation} ${zusatz}`);
    this.races.push({ number: oneLine(nummer), title, boatClass: boatClassIn(title) || null, row });
  }

  private openEntry({ id = '', verein = '' }: XmlAttributes, row: number): void {
    const raceNumber = this.races.at(-1)?.number ?? '';
    this.entries.push({ id: oneLine(id), title: '', raceNumber, club: null, clubKey: verein, row });
  }

  private openClub({ id = '' }: XmlAttributes): void {
    this.club = { name: '', kurzform: '', lettern: '' };
    this.clubs.set(id, this.club);
  }

  private keepText(name: string): void {
    const text = oneLine(this.collected);
    const entry = this.entries.at(-1);
    if (name === 'titel' && entry) entry.title = text;
    if (name === 'name' && this.club) this.club.name = text;
    if (name === 'kurzform' && this.club) this.club.kurzform = text;
    if (name === 'lettern' && this.club) this.club.lettern = text;
  }
}

/** The only status of entries that is known: the crew is entered. */
const ENTERED = '2';

/** @param document one that {@link isPortalJson} knows */
function readPortalJson(document: JsonObject): DrvFile {
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
