/** Which rounds each class of a programme rows, as far as its columns or its titles say so. Pure. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { titleAndRound } from '../../../../../src/domain/races/race-round.ts';
import { raceTitle, shownNumber } from '../race-names.ts';

type Named = Pick<
  OfficeRace,
  'id' | 'raceNumber' | 'printedNumber' | 'title' | 'divisionLabel' | 'boatClass' | 'round'
>;

export interface ClassRounds {
  /**
   * All that tells classes apart: division, boat class, and the title without its number and its round. Women and men
   * who both row an 8+ often differ in nothing but the title (`formats.md` gives no division), and a final must never
   * get the winners of another class.
   */
  key: string;
  /** What people call it. */
  name: string;
  /** The ids of its races by round, both in running order. */
  rounds: ReadonlyMap<string, readonly number[]>;
}

/** The name of what has none: often a final whose heats are called so. */
export const NO_ROUND = '-';

/** A final B is another round than a final A; two semi-finals are one. */
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
    const { title, round } = titleAndRound({ ...race, number: shownNumber(race) });
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

/** The rounds that lead to another one of the same class, or come from one; in the order of their first races. */
export function roundNames(classes: readonly ClassRounds[]): string[] {
  return [...new Set(classes.flatMap(({ rounds }) => [...rounds.keys()]))];
}

/** `Heat` of Heat 1 and Heat 2, `Final A` of Final A. */
function roundName(round: string): string {
  const [, base = '', which = ''] = /^(.*?)[\s.]*(\d+|\b\p{L})$/u.exec(round.trim()) ?? [];
  if (round.trim() === '') return NO_ROUND;
  const isOneOfSeveral = base !== '' && !(RANKED.test(base) && which !== '');
  return isOneOfSeveral ? base : round.trim();
}
