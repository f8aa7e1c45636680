/**
 * The numbers of races. An integer that stands for one race only is its number; every other race gets, once, the next
 * free number above all others, and keeps its printed number. (tools.md, "Ids and numbers")
 */
import { MAX_PRINTED_NUMBER_LENGTH } from '../../../contract/limits.ts';
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import { answerTo, type ImportContext } from '../context.ts';
import { type Findings, listed } from '../findings.ts';
import type { RaceMatch } from './match-races.ts';
import { isSameRound, RacesByNumber } from './races-by-number.ts';

export interface RaceNumbers {
  raceNumber: number;
  /** What is printed, where that is not the number. */
  printedNumber: string | null;
}

/**
 * @param races of the event
 * @param matches of a file that carries races
 * @returns by match; without those whose number another race holds, which are reported as wrong
 */
export function numberRaces(
  races: readonly Race[],
  matches: readonly RaceMatch[],
  context: ImportContext,
): Map<RaceMatch, RaceNumbers> {
  const { findings } = context;
  const inFile = new Set(matches.map(({ race }) => race));
  const others = races.filter((race) => !inFile.has(race));
  const byNumber = new RacesByNumber(others);
  const free = matches.filter((match) => isFree(match, byNumber, context));
  if (!mayNumber(free, context)) return new Map();
  const numbers = new Map<RaceMatch, number>();
  const held = new Map(others.map((race) => [race.raceNumber, race]));
  const taken = new Set(held.keys());
  for (const match of free) {
    const kept = numberKept(match);
    if (kept === null) continue;
    numbers.set(match, kept);
    taken.add(kept);
  }
  let last = Math.max(0, ...taken, ...matches.map(({ read }) => read.raceNumber ?? 0));
  for (const match of free) {
    if (numbers.has(match)) continue;
    const wanted = match.read.raceNumber;
    const holder = wanted === null ? undefined : held.get(wanted);
    if (holder) {
      findings.reject(match.read.row, null, belongsTo(String(wanted), holder));
      continue;
    }
    const number = wanted !== null && !taken.has(wanted) ? wanted : ++last;
    numbers.set(match, number);
    taken.add(number);
  }
  return new Map(
    [...numbers].map(([match, raceNumber]) => [match, printedOf(match, raceNumber, findings)]),
  );
}

/**
 * Whether new races whose printed number cannot be their race number may get the next free number. A person is asked,
 * whatever the format is (formats.md §4.5, question 13).
 *
 * @returns `false` when the answer is that they may not; then they are reported as wrong
 */
function mayNumber(matches: readonly RaceMatch[], context: ImportContext): boolean {
  const { findings, format } = context;
  const without = matches.filter(({ race, read: { raceNumber, printed } }) => {
    // FinishLynx writes event, round and heat for its heats, which is no number that a person has given.
    const isHeat = format === 'finishlynx' && /^\d+(?:-\d+)+$/.test(printed ?? '');
    return race === null && raceNumber === null && printed !== null && !isHeat;
  });
  if (without.length === 0) return true;
  const printed = [...new Set(without.map(({ read }) => read.printed ?? ''))];
  const given = answerTo(context, {
    id: 'raceNumbers',
    about: printed,
    text: `Race numbers such as ${listed(printed)} have letters, or stand for several races. Does each of these races get the next free whole number, with its own number printed?`,
    proposed: true,
    options: [true, false],
  });
  if (given !== false) return true;
  for (const { read } of without) {
    const reason = `${JSON.stringify(read.printed)} is not the whole number of one race: change it in the file`;
    findings.reject(read.row, 'number', reason);
  }
  return false;
}

/**
 * Whether a new race would not double a race outside of the file, which prints the same number and has the same round
 * (racing.md, "The office"). If it would, it is reported as wrong, as is a whole number that another race holds.
 */
function isFree(
  { race, read: { printed, round, row } }: RaceMatch,
  others: RacesByNumber,
  { findings }: ImportContext,
): boolean {
  if (race || printed === null) return true;
  const holder = others.printing(printed).find((other) => isSameRound(other.round, round));
  if (holder) findings.reject(row, null, belongsTo(numberShown(holder), holder));
  return !holder;
}

/** The number of a race that keeps its own; `null` where it is new, or the file gives it another one. */
function numberKept({ race, read }: RaceMatch): number | null {
  if (!race) return null;
  const isNumbered = read.raceNumber === null || race.printedNumber !== null;
  return isNumbered || race.raceNumber === read.raceNumber ? race.raceNumber : null;
}

function belongsTo(number: string, { externalId, title }: Race): string {
  const whose =
    externalId === null ? 'a race that was entered by hand' : JSON.stringify(externalId);
  return `race ${number} belongs to ${whose}${title ? ` (${title})` : ''}: give one of them another number`;
}

function printedOf(
  { race, read: { printed, row } }: RaceMatch,
  raceNumber: number,
  findings: Findings,
): RaceNumbers {
  if (printed === null) return { raceNumber, printedNumber: race?.printedNumber ?? null };
  // Here the file has the race number, which tells races with one printed number apart: the printed number stays.
  if (printed === String(raceNumber))
    return { raceNumber, printedNumber: race?.printedNumber ?? null };
  if ([...printed].length > MAX_PRINTED_NUMBER_LENGTH) {
    findings.note(
      row,
      `${JSON.stringify(printed)} is too long to be printed as a number: it is race ${raceNumber}`,
    );
    return { raceNumber, printedNumber: null };
  }
  if (!race)
    findings.note(row, `${JSON.stringify(printed)} stays printed; it is race ${raceNumber}`);
  return { raceNumber, printedNumber: printed };
}
