/** Which classes get a pattern, and which patterns fit them. Pure. */
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import {
  type KnownPattern,
  PATTERNS,
} from '../../../../../../src/domain/progression/patterns/pattern-table.ts';
import { type ClassRounds, roundNames } from '../class-rounds.ts';
import { readRaces } from '../rule-fields.ts';

export type PatternFields = {
  /** Empty: heats are named by their numbers, in `heats`. */
  round: string;
  /** The keys of classes that are left alone, a line each. */
  leftOut: string;
  /** `1-2; 3-4`: the heats of a class, and those of the next one. */
  heats: string;
  /** Empty: none is chosen. */
  patternId: string;
};

/** A class whose crews go on by a pattern. */
export interface HeatClass {
  key: string;
  /** What people call it; empty where it has no name. */
  name: string;
  heats: readonly number[];
  /** Its other races, in running order: those to which crews may go on. */
  others: readonly number[];
}

export interface ChosenClasses {
  classes: HeatClass[];
  /** A race that is named and is not there. */
  unknown?: string;
}

/** The rounds that are heats of some class: of one race alone nobody goes on by a pattern. */
export function heatRounds(classes: readonly ClassRounds[]): string[] {
  return roundNames(classes).filter((name) =>
    classes.some(({ rounds }) => (rounds.get(name)?.length ?? 0) > 1),
  );
}

/** The classes that were chosen, those that are left out as well. @param races in running order */
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

/** The patterns for classes with as many heats: those for as many crews first. */
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
