/**
 * Decides which classes get a pattern, which patterns fit them, and to which races crews go on: existing races, and new ones.
 * Pure.
 */
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { MINUTE_MILLIS } from '../../../../../../src/contract/time-units.ts';
import { readVenueInput } from '../../../../../../src/domain/day/read-venue-time.ts';
import {
  type KnownPattern,
  PATTERNS,
} from '../../../../../../src/domain/progression/patterns/pattern-table.ts';
import type { PatternTarget } from '../../../../../../src/domain/progression/patterns/plan-pattern.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { titleAndRound } from '../../../../../../src/domain/races/race-round.ts';
import { timeOfDay, venueDay } from '../../../../shared/times.ts';
import { type ClassRounds, roundNames } from '../rounds.ts';
import { readRaces } from '../rule-fields.ts';

export type PatternFields = {
  /** Empty: `heats` names the heats by number. */
  round: string;
  /** The keys of classes that are left out, one per line. */
  leftOut: string;
  /** `1-2; 3-4`: the heats of one class, then those of the next. */
  heats: string;
  /** Empty: no pattern is chosen. */
  patternId: string;
};

/** A class whose crews go on by a pattern. */
export interface HeatClass {
  key: string;
  /** The name of the class on the page; empty where it has none. */
  name: string;
  heats: readonly number[];
  /** The other races of the class, round by round: those to which crews may go on. */
  others: readonly number[];
}

export interface ChosenClasses {
  classes: HeatClass[];
  /** A typed name for which there is no race. */
  unknown?: string;
}

/** The rounds that are heats of a class: those with more than one race, because no pattern starts from a single race. */
export function heatRounds(classes: readonly ClassRounds[]): string[] {
  return roundNames(classes).filter((name) =>
    classes.some(({ rounds }) => (rounds.get(name)?.length ?? 0) > 1),
  );
}

/** The classes of the chosen round or heats, including those that are left out. @param races in running order */
export function chosenClasses(
  { round, heats }: PatternFields,
  classes: readonly ClassRounds[],
  races: readonly OfficeRace[],
): ChosenClasses {
  if (round !== '') {
    return {
      classes: classes.flatMap((each) => {
        const ofRound = each.rounds.get(round) ?? [];
        return ofRound.length > 1 ? ofClass(each, ofRound) : [];
      }),
    };
  }
  const named = heats
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => readRaces(part, races));
  const unknown = named.find((part) => part.unknown !== undefined)?.unknown;
  if (unknown !== undefined) return { classes: [], unknown };
  return {
    classes: named.map(({ ids }) => {
      const [first] = ids;
      const found = classes.find(({ rounds }) =>
        [...rounds.values()].some((ofRound) => ofRound.includes(first ?? 0)),
      );
      return found ? ofClass(found, ids) : { key: '', name: '', heats: ids, others: [] };
    }),
  };
}

function ofClass({ key, name, rounds }: ClassRounds, heats: readonly number[]): HeatClass {
  const others = [...rounds.values()].flat().filter((id) => !heats.includes(id));
  return { key, name, heats, others };
}

/** The patterns for the number of heats of the classes; `fits`: also for their numbers of crews. */
export function fittingPatterns(
  classes: readonly HeatClass[],
  races: readonly Pick<OfficeRace, 'id' | 'entered'>[],
): { fits: KnownPattern[]; others: KnownPattern[] } {
  const counts = new Set(classes.map(({ heats }) => heats.length));
  const [count] = counts;
  const ofCount = PATTERNS.filter(({ heats }) => counts.size === 1 && heats === count);
  const crews = classes.map((each) => crewsIn(each, races)).filter((entered) => entered > 0);
  const isFor = ({ crews: { from, to } }: KnownPattern) =>
    crews.every((entered) => entered >= from && entered <= to);
  return { fits: ofCount.filter(isFor), others: ofCount.filter((each) => !isFor(each)) };
}

/** How many crews row in the heats of a class. */
export function crewsIn(
  { heats }: HeatClass,
  races: readonly Pick<OfficeRace, 'id' | 'entered'>[],
): number {
  return races
    .filter(({ id }) => heats.includes(id))
    .reduce((sum, { entered }) => sum + entered, 0);
}

/** Between races, where there are no others to take the gap from. */
const USUAL_GAP_MINUTES = 10;

/** The choice of a new race in place of an existing one. */
export const NEW_RACE = 'new';

export const fieldOf = (key: string, field: 'race' | 'number' | 'at') => `${key} ${field}`;

/** What is typed for all targets, by `fieldOf`. */
export type TargetFields = Record<string, string>;

export type TargetTrouble = 'number' | 'taken' | 'twice' | 'time' | 'early';

interface ReadTargets {
  /** By key. */
  targets: Record<string, number>;
  create: Record<string, { raceNumber: number; scheduledAt: string }>;
  /** By field. */
  troubles: ReadonlyMap<string, TargetTrouble>;
}

/**
 * Reads what is typed, with the same checks as the service (`pattern-problems.ts`, `planOfficeRaces`).
 *
 * @param targets each after those from which its crews come
 */
export function readTargets(
  fields: TargetFields,
  targets: readonly Pick<PatternTarget, 'key' | 'rules'>[],
  { races, event }: Pick<Office, 'races' | 'event'>,
): ReadTargets {
  const read: ReadTargets & { troubles: Map<string, TargetTrouble> } = {
    ...{ targets: {}, create: {} },
    troubles: new Map(),
  };
  const starts = new Map<string | number, number>(
    races.map(({ id, scheduledAt }) => [id, Date.parse(scheduledAt)]),
  );
  const numbers = new Set(races.map(({ raceNumber }) => raceNumber));
  const ids = new Set<number>();
  const isEarly = (at: number, { rules }: Pick<PatternTarget, 'rules'>) =>
    rules.some((rule) => rule.races.some((race) => (starts.get(race) ?? 0) > at));
  for (const target of targets) {
    const { key } = target;
    const typed = (field: Parameters<typeof fieldOf>[1]) => fields[fieldOf(key, field)] ?? '';
    const trouble = (field: Parameters<typeof fieldOf>[1], kind: TargetTrouble) =>
      read.troubles.set(fieldOf(key, field), kind);
    if (typed('race') !== NEW_RACE) {
      const id = Number(typed('race'));
      read.targets[key] = id;
      const at = starts.get(id) ?? 0;
      starts.set(key, at);
      if (ids.has(id)) trouble('race', 'twice');
      else if (isEarly(at, target)) trouble('race', 'early');
      ids.add(id);
      continue;
    }
    const raceNumber = readNumber(typed('number'));
    if (raceNumber === undefined) trouble('number', 'number');
    else if (numbers.has(raceNumber)) trouble('number', 'taken');
    else numbers.add(raceNumber);
    const at = readVenueInput(typed('at'), event);
    if (at === undefined) trouble('at', 'time');
    else if (isEarly(at, target)) trouble('at', 'early');
    starts.set(key, at ?? Number.POSITIVE_INFINITY);
    if (raceNumber !== undefined && at !== undefined) {
      read.create[key] = { raceNumber, scheduledAt: new Date(at).toISOString() };
    }
  }
  return read;
}

function readNumber(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim();
  return /^[1-9]\d{0,8}$/.test(plain) ? Number(plain) : undefined;
}

/**
 * The initial values of the fields: races of the class with the names of the targets; else new races with the next numbers,
 * after the last race, round by round.
 *
 * @param classes by the `set` of the targets
 */
export function proposedTargets(
  targets: readonly PatternTarget[],
  classes: readonly HeatClass[],
  { races, event }: Pick<Office, 'races' | 'event'>,
): TargetFields {
  const fields: TargetFields = {};
  const last = Math.max(...races.map(({ scheduledAt }) => Date.parse(scheduledAt)));
  const gap = usualGap(races);
  let number = Math.max(0, ...races.map(({ raceNumber }) => raceNumber));
  let at = last;
  const found = classes.map(({ others }) => racesByTarget(others, races));
  const inOrder = targets.toSorted(
    (a, b) => ROUND_ORDER.indexOf(a.name) - ROUND_ORDER.indexOf(b.name),
  );
  for (const { key, set, name, number: which } of inOrder) {
    const race = found[set]?.get(nameOf(name, which));
    fields[fieldOf(key, 'race')] = race === undefined ? NEW_RACE : String(race);
    // Number and time are filled in also for an existing race, because somebody may choose a new one instead.
    if (race === undefined) {
      number += 1;
      at += gap;
    }
    fields[fieldOf(key, 'number')] = String(number);
    fields[fieldOf(key, 'at')] = `${venueDay(at, event.timezone)}T${timeOfDay(at, event.timezone)}`;
  }
  return fields;
}

/** The rounds in the order in which they are rowed: final A last. */
const ROUND_ORDER: readonly PatternTarget['name'][] = ['R', 'T', 'S', 'D', 'C', 'B', 'A'];

/** The median time between two races, in milliseconds. */
function usualGap(races: readonly OfficeRace[]): number {
  const starts = races.map(({ scheduledAt }) => Date.parse(scheduledAt)).sort((a, b) => a - b);
  const gaps = starts
    .slice(1)
    .map((at, index) => at - (starts[index] ?? 0))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? USUAL_GAP_MINUTES * MINUTE_MILLIS;
}

/** The races of a class by the names of targets in their rounds: `R 1`, `A 1`. The first race of each. */
function racesByTarget(ids: readonly number[], races: readonly OfficeRace[]): Map<string, number> {
  const named = races
    .filter(({ id }) => ids.includes(id))
    .flatMap((race) => {
      const { round } = titleAndRound({ ...race, number: numberShown(race) });
      const name = targetOfRound(round);
      return name === undefined ? [] : [[name, race.id] as const];
    });
  return new Map(named.toReversed());
}

function nameOf(name: PatternTarget['name'], which: number | null): string {
  return `${name} ${which ?? 1}`;
}

/** The name of the target that the name of a round means, in English, German or French; `undefined`: none. */
function targetOfRound(round: string): string | undefined {
  const text = round.toLowerCase();
  const number = Number(/\d+/.exec(text)?.[0] ?? 1);
  if (/rep[eê]ch|hoffnung/.test(text)) return nameOf('R', number);
  if (/semi|halb|demi/.test(text)) return nameOf(/c\s*[/+&-]\s*d/.test(text) ? 'T' : 'S', number);
  if (!/final/.test(text)) return undefined;
  const [, letter] = /(?:^|[^\p{L}])([a-d])(?:[^\p{L}]|$)/u.exec(text) ?? [];
  const isSmall = /petit|klein|small|minor/.test(text);
  return nameOf((letter ?? (isSmall ? 'b' : 'a')).toUpperCase() as PatternTarget['name'], null);
}
