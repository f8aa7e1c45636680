/**
 * Finds the rounds that each class of a programme rows, by its columns or its titles; and previews the rules of a whole round
 * from what was typed. Pure; `patternRules` makes the rules.
 */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { fromTheMiddle } from '../../../../../src/domain/draw/lane-order.ts';
import { patternRules } from '../../../../../src/domain/progression/round-rules.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { titleAndRound } from '../../../../../src/domain/races/race-round.ts';
import { raceTitle } from '../race-names.ts';
import { readCount, readRaces } from './rule-fields.ts';

type Named = Pick<
  OfficeRace,
  'id' | 'raceNumber' | 'printedNumber' | 'title' | 'divisionLabel' | 'boatClass' | 'round'
>;

export interface ClassRounds {
  /**
   * What distinguishes classes: division, boat class, and the title without its number and its round. Women and men who both
   * row an 8+ often differ only in the title (`formats.md` gives no division), and a final must never get the winners of
   * another class.
   */
  key: string;
  /** The name of the class on the page. */
  name: string;
  /** The ids of its races by round, both in running order. */
  rounds: ReadonlyMap<string, readonly number[]>;
}

/** The name of a round without one: often a final whose heats have a name. */
export const NO_ROUND = '-';

/** Matches finals, which keep their letter: final B is not the round of final A, but two semi-finals are one round. */
const RANKED = /^(?!.*(?:semi|halb|demi|viertel|quart)).*\bfinale?s?$/iu;

/** The classes that row more than one round. @param races in running order */
export function classRounds(races: readonly Named[]): ClassRounds[] {
  return classesOf(races).filter(({ rounds }) => rounds.size > 1);
}

/** All classes. @param races in running order */
export function classesOf(races: readonly Named[]): ClassRounds[] {
  const classes = new Map<string, ClassRounds & { rounds: Map<string, number[]> }>();
  for (const race of races) {
    const { id, divisionLabel, boatClass } = race;
    const { title, round } = titleAndRound({ ...race, number: numberShown(race) });
    const name = raceTitle({ ...race, title, round: null });
    const key = [divisionLabel, boatClass, title].filter(Boolean).join(' ');
    const found = classes.get(key) ?? { key, name, rounds: new Map<string, number[]>() };
    const ofRound = found.rounds.get(roundName(round));
    if (ofRound) ofRound.push(id);
    else found.rounds.set(roundName(round), [id]);
    classes.set(key, found);
  }
  return [...classes.values()];
}

/** The names of all rounds of the classes, each once, class by class in the order of their first races. */
export function roundNames(classes: readonly ClassRounds[]): string[] {
  return [...new Set(classes.flatMap(({ rounds }) => [...rounds.keys()]))];
}

/** Matches `1st Heat`, whose number is dropped, but not `2nd Round`, which is not the round of the first. */
const COUNTED = /^\d+(?:\.|st|nd|rd|th|re|er|e)\s*((?!round|runde|tour|manche)\p{L}.*)$/iu;

/** `Heat` of Heat 1, Heat 2 of 2 and 1st Heat, `Final A` of Final A. */
function roundName(round: string): string {
  const text = round.trim().replace(/(\d)\s*(?:of|von|sur|\/)\s*\d+$/iu, '$1');
  if (text === '') return NO_ROUND;
  const [, behind = ''] = /^(.*?)[\s.]*(?:\d+|\b\p{L})$/u.exec(text) ?? [];
  const base = behind || (COUNTED.exec(text)?.[1] ?? '');
  return base !== '' && !RANKED.test(base) ? base : text;
}

export type RoundFields = {
  /** Empty: `heats` and `targets` name the races by number. */
  fromRound: string;
  toRound: string;
  /** The keys of classes that keep their present rules, one per line. */
  leftOut: string;
  heats: string;
  targets: string;
  each: string;
  firstPlace: string;
  fastest: string;
  lanes: string;
  isMiddle: boolean;
};

/** Adds a key to lines of keys, or removes it. */
export function withLine(lines: string, key: string, isIn: boolean): string {
  const others = lines.split('\n').filter((each) => each !== '' && each !== key);
  return [...others, ...(isIn ? [key] : [])].join('\n');
}

export type RoundTrouble =
  | { field: 'heats' | 'targets'; kind: 'unknown'; label: string }
  | { field: 'targets'; kind: 'itself'; raceId: number }
  | { field: 'targets'; kind: 'later'; heatId: number; raceId: number }
  | { field: 'each' | 'firstPlace' | 'fastest' | 'lanes'; kind: 'number' };

export type RoundPreview =
  | { kind: 'empty' }
  | { kind: 'wrong'; trouble: RoundTrouble }
  | ({ kind: 'rules' } & ReturnType<typeof patternRules>);

type KnownRace = Pick<OfficeRace, 'id' | 'raceNumber' | 'printedNumber' | 'scheduledAt'>;

/** The rules that one class would get. */
export interface ClassPreview {
  key: string;
  name: string;
  heats: readonly number[];
  targets: readonly number[];
  isLeftOut: boolean;
  preview: RoundPreview;
}

/** Previews the same pattern for each class that rows both rounds. @param races in running order */
export function classPreviews(
  fields: RoundFields,
  classes: readonly ClassRounds[],
  races: readonly KnownRace[],
): ClassPreview[] {
  const leftOut = fields.leftOut.split('\n');
  return classes.flatMap(({ key, name, rounds }) => {
    const [heats, targets] = [rounds.get(fields.fromRound), rounds.get(fields.toRound)];
    if (!heats || !targets || heats === targets) return [];
    const preview = patternPreview(fields, heats, targets, races);
    return [{ key, name, heats, targets, isLeftOut: leftOut.includes(key), preview }];
  });
}

/** Previews the rules of races that are named by number. @param races in running order */
export function roundPreview(fields: RoundFields, races: readonly KnownRace[]): RoundPreview {
  const heats = readRaces(fields.heats, races);
  const targets = readRaces(fields.targets, races);
  for (const [field, { unknown }] of [
    ['heats', heats],
    ['targets', targets],
  ] as const) {
    if (unknown !== undefined) return wrong({ field, kind: 'unknown', label: unknown });
  }
  if (heats.ids.length === 0 || targets.ids.length === 0) return { kind: 'empty' };
  return patternPreview(fields, heats.ids, targets.ids, races);
}

function patternPreview(
  fields: RoundFields,
  heats: readonly number[],
  targets: readonly number[],
  races: readonly KnownRace[],
): RoundPreview {
  const trouble = contradiction(heats, targets, races);
  if (trouble) return wrong(trouble);
  const counts = {
    each: readCount(fields.each, 0),
    firstPlace: readCount(fields.firstPlace),
    fastest: readCount(fields.fastest, 0),
    lanes: readCount(fields.lanes),
  };
  const { each, firstPlace, fastest, lanes } = counts;
  if (each === undefined) return wrong({ field: 'each', kind: 'number' });
  if (firstPlace === undefined) return wrong({ field: 'firstPlace', kind: 'number' });
  if (fastest === undefined) return wrong({ field: 'fastest', kind: 'number' });
  if (lanes === undefined) return wrong({ field: 'lanes', kind: 'number' });
  const positions = Array.from({ length: lanes }, (_, index) => index + 1);
  return {
    kind: 'rules',
    ...patternRules({
      heats,
      targets,
      placesOfEach: each,
      firstPlace,
      fastest,
      lanes: fields.isMiddle ? fromTheMiddle(positions) : positions,
    }),
  };
}

function contradiction(
  heats: readonly number[],
  targets: readonly number[],
  races: readonly KnownRace[],
): RoundTrouble | undefined {
  const startOf = (id: number) =>
    Date.parse(races.find((race) => race.id === id)?.scheduledAt ?? '');
  for (const raceId of targets) {
    if (heats.includes(raceId)) return { field: 'targets', kind: 'itself', raceId };
    const heatId = heats.find((id) => startOf(id) > startOf(raceId));
    if (heatId !== undefined) return { field: 'targets', kind: 'later', heatId, raceId };
  }
  return undefined;
}

function wrong(trouble: RoundTrouble): RoundPreview {
  return { kind: 'wrong', trouble };
}
