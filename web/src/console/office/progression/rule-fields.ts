/** The rule of one lane as typed into four fields: a place, a category, races, and which of the fastest. Pure. */
import type { LaneSource } from '../../../../../src/contract/board.ts';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';

export type RuleTrouble =
  | 'place'
  | 'no-races'
  | 'unknown'
  | 'fastest'
  | 'fastest-missing'
  | 'fastest-of-one'
  | 'too-many'
  | 'itself'
  | 'later';

export interface RuleFields {
  place: string;
  /** Empty: the place counts among all entries of the race. */
  category: string;
  races: string;
  fastest: string;
}

export const RULE_FIELDS = ['place', 'category', 'races', 'fastest'] as const;

type ReadRule = { rule: LaneSource | null } | { trouble: RuleTrouble };
type KnownRace = Pick<OfficeRace, 'id' | 'raceNumber' | 'printedNumber' | 'scheduledAt'>;

/**
 * Reads the rule of a lane, with the same checks as the service (`src/domain/progression/progression-rules.ts`).
 *
 * @param target the race of the lane
 * @param races in running order
 * @returns rule `null` where all fields are empty
 */
export function readRule(
  fields: RuleFields,
  target: KnownRace,
  races: readonly KnownRace[],
): ReadRule {
  if (RULE_FIELDS.every((field) => fields[field].trim() === '')) return { rule: null };
  const place = readCount(fields.place);
  if (place === undefined) return { trouble: 'place' };
  const { ids, unknown } = readRaces(fields.races, races);
  if (unknown !== undefined) return { trouble: 'unknown' };
  if (ids.length === 0) return { trouble: 'no-races' };
  const fastest = fields.fastest.trim() === '' ? null : readCount(fields.fastest);
  if (fastest === undefined) return { trouble: 'fastest' };
  const trouble = wrongSource(ids, fastest) ?? wrongRaces(ids, target, races);
  if (trouble) return { trouble };
  const category = fields.category.normalize('NFC').trim();
  return { rule: { races: ids, place, fastest, ...(category !== '' && { category }) } };
}

/** The texts of a rule in the fields. */
export function ruleFields(from: LaneSource | null, races: readonly KnownRace[]): RuleFields {
  if (!from) return { place: '', category: '', races: '', fastest: '' };
  return {
    place: String(from.place),
    category: from.category ?? '',
    races: writeRaces(from.races, races),
    fastest: from.fastest === null ? '' : String(from.fastest),
  };
}

/** A whole number from `least` to 999, because no regatta has more boats; else `undefined`. */
export function readCount(text: string, least = 1): number | undefined {
  const plain = text.normalize('NFKC').trim();
  const number = /^\d{1,3}$/.test(plain) ? Number(plain) : Number.NaN;
  return number >= least ? number : undefined;
}

function wrongSource(ids: readonly number[], fastest: number | null): RuleTrouble | undefined {
  if (ids.length > 1 && fastest === null) return 'fastest-missing';
  if (ids.length === 1 && fastest !== null) return 'fastest-of-one';
  return fastest !== null && fastest > ids.length ? 'too-many' : undefined;
}

function wrongRaces(
  ids: readonly number[],
  target: KnownRace,
  races: readonly KnownRace[],
): RuleTrouble | undefined {
  if (ids.includes(target.id)) return 'itself';
  const startsLater = ({ id, scheduledAt }: KnownRace) =>
    ids.includes(id) && Date.parse(scheduledAt) > Date.parse(target.scheduledAt);
  return races.some(startsLater) ? 'later' : undefined;
}

type Named = Pick<OfficeRace, 'id' | 'raceNumber' | 'printedNumber'>;

interface NamedRaces {
  /** In the order in which they were named, each once. */
  ids: number[];
  /** The first word that names no race. */
  unknown?: string;
}

/**
 * Reads races as people name them: `12-14, 16A`. `12-14` are all races from 12 to 14 in running order; `#101` is the race with
 * that race number, whatever is printed for it, because several races may have the same printed number (tools, "Ids and
 * numbers").
 * @param races in running order
 */
export function readRaces(text: string, races: readonly Named[]): NamedRaces {
  const ids = new Set<number>();
  const indexOf = (label: string) => findRace(label, races);
  for (const word of wordsOf(text)) {
    const whole = indexOf(word);
    const [first = '', last = ''] = word.split('-');
    const [from, to] = whole >= 0 ? [whole, whole] : [indexOf(first), indexOf(last)];
    if (from < 0 || to < from) return { ids: [...ids], unknown: word };
    for (const { id } of races.slice(from, to + 1)) ids.add(id);
  }
  return { ids: [...ids] };
}

/**
 * The text that names some races, which `readRaces` reads again; three or more neighbours as `12-14`. A race whose printed
 * number does not identify it is written with its race number: `#101`.
 */
export function writeRaces(ids: readonly number[], races: readonly Named[]): string {
  const indexes = ids.map((id) => races.findIndex((race) => race.id === id));
  const labels = indexes.map((index) => {
    const race = races[index];
    if (!race) return '?';
    const { ids: named } = readRaces(numberShown(race), races);
    return named.length === 1 && named[0] === race.id ? numberShown(race) : `#${race.raceNumber}`;
  });
  const isRun =
    indexes.length > 2 &&
    indexes.every((index, at) => at === 0 || index === (indexes[at - 1] ?? 0) + 1);
  const span = [labels[0] ?? '', labels[labels.length - 1] ?? ''];
  return isRun && !span.some((label) => /[-–]/.test(label)) ? span.join('-') : labels.join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/\s*[-–]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}

/** @returns the index of the only race with that printed number, or `#` and race number; else -1 */
function findRace(label: string, races: readonly Named[]): number {
  const wanted = label.toLowerCase();
  const isCalled = (race: Named) =>
    wanted === `#${race.raceNumber}` || wanted === numberShown(race).toLowerCase();
  const found = races.findIndex(isCalled);
  return races.slice(found + 1).some(isCalled) ? -1 : found;
}
