/** `.evt`, `.sch` and `.ppl`: start lists, their order and the people in them, as they stand there (formats.md §1.4). */
import { decodeText } from '../text/text.ts';
import { fieldsOf, linesOf } from './fields.ts';
import { isOwnStartList } from './write-start-list.ts';

interface EvtEntry {
  row: number;
  /** "" and "0" mean none, for lanes too. */
  id: string;
  lane: string;
  last: string;
  first: string;
  affiliation: string;
}

export interface EvtRace {
  row: number;
  event: string;
  round: string;
  heat: string;
  name: string;
  distance: string;
  entries: EvtEntry[];
}

export interface StartList {
  /** Whether its first line says that Running Order wrote it. */
  isOwn: boolean;
  races: EvtRace[];
  /** Lines that were read over, and why. */
  skipped: { row: number; reason: string }[];
}

export interface Person {
  last: string;
  first: string;
  affiliation: string;
}

/** Reads a `.evt` file. */
export function parseEvt(bytes: Uint8Array): StartList {
  const races: EvtRace[] = [];
  const skipped: StartList['skipped'] = [];
  const { text } = decodeText(bytes);
  for (const { row, line } of contentLines(text)) {
    if (line.startsWith('\\')) {
      skipped.push({ row, reason: 'it sets a status, which start lists have no place for' });
    } else if (/^[\t ,]/.test(line)) {
      const race = races.at(-1);
      if (race) race.entries.push(entryOf(row, line));
      else skipped.push({ row, reason: 'it is an entry before any event' });
    } else races.push(raceOf(row, line));
  }
  return { isOwn: isOwnStartList(bytes), races, skipped };
}

/** Reads a `.sch` file. @returns event, round and heat of each race, in the order of racing */
export function parseSch(bytes: Uint8Array): { event: string; round: string; heat: string }[] {
  return contentLines(decodeText(bytes).text).map(({ line }) => {
    const [event = '', round = '', heat = ''] = fieldsOf(line);
    return { event, round: round || '1', heat: heat || '1' };
  });
}

/** Reads a `.ppl` file. @returns by id */
export function parsePpl(bytes: Uint8Array): Map<string, Person> {
  const people = new Map<string, Person>();
  for (const { line } of contentLines(decodeText(bytes).text)) {
    const [id = '', last = '', first = '', affiliation = ''] = fieldsOf(line);
    if (id !== '') people.set(id, { last, first, affiliation });
  }
  return people;
}

/** Without comments and blank lines. */
function contentLines(text: string): { row: number; line: string }[] {
  return linesOf(text.replaceAll('\0', '')).filter(({ line }) => !line.startsWith(';'));
}

function raceOf(row: number, line: string): EvtRace {
  const fields = fieldsOf(line);
  const [event = '', round = '', heat = '', name = ''] = fields;
  return { row, event, round, heat, name, distance: fields[9] ?? '', entries: [] };
}

function entryOf(row: number, line: string): EvtEntry {
  // A comma alone begins an entry; after a tab or blanks the comma may follow.
  const fields = fieldsOf(line.replace(/^[\t ]*,?/, ''));
  const [id = '', lane = '', last = '', first = '', affiliation = ''] = fields;
  return { row, id, lane, last, first, affiliation };
}
