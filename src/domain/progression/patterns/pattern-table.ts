/** The progressions that regattas use, from the heats to the finals: one table row for each pattern (around, "Patterns"). */
import type { RacePattern } from '../../../contract/console/office-progression.ts';

/**
 * `H` the heats, `R` repechages, `S` semi-finals, `T` semi-finals C/D, `A` to `D` finals. A round has the number of its
 * races, if there are several, and then its crews, best lanes first: `2R: H2-6` are two repechages of all crews that are
 * second to sixth in a heat; `H2#1-2` are the two fastest seconds of all heats.
 */
type Rounds = string;

type Row = [
  /** Never changed, and never given to another row, because programs store it. */
  id: number,
  heats: number,
  lanes: number,
  /** The pattern is for `from` to `to` crews, in heats that are as even as possible. */
  from: number,
  to: number,
  rounds: Rounds,
  /** The largest number of crews that row in no further race. */
  eliminated: number,
  source: RacePattern['source'],
];

const text = (name: string) => (paragraph: string) => ({ name, paragraph });
const ESSEN = text('Essener Ruder-Regattaverein, programme: Der Weg in den Endlauf');
const MASTERS = text('British Rowing Masters Championships: Progression');
const WORLDS = text('World Rowing Championships 1996: Repechage');

/** Finals after two semi-finals of six crews. */
const A_AND_B: Rounds = 'A: S1-3; B: S4-6';
const A_TO_D: Rounds = `${A_AND_B}; C: T1-3; D: T4-6`;

const ROWS: readonly Row[] = [
  [1, 2, 4, 6, 8, 'A: H1-2; B: H3-4', 0, null],
  [2, 2, 6, 7, 8, 'R: H2-4; A: H1 R1-4', 2, ESSEN('7 oder 8 Teilnehmer')],
  [3, 2, 6, 8, 12, 'A: H1-3', 6, MASTERS('8 to 12 Entries')],
  [4, 2, 6, 8, 12, 'A: H1-3; B: H4-6', 0, null],
  [5, 2, 6, 9, 10, 'R: H3-5; A: H1-2 R1-2', 4, ESSEN('9 bis 10 Teilnehmer')],
  [6, 2, 6, 9, 12, '2R: H2-6; A: H1 R1-2; B: R3-5', 0, WORLDS('Case 2')],
  [7, 2, 8, 10, 16, 'A: H1-4; B: H5-8', 0, null],
  [8, 3, 4, 10, 12, 'A: H1 H2#1; B: H2#2-3 H3#1-2; C: H3#3 H4', 0, null],
  [9, 3, 6, 13, 18, 'R: H2-3; A: H1 R1-3', 12, MASTERS('13 to 18 Entries')],
  [10, 3, 6, 14, 18, 'A: H1-2; B: H3-4; C: H5-6', 0, null],
  [11, 3, 6, 13, 15, `R: H4-5; 2S: H1-3 R1-3; ${A_AND_B}; C: R4-6`, 0, WORLDS('Case 3')],
  [12, 3, 6, 16, 18, `3R: H2-6; 2S: H1 R1-3; ${A_AND_B}; C: R4-5`, 0, WORLDS('Case 4')],
  [13, 3, 8, 18, 24, 'A: H1-2 H3#1-2; B: H3#3 H4-5 H6#1; C: H6#2-3 H7-8', 0, null],
  [14, 4, 4, 14, 16, 'A: H1; B: H2; C: H3; D: H4', 0, null],
  [15, 4, 6, 19, 24, `2S: H1-3; ${A_AND_B}`, 12, null],
  [16, 4, 6, 20, 24, 'A: H1 H2#1-2; B: H2#3-4 H3; C: H4 H5#1-2; D: H5#3-4 H6', 0, null],
  [17, 4, 6, 20, 24, `4R: H2-6; 2S: H1 R1-2; 2T: R3-5; ${A_TO_D}`, 0, WORLDS('Case 5')],
  [18, 4, 8, 26, 32, 'A: H1-2; B: H3-4; C: H5-6; D: H7-8', 0, null],
  [19, 5, 6, 25, 30, `2S: H1-2 H3#1-2; ${A_AND_B}`, 18, null],
  [20, 5, 6, 25, 30, `5R: H2-6; 2S: H1 R1 R2#1-2; 2T: R2#3-5 R3 R4#1-4; ${A_TO_D}`, 6, null],
  [21, 6, 6, 24, 36, 'A: H1; B: H2; C: H3; D: H4', 12, null],
  [22, 6, 6, 31, 36, `2S: H1-2; ${A_AND_B}`, 24, null],
  [23, 7, 6, 37, 42, `2S: H1 H2#1-5; ${A_AND_B}`, 30, null],
  [24, 8, 6, 43, 48, `2S: H1 H2#1-4; ${A_AND_B}`, 36, null],
  [25, 8, 8, 57, 64, '2S: H1-2; A: S1-4; B: S5-8', 48, null],
];

/** A round whose crews go on. */
type SourceRound = 'H' | 'R' | 'S' | 'T';
type FinalName = 'A' | 'B' | 'C' | 'D';

/** Who goes on from a round. */
export interface Way {
  from: SourceRound;
  /** The first and the last place, in each race. */
  places: readonly [first: number, last: number];
  /** The first and the last rank by time among the boats of all its races with a place; `null`: every boat with the place. */
  fastest: readonly [first: number, last: number] | null;
}

export interface Round {
  name: 'R' | 'S' | 'T' | FinalName;
  races: number;
  /** Those that get the best lanes first. */
  ways: readonly Way[];
}

/** A row of the table, parsed. */
export interface KnownPattern {
  id: number;
  heats: number;
  lanes: number;
  crews: { from: number; to: number };
  /** Each round after those from which its crews come. */
  rounds: readonly Round[];
  eliminated: number;
  source: RacePattern['source'];
}

export const PATTERNS: readonly KnownPattern[] = ROWS.map(
  ([id, heats, lanes, from, to, rounds, eliminated, source]) => ({
    ...{ id, heats, lanes, crews: { from, to }, eliminated, source },
    rounds: rounds.split('; ').map(readRound),
  }),
);

/** How many races a round has; 0 if the pattern does not have the round. */
export function racesOf({ rounds }: KnownPattern, name: Round['name']): number {
  return rounds.find((round) => round.name === name)?.races ?? 0;
}

function finalsOf({ rounds }: KnownPattern): FinalName[] {
  return rounds.flatMap(({ name }) => (isFinal(name) ? name : []));
}

function isFinal(name: Round['name']): name is FinalName {
  return /^[A-D]$/.test(name);
}

/** The patterns as the console lists them. */
export function listPatterns(): RacePattern[] {
  return PATTERNS.map((pattern) => {
    const { id, heats, lanes, crews, eliminated, source } = pattern;
    const [repechage, finals] = [racesOf(pattern, 'R'), finalsOf(pattern)];
    return {
      ...{ id, name: nameOf(pattern), heats, lanes, repechage },
      ...{ finals, crews, eliminated, source },
    };
  });
}

/** `4 heats, 4 repechages, semi-finals A/B and C/D, finals A to D; 6 lanes`. */
function nameOf(pattern: KnownPattern): string {
  const [repechages, finals] = [racesOf(pattern, 'R'), finalsOf(pattern)];
  const to = finals.length === 2 ? 'and' : 'to';
  const hasMore = racesOf(pattern, 'T') > 0;
  const rounds = [
    `${pattern.heats} heats`,
    repechages > 0 && (repechages === 1 ? '1 repechage' : `${repechages} repechages`),
    racesOf(pattern, 'S') > 0 && (hasMore ? 'semi-finals A/B and C/D' : 'semi-finals'),
    finals.length === 1 ? 'final A' : `finals A ${to} ${finals.at(-1)}`,
  ];
  return `${rounds.filter(Boolean).join(', ')}; ${pattern.lanes} lanes`;
}

function readRound(text: string): Round {
  const [, races = '', name = '', ways = ''] = /^(\d?)([RSTA-D]): (.+)$/.exec(text) ?? [];
  return {
    name: name as Round['name'],
    races: Number(races || 1),
    ways: ways.split(' ').map(readWay),
  };
}

function readWay(text: string): Way {
  const [, from, first, last = first, rank, lastRank = rank] =
    /^([HRST])(\d)(?:-(\d))?(?:#(\d)(?:-(\d))?)?$/.exec(text) ?? [];
  return {
    from: from as SourceRound,
    places: [Number(first), Number(last)],
    fastest: rank === undefined ? null : [Number(rank), Number(lastRank)],
  };
}
