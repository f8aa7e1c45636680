/** Entries of German regattas: the XML of 2010 and the JSON of the portal. */
import type { Reader } from '../reading/reading.ts';
import { orUnreadable, UnreadableError } from '../reading/unreadable.ts';
import { boatClassIn } from '../tables/cells/boat-class.ts';
import { isJsonObject, oneLine, parseJson } from '../text/json.ts';
import { rootOf, scanXml, type XmlAttributes } from '../text/xml.ts';
import { type DrvEntry, type DrvFile, type DrvRace, readingOf } from './entries.ts';
import { isPortalJson, readPortalJson } from './portal-json.ts';

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

/** Who represents a club, and who sits in a boat: nothing inside these is looked at. */
const PERSONS = new Set(['obleute', 'mannschaft']);
/** Elements whose text is read, with what they stand in. */
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
