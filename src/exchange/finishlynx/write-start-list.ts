/**
 * Writes `.evt`, `.sch` and `.ppl` for FinishLynx (formats.md §1.4): without quotes and athletes, in the code page of the
 * timing computer, with names that are cut to the length that FinishLynx keeps and still differ. Pure.
 */
import { decodeText } from '../text/text.ts';

/** FinishLynx cuts names at this length. */
export const MAX_NAME_LENGTH = 31;

/** The ending that distinguishes the boats of a club: "A", "II", "12", "(B)". */
const SUFFIX = / \(?(?:[A-Z]|[IVX]{1,4}|\d{1,3})\)?$/u;

/**
 * @param names different ones, in a stable order
 * @returns short names by name; names that fit are unchanged, others keep the ending that distinguishes boats of a club
 */
export function shortNames(names: readonly string[], maxLength: number): Map<string, string> {
  const short = new Map<string, string>();
  const taken = new Set<string>();
  const fits = (name: string) => name.length <= maxLength;
  // The ones that fit come first, so that none of them has to give way.
  for (const name of [...names.filter(fits), ...names.filter((name) => !fits(name))]) {
    const own = SUFFIX.exec(name)?.[0] ?? '';
    let given = fits(name) ? name : cut(name, own, maxLength);
    for (let number = 2; taken.has(given); number++) given = cut(name, ` ${number}`, maxLength);
    taken.add(given);
    short.set(name, given);
  }
  return short;
}

/** Cuts by UTF-16 units, but not within a surrogate pair. */
function cut(name: string, suffix: string, maxLength: number): string {
  const head = name.slice(0, Math.max(0, maxLength - suffix.length));
  return `${head.replace(/[\ud800-\udbff]$/, '').trimEnd()}${suffix}`.trim();
}

const OWN_FIRST_LINE = '; written by Running Order';

/** Whether a start list is one of ours; others are not overwritten. */
export function isOwnStartList(bytes: Uint8Array): boolean {
  return decodeText(bytes).text.startsWith(OWN_FIRST_LINE);
}

interface StartListEntry {
  /** A small number that identifies the crew. */
  id: number;
  lane: number;
  crew: string;
  /** A short code of its club. */
  clubId: string | null;
}

export interface StartListRace {
  /** The number of the event in FinishLynx; it never changes for a race. */
  event: number;
  name: string;
  distanceMeters: number | null;
  entries: readonly StartListEntry[];
}

export interface StartListOptions {
  codePage: CodePage;
  /** Which field holds the crew's name. */
  crewIn: 'last' | 'affiliation';
  /** FinishLynx cuts names at this length. */
  maxNameLength: number;
}

export const USUAL_START_LIST: StartListOptions = {
  codePage: 'cp1252',
  crewIn: 'last',
  maxNameLength: MAX_NAME_LENGTH,
};

/** The name of a race in a start list. */
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
    // Two names may have become equal when letters that the code page lacks were replaced.
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

/** A text without anything that a reader could take for the end of a field, a comment, a quotation or the mark of a status. */
function plainField(text: string): string {
  return text
    .replaceAll(/[,\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('"', '')
    .replaceAll(/ +/g, ' ')
    .replace(/^[\s;\\]+/, '')
    .trim();
}

export const CODE_PAGES = ['cp1252', 'utf-8', 'utf-16le'] as const;

type CodePage = (typeof CODE_PAGES)[number];

/** The characters of Windows-1252 from 0x80 to 0x9f, in order; a blank where there is none. */
const HIGH_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** Replacements of letters that Unicode does not decompose into a base letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  ʻ: "'",
  ʼ: "'",
  '−': '-',
  '‐': '-',
  '‑': '-',
};

/** The text with letters that the code page lacks replaced by their base letters, others by `_`. */
export function fitCodePage(text: string, codePage: CodePage): string {
  const composed = text.normalize('NFC');
  if (codePage !== 'cp1252') return composed;
  return [...composed]
    .map((letter) => (byteOf(letter) === null ? baseOf(letter) : letter))
    .join('');
}

/** @param text from `fitCodePage`; UTF-16 begins with a byte order mark */
function encodeText(text: string, codePage: CodePage): Uint8Array {
  if (codePage === 'utf-8') return new TextEncoder().encode(text);
  if (codePage === 'cp1252') {
    return Uint8Array.from([...text].map((letter) => byteOf(letter) ?? 0x5f));
  }
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return Uint8Array.from([0xfeff, ...units].flatMap((unit) => [unit & 0xff, unit >> 8]));
}

function byteOf(letter: string): number | null {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const high = HIGH_1252.indexOf(letter);
  return high === -1 ? null : 0x80 + high;
}

function baseOf(letter: string): string {
  const base = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const letters = [...base].map((one) => (byteOf(one) === null ? (PLAIN[one] ?? '_') : one));
  return letters.join('');
}
