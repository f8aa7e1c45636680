/**
 * Lanes as people type them: `3=Adler` gives a value to the lane with the label 3. If no lane has this
 * label, 3 is a position.
 */
import { MAX_INTEGER } from '../../contract/limits.ts';
import type { Violation } from '../../contract/problem.ts';
import { probablyMeant } from '../../contract/reading/spelling.ts';
import { positionLabel, type Race } from '../races/race.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { crewOfLane, type DrawnLane, type Lane, type LaneTeam } from './lane.ts';

/** A word that gives a value to a lane, and its parts. */
export interface LaneWord {
  /** As it was entered, for instance `3=Adler`. */
  word: string;
  lane: string;
  value: string;
}

/** A race, and what the labels of its lanes depend on. */
export interface LabelledRace {
  race: Pick<Race, 'raceNumber' | 'laneScheme'>;
  lanes: readonly Lane[];
  schedule: { laneScheme: readonly string[] | null };
}

/** @returns `undefined` if the word is not of the form `LANE=…` */
export function readLaneWord(word: string): LaneWord | undefined {
  const border = word.indexOf('=');
  const part = (text: string) => text.trim().normalize('NFC');
  const lane = part(word.slice(0, border));
  if (border < 1 || lane === '') return undefined;
  return { word, lane, value: part(word.slice(border + 1)) };
}

/** Reads the value for a lane. @returns the value; or what is wrong with the word, in English */
type ReadValue<Value> = (word: LaneWord, position: number) => Value | string;

/**
 * Reads the values for lanes of a race.
 *
 * @param mayBeNew whether a lane may be named that the race does not have yet
 * @returns one value for each word; or a 422 naming every wrong word
 */
export function readLanes<Value extends object>(
  of: LabelledRace,
  words: readonly LaneWord[],
  mayBeNew: boolean,
  read: ReadValue<Value>,
): Value[] | Refusal {
  const violations: Violation[] = [];
  const taken = new Map<number, string>();
  const readWord = (word: LaneWord): Value | string => {
    const position = findPosition(of, word.lane, mayBeNew);
    if (typeof position === 'string') return position;
    const other = taken.get(position);
    if (other !== undefined) return `names the same lane as ${other}`;
    taken.set(position, word.word);
    return read(word, position);
  };
  const values = words.flatMap((word) => {
    const value = readWord(word);
    if (typeof value !== 'string') return value;
    violations.push({ field: word.word, detail: value });
    return [];
  });
  return violations.length > 0 ? invalid(violations) : values;
}

/** @returns the position; or why there is none, in English */
function findPosition(
  { race, lanes, schedule }: LabelledRace,
  called: string,
  mayBeNew: boolean,
): number | string {
  const labelOf = (lane: Pick<Lane, 'position' | 'positionLabel'>) =>
    positionLabel(lane, race.laneScheme, schedule.laneScheme);
  const labelled = lanes.filter((lane) => labelOf(lane) === called);
  if (labelled.length > 1) return `names several lanes of race ${race.raceNumber}`;
  const [lane] = labelled;
  if (lane) return lane.position;
  const number = /^[1-9]\d{0,9}$/.test(called) ? Number(called) : Number.NaN;
  if (mayBeNew) {
    const scheme = race.laneScheme ?? schedule.laneScheme ?? [];
    const index = scheme.indexOf(called);
    if (index >= 0) return index + 1;
    if (number <= MAX_INTEGER) return number;
    return `names no lane; ${scheme.length > 0 ? `the lanes are ${scheme.join(', ')}` : 'lanes have numbers'}`;
  }
  if (lanes.some(({ position }) => position === number)) return number;
  const labels = lanes.map(labelOf).join(', ');
  return lanes.length > 0
    ? `names no lane of race ${race.raceNumber}, which has ${labels}`
    : `names no lane: race ${race.raceNumber} has not been drawn yet`;
}

/**
 * Reads a draw as people type it: `3=Adler` for each lane with a crew, and `4=` for one that stays empty.
 *
 * @param crews of the event
 * @returns a lane for each word, with the label that was given with the draw before; or a 422 naming
 *   every wrong word
 */
export function readDraw(
  of: LabelledRace,
  words: readonly LaneWord[],
  crews: readonly LaneTeam[],
): DrawnLane[] | Refusal {
  const named = new Map(crews.map((crew) => [crew.name, crewOfLane(crew)]));
  const drawn = new Map<number, string>();
  return readLanes(of, words, true, ({ word, value }, position) => {
    const stored = of.lanes.find((lane) => lane.position === position);
    const lane = { position, positionLabel: stored?.positionLabel ?? null };
    if (value === '') return { ...lane, team: null };
    const team = named.get(value);
    if (!team) return unknownCrew(value, [...named.keys()]);
    const other = drawn.get(team.id);
    if (other !== undefined) return `names the same crew as ${other}`;
    drawn.set(team.id, word);
    return { ...lane, team };
  });
}

function unknownCrew(name: string, names: readonly string[]): string {
  const meant = probablyMeant(name, names);
  return meant === undefined
    ? 'names no crew of this event; enter the crew first'
    : `names no crew of this event; ${JSON.stringify(meant)} was probably meant`;
}
