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
  races: RacesByIdentity = new Map();
  private readonly path: string;
  private readonly log: (line: string) => void;
  private trouble: string | null = null;

  constructor(path: string, log: (line: string) => void) {
    this.path = path;
    this.log = log;
  }

  /** Reads it again. What is wrong with it is logged once, until something else is. */
  async read(): Promise<void> {
    const { races, trouble } = await readFile(this.path).then(readMapping, (error) => ({
      races: new Map<string, string>(),
      trouble: `it cannot be read (${codeOf(error)})`,
    }));
    this.races = races;
    if (trouble !== this.trouble && trouble) this.log(`The map ${this.path}: ${trouble}.`);
    this.trouble = trouble;
  }
}

/**
 * Reads a map. The separator and the encoding are those that spreadsheets save; a heading and comments after `;` or `#` are
 * skipped.
 *
 * @returns the races, and what is wrong with the first faulty line; `null` where none is
 */
export function readMapping(bytes: Uint8Array): { races: RacesByIdentity; trouble: string | null } {
  const races = new Map<string, string>();
  // Comments are emptied, so that lines keep their numbers.
  const text = decodeText(bytes).text.replaceAll(/^[;#].*$/gm, '');
  const table = splitText(text, 'map');
  if ('unreadable' in table) return { races, trouble: table.unreadable.replace(/\.$/, '') };
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
