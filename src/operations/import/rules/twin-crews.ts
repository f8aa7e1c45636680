/**
 * The boats behind one name of a file: which of its rows are one boat, and the name that each boat gets. Boats of one name
 * are told apart by their ids, else by their clubs, and two that agree in these by their order in a race. (formats.md
 * §4.5, question 12) Pure.
 */

import { nameKey } from '../../../domain/crews/similar-names.ts';
import type { Team } from '../../../domain/crews/team.ts';
import { letterOf, type ReadCrew, type ReadRace } from '../../../exchange/reading/reading.ts';

/** A crew of a file, in all of its rows. */
export interface Boat {
  rows: ReadCrew[];
  clubId: string | null;
  races: Set<ReadRace>;
}

/** The races of a crew of a file, and its turn in a race among crews that nothing but their order tells apart. */
interface Appearance {
  races: Set<ReadRace>;
  /** From 1. */
  turn: number;
}

/** Two crews with the same key are told apart only by their order in a race. */
function identityOf({ name, externalId, clubId }: Omit<ReadCrew, 'row'>): string {
  return JSON.stringify([name, externalId, clubKey(clubId)]);
}

export function appearancesIn(races: readonly ReadRace[]): Map<ReadCrew, Appearance> {
  const appearances = new Map<ReadCrew, Appearance>();
  for (const race of races) {
    const counted = new Map<string, number>();
    for (const { crew } of race.lanes) {
      if (!crew) continue;
      const key = identityOf(crew);
      const turn = (counted.get(key) ?? 0) + 1;
      counted.set(key, turn);
      const before = appearances.get(crew);
      appearances.set(crew, { races: (before?.races ?? new Set()).add(race), turn });
    }
  }
  return appearances;
}

/** @param rows of one name, in the order of the file @returns its boats, in the order of their first rows */
export function boatsOf(
  rows: readonly ReadCrew[],
  appearances: ReadonlyMap<ReadCrew, Appearance>,
): Boat[] {
  const hasIds = new Set(rows.map(({ externalId }) => externalId)).size > 1;
  const boats = new Map<string, Boat>();
  const add = (key: string, crew: ReadCrew) => {
    const boat = boats.get(key) ?? { rows: [], clubId: null, races: new Set() };
    boat.rows.push(crew);
    boat.clubId ??= crew.clubId;
    for (const race of appearances.get(crew)?.races ?? []) boat.races.add(race);
    boats.set(key, boat);
  };
  const turnOf = (crew: ReadCrew) => crew.turn ?? appearances.get(crew)?.turn ?? 1;
  const isClubless = (crew: ReadCrew) => !hasIds && crew.clubId === null;
  for (const crew of rows.filter((row) => !isClubless(row))) {
    const what = hasIds ? crew.externalId : clubKey(crew.clubId);
    add(JSON.stringify([what, turnOf(crew)]), crew);
  }
  const known = [...boats];
  for (const crew of rows.filter(isClubless)) {
    const races = appearances.get(crew)?.races ?? NO_RACES;
    // A crew without a club is taken for the first known boat that it does not meet in a race.
    const found = known.find(([, boat]) => turnOf(crew) === 1 && !isShared(boat.races, races));
    add(found?.[0] ?? JSON.stringify(['', turnOf(crew)]), crew);
  }
  const order = new Map(rows.map((crew, index) => [crew, index]));
  const first = ({ rows }: Boat) => Math.min(...rows.map((crew) => order.get(crew) ?? 0));
  return [...boats.values()].sort((a, b) => first(a) - first(b));
}

/** Whether two boats of one name are in one race. */
export function meet(boats: readonly Boat[]): boolean {
  return boats.some((boat, index) =>
    boats.slice(index + 1).some((other) => isShared(boat.races, other.races)),
  );
}

/** Whether two boats of one name are of different clubs. */
export function haveSeveralClubs(boats: readonly Boat[]): boolean {
  return new Set(boats.flatMap(({ clubId }) => clubId ?? []).map(clubKey)).size > 1;
}

/**
 * Names for the boats of one name: A, B … in their order. A boat that the event has already keeps its name there, found by
 * its id, else by its club, so that the next version of the file finds the same crews.
 *
 * @param stored the crews of the event with that name, with or without a letter
 * @param names all names of the file: no boat gets the name of another crew
 * @returns one for each boat, all different
 */
export function nameBoats(
  name: string,
  boats: readonly Boat[],
  { stored, names }: { stored: readonly Team[]; names: ReadonlyMap<string, unknown> },
): string[] {
  const byName = new Map(stored.map((team) => [team.name, team]));
  const called = new Map<Boat, string>();
  const used = new Set<string>();
  const isFree = (as: string) => !used.has(as) && (as === name || !names.has(as));
  const call = (boat: Boat, as: string | undefined) => {
    if (as === undefined) return;
    called.set(boat, as);
    used.add(as);
  };
  const unnamed = () => boats.filter((boat) => !called.has(boat));
  const storedAs = (isSame: (team: Team) => boolean) =>
    stored.find((team) => isFree(team.name) && isSame(team))?.name;
  const idOf = (boat: Boat) => boat.rows[0]?.externalId;
  /** Whether no other boat has the same id or club. Those that have are told apart by their order only. */
  const isAlone = (boat: Boat, isSame: (other: Boat) => boolean) =>
    boats.every((other) => other === boat || !isSame(other));
  for (const boat of boats) {
    const isSame = (other: Boat) => idOf(other) === idOf(boat);
    if (isAlone(boat, isSame))
      call(
        boat,
        storedAs(({ externalId }) => externalId === idOf(boat)),
      );
  }
  for (const boat of unnamed()) {
    const isSame = (crew: OfClub) => isOfClub(crew, boat);
    if (isAlone(boat, isSame)) call(boat, storedAs(isSame));
  }
  const lettered = `${name} A`;
  // The first boat keeps the plain name that the event has, unless the event has an "A" that the file does not name.
  const isPlainFirst = byName.has(name) && (names.has(lettered) || !byName.has(lettered));
  const isOfAnother = (as: string, boat: Boat) => {
    const { clubId = null } = byName.get(as) ?? {};
    return clubId !== null && boat.clubId !== null && !isOfClub({ clubId }, boat);
  };
  for (const boat of unnamed()) {
    for (let count = 1; !called.has(boat); count++) {
      const as = count === 1 && isPlainFirst ? name : `${name} ${letterOf(count)}`;
      if (isFree(as) && !isOfAnother(as, boat)) call(boat, as);
    }
  }
  return boats.map((boat) => called.get(boat) ?? name);
}

/**
 * The name of a boat that is the only one of its name in a file, while the event has several: that of the one of its club.
 *
 * @param stored the crews of the event with that name, with or without a letter
 * @returns `undefined` when the event does not have several such boats, has the plain name, or not exactly one of that club
 */
export function nameOfOne(name: string, boat: Boat, stored: readonly Team[]): string | undefined {
  if (stored.length < 2 || stored.some((team) => team.name === name)) return undefined;
  const [same, ...others] = stored.filter((team) => isOfClub(team, boat));
  return others.length === 0 ? same?.name : undefined;
}

/** The crews of an event by their names with and without a letter: "Adler B" is one of "Adler". In the order of letters. */
export function variantsByName(teams: readonly Team[]): Map<string, Team[]> {
  const variants = new Map<string, Team[]>();
  const ordered = teams.toSorted(
    (a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1),
  );
  for (const team of ordered) {
    const plain = team.name.replace(/ [A-Z]{1,2}$/, '');
    for (const name of new Set([team.name, plain])) {
      variants.set(name, [...(variants.get(name) ?? []), team]);
    }
  }
  return variants;
}

type OfClub = Pick<Team, 'clubId'>;

function isOfClub(crew: OfClub, { clubId }: OfClub): boolean {
  return clubId !== null && crew.clubId !== null && clubKey(crew.clubId) === clubKey(clubId);
}

/** The key of a club, and of clubs that row together that of the first one: "RIV/QUA" counts as "RIV". */
function clubKey(clubId: string | null): string {
  const [first = ''] = clubId?.split(/[/&+;,]/) ?? [];
  return nameKey(first);
}

const NO_RACES: ReadonlySet<ReadRace> = new Set();

function isShared(races: ReadonlySet<ReadRace>, others: ReadonlySet<ReadRace>): boolean {
  return [...races].some((race) => others.has(race));
}
