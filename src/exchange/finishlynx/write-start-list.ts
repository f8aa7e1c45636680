/** `.evt`, `.sch` and `.ppl` for FinishLynx, as formats.md §1.4 says: without quotes, without athletes. Pure. */
import { decodeText } from '../text/text.ts';
import { type CodePage, encodeText, fitCodePage } from './code-page.ts';
import { cut, MAX_NAME_LENGTH, shortNames } from './short-names.ts';

const OWN_FIRST_LINE = '; written by Running Order';

/** Whether a start list is one of ours; others are not overwritten. */
export function isOwnStartList(bytes: Uint8Array): boolean {
  return decodeText(bytes).text.startsWith(OWN_FIRST_LINE);
}

interface StartListEntry {
  /** A small number that stands for the crew. */
  id: number;
  lane: number;
  crew: string;
  /** A short code of its club. */
  clubId: string | null;
}

export interface StartListRace {
  /** What FinishLynx calls the event's number; it never changes for a race. */
  event: number;
  name: string;
  distanceMeters: number | null;
  entries: readonly StartListEntry[];
}

export interface StartListOptions {
  codePage: CodePage;
  /** Which field holds the crew's name. */
  crewIn: 'last' | 'affiliation';
  /** FinishLynx cuts names there. */
  maxNameLength: number;
}

export const USUAL_START_LIST: StartListOptions = {
  codePage: 'cp1252',
  crewIn: 'last',
  maxNameLength: MAX_NAME_LENGTH,
};

/** What stands for a race in a start list. */
export function startListName({
  boatClass,
  round,
  divisionLabel,
  title,
  raceNumber,
}: Record<'boatClass' | 'round' | 'divisionLabel' | 'title', string | null> & {
  raceNumber: number;
}): string {
  const known = [boatClass, round, divisionLabel].filter(Boolean).join(' ');
  return known || title || `Race ${raceNumber}`;
}

/** @param races in the order of racing */
export function writeStartList(
  races: readonly StartListRace[],
  options: StartListOptions,
): { evt: Uint8Array; sch: Uint8Array; ppl: Uint8Array } {
  const { codePage, maxNameLength } = options;
  const plain = (text: string) => plainField(fitCodePage(text, codePage));
  const crews = crewsOf(races, plain, maxNameLength);
  const fieldsOf = (entry: StartListEntry): string[] => {
    const crew = crews.get(entry.id) ?? '';
    if (options.crewIn === 'affiliation') return ['', '', crew];
    const club = plain(entry.clubId ?? '');
    return [crew, '', club.length <= maxNameLength && club !== crew ? club : ''];
  };
  const evt = races.flatMap((race) => [
    eventLine(race, cut(plain(race.name), '', maxNameLength)),
    ...race.entries.map((entry) => lineOf('', entry.id, entry.lane, ...fieldsOf(entry))),
  ]);
  const entries = new Map(races.flatMap((race) => race.entries.map((entry) => [entry.id, entry])));
  const byId = [...entries.values()].sort((a, b) => a.id - b.id);
  const file = (lines: readonly string[]) =>
    encodeText(`${[OWN_FIRST_LINE, ...lines].join('\r\n')}\r\n`, codePage);
  return {
    evt: file(evt),
    sch: file(races.map(({ event }) => `${event},1,1`)),
    ppl: file(byId.map((entry) => lineOf(entry.id, ...fieldsOf(entry)))),
  };
}

/** The name of each crew as it is written, by the crew's number. */
function crewsOf(
  races: readonly StartListRace[],
  plain: (text: string) => string,
  maxLength: number,
): Map<number, string> {
  const names = new Map<number, string>();
  for (const { entries } of races) {
    for (const { id, crew } of entries) names.set(id, plain(crew) || `Crew ${id}`);
  }
  const inOrder = [...names].sort(([a], [b]) => a - b);
  const taken = new Set<string>();
  const distinct = inOrder.map(([id, name]): [number, string] => {
    // Two names may have become one without the letters that the code page lacks.
    let own = name;
    while (taken.has(own)) own = `${own} ${id}`;
    taken.add(own);
    return [id, own];
  });
  const short = shortNames(
    distinct.map(([, name]) => name),
    maxLength,
  );
  return new Map(distinct.map(([id, name]) => [id, short.get(name) ?? name]));
}

function eventLine({ event, distanceMeters }: StartListRace, name: string): string {
  return lineOf(event, 1, 1, name, '', '', '', '', '', distanceMeters ?? '');
}

function lineOf(...fields: (string | number)[]): string {
  return fields.join(',').replace(/,+$/, '');
}

/** What no reader can take for the end of a field, a comment, a quotation or the mark of a status. */
function plainField(text: string): string {
  return text
    .replaceAll(/[,\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('"', '')
    .replaceAll(/ +/g, ' ')
    .replace(/^[\s;\\]+/, '')
    .trim();
}
