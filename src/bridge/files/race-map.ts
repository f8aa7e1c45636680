/** The file of `--map`, in which a person says to which race a file of the timer belongs: lines of `event,round,heat,race`. */
import { readFile } from 'node:fs/promises';
import { splitText } from '../../exchange/tables/cells/split-text.ts';
import { decodeText } from '../../exchange/text/text.ts';
import { identityKey } from '../find-race.ts';
import { codeOf } from './state-files.ts';

/** By the key of an identity (`identityKey`): an `externalId` or a race number. */
export type RacesByIdentity = ReadonlyMap<string, string>;

/** The map as it is now: a person edits it while the bridge runs. */
export class RaceMap {
  /** `null` until it has been read. */
  races: RacesByIdentity | null;
  private readonly path: string | null;
  private readonly log: (line: string) => void;
  private bytes: Buffer | null = null;
  private trouble: string | null = null;

  /** `null` without `--map`; the map is then empty */
  constructor(path: string | null, log: (line: string) => void) {
    this.races = path === null ? new Map() : null;
    this.path = path;
    this.log = log;
  }

  /**
   * Reads the file again. Its content applies once two reads have found the same bytes, because it may be half saved; if it
   * cannot be read, the last map still applies. A fault is logged once, until it changes.
   */
  async read(): Promise<void> {
    if (this.path === null) return;
    const bytes = await readFile(this.path).catch(codeOf);
    if (typeof bytes === 'string') return this.tell(`it cannot be read (${bytes})`, null);
    const isSame = this.bytes?.equals(bytes) === true;
    this.bytes = bytes;
    if (!isSame) return;
    const { races, trouble } = readMapping(bytes);
    this.tell(trouble, races);
    this.races = races ?? this.races;
  }

  private tell(trouble: string | null, races: RacesByIdentity | null): void {
    const isKept = races === null && this.races !== null;
    const kept = isKept ? '; what it said before counts' : '';
    if (trouble !== this.trouble && trouble) this.log(`The map ${this.path}: ${trouble}${kept}.`);
    this.trouble = trouble;
  }
}

/**
 * Parses a map, in any separator and encoding that spreadsheets save. Skips a heading and lines that begin with `;` or `#`.
 *
 * @returns `races`, `null` if the text is no table; `trouble`, why it is none or the fault of its first faulty line, or
 * `null`
 */
export function readMapping(bytes: Uint8Array): {
  races: RacesByIdentity | null;
  trouble: string | null;
} {
  // Comments are emptied, so that lines keep their numbers.
  const text = decodeText(bytes).text.replaceAll(/^[;#].*$/gm, '');
  const table = splitText(text, 'map');
  if ('unreadable' in table) return { races: null, trouble: table.unreadable.replace(/\.$/, '') };
  const races = new Map<string, string>();
  const troubles: string[] = [];
  for (const [index, cells] of table.rows.entries()) {
    const [event = '', round = '', heat = '', race = '', ...rest] = cells.map((cell) =>
      cell.text.trim(),
    );
    const isHeading = /^event$/i.test(event) && /^race$/i.test(race);
    if (isHeading || cells.every((cell) => cell.text.trim() === '')) continue;
    const key = identityKey({ event, round, heat });
    if (event === '' || race === '' || rest.some((cell) => cell !== '')) {
      troubles.push(`line ${index + 1} is not event,round,heat,race, and is left out`);
    } else if (races.has(key) && races.get(key) !== race) {
      troubles.push(`line ${index + 1} names another race for event ${event}, and counts`);
    }
    if (event !== '' && race !== '') races.set(key, race);
  }
  return { races, trouble: troubles[0] ?? null };
}
