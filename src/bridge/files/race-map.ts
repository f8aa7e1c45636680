/** The file of `--map`, in which a person says which race a file of the timer is about: `event,round,heat,race` on each line. */
import { readFile } from 'node:fs/promises';
import { splitText } from '../../exchange/tables/cells/split-text.ts';
import { decodeText } from '../../exchange/text/text.ts';
import { identityKey } from '../find-race.ts';
import { codeOf } from './state-files.ts';

/** Of an identity: an `externalId` or a race number. */
export type RacesByIdentity = ReadonlyMap<string, string>;

/** The map as it is now: a person edits it while the bridge runs. */
export class RaceMap {
  /** `null` until it has been read. */
  races: RacesByIdentity | null;
  private readonly path: string | null;
  private readonly log: (line: string) => void;
  private bytes: Buffer | null = null;
  private trouble: string | null = null;

  /** @param path `null` where nobody has named one, which is a map that says nothing */
  constructor(path: string | null, log: (line: string) => void) {
    this.races = path === null ? new Map() : null;
    this.path = path;
    this.log = log;
  }

  /**
   * Reads it again. It counts once two looks have seen the same, because it may be half saved; what cannot be read leaves
   * the map that was read last. What is wrong with it is logged once, until something else is.
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
 * Reads a map. The separator and the encoding are those that spreadsheets save; a heading and comments after `;` or `#` are
 * skipped.
 *
 * @returns the races, and what is wrong with the first faulty line, `null` where none is; no races where it is no table
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
