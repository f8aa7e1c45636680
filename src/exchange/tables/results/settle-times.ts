/** Decides what the times of a table are, once the meaning of its columns is known: results, times of day, or unlikely ones. */
import type { Inquiry } from '../../reading/inquiry.ts';
import type { RowNote } from '../../reading/reading.ts';
import { distanceOf, lineOf } from '../cells/cell-text.ts';
import type { SheetRow } from '../sheet-rows.ts';
import type { Cell } from '../table.ts';
import { isLikely, unlikelyTimes } from './likely-times.ts';
import type { ResultFacts } from './result-facts.ts';
import {
  areTimesOfDay,
  elapsedBetween,
  hasHalfOfDay,
  isClock,
  isOfFirstHour,
  millisBetween,
  momentOf,
  type ReadTime,
  timeOfDayMillis,
} from './result-time.ts';

/** The columns of results, and the fact that each gives. */
const COLUMNS = [
  { field: 'time', fact: 'time' },
  { field: 'rawTime', fact: 'raw' },
  { field: 'adjustedTime', fact: 'adjusted' },
] as const;

type Facts = ReadonlyMap<SheetRow, ResultFacts>;

interface SettledTimes {
  facts: Facts;
  notes: RowNote[];
}

/** Cells of the race of a row, from any of its rows. */
interface OfRace {
  start: Cell | undefined;
  startedAt: Cell | undefined;
  distance: Cell | undefined;
}

/**
 * Subtracts starts from finishes that are times of day, and asks about unlikely times.
 *
 * @param isMachineTimed whether a timing program has written the times, so that none is unlikely
 */
export function settleTimes(given: Facts, inquiry: Inquiry, isMachineTimed: boolean): SettledTimes {
  const facts = new Map(given);
  const notes: RowNote[] = [];
  const races = racesOf([...given.keys()]);
  for (const column of COLUMNS) {
    const cells = timesIn(facts, races, column);
    const clocks = areTimesOfDay(cells);
    if (clocks === 'yes' || (clocks !== 'no' && askForClocks(inquiry, clocks))) {
      notes.push(...takeStartsOff(facts, cells, column.fact));
    }
    if (!isMachineTimed) doubtUnlikely(facts, timesIn(facts, races, column), column.fact);
  }
  notes.push(...takeClocks(facts, races));
  return { facts, notes };
}

interface TimeCell {
  row: SheetRow;
  read: ReadTime;
  finish: Cell;
  /** Of the row, else of its race. */
  start: Cell | undefined;
  startMillis: number | null;
  distanceMeters: number | null;
}

function timesIn(
  facts: Facts,
  races: ReadonlyMap<string, OfRace>,
  { field, fact }: (typeof COLUMNS)[number],
): TimeCell[] {
  return [...facts].flatMap(([row, known]) => {
    const finish = row.cells[field];
    const read = known[fact];
    if (finish === undefined || (!isTime(read) && !isOfDay(finish))) return [];
    const race = races.get(raceKey(row));
    const start = row.cells.startedAt ?? row.cells.start ?? race?.startedAt ?? race?.start;
    const startMillis = timeOfDayMillis(start);
    const distance = lineOf(row.cells.distance ?? race?.distance);
    return [{ row, read, finish, start, startMillis, distanceMeters: distanceOf(distance) }];
  });
}

function isTime({ kind }: ReadTime): boolean {
  return kind === 'time' || kind === 'colons';
}

/** Whether a cell is a time of day in any case, and no result. */
function isOfDay(cell: Cell): boolean {
  return cell.kind === 'date' ? cell.millisOfDay !== null : hasHalfOfDay(lineOf(cell));
}

function askForClocks(inquiry: Inquiry, are: 'perhaps' | 'hardly'): boolean {
  const text =
    'Some results have two colons, such as 9:06:05, and are later than the starts beside them. Are they times of day, from which the start is taken off (timeOfDay), minutes, seconds and hundredths (hundredths), or hours, minutes and seconds (hours)?';
  // Results of minutes in the same column make it likely that these are such, too.
  const options =
    are === 'perhaps'
      ? (['timeOfDay', 'hundredths', 'hours'] as const)
      : (['hundredths', 'timeOfDay', 'hours'] as const);
  return inquiry.choose('colonTime', text, options) === 'timeOfDay';
}

function takeStartsOff(
  facts: Map<SheetRow, ResultFacts>,
  cells: readonly TimeCell[],
  fact: (typeof COLUMNS)[number]['fact'],
): RowNote[] {
  const clocks = cells.filter((cell) => isClock(cell) || isOfFirstHour(cell));
  for (const cell of clocks) {
    const { row, finish } = cell;
    const known = facts.get(row);
    if (!known) continue;
    const millis = millisBetween(cell);
    if (millis === null) {
      const bad: ReadTime = { kind: 'bad', text: lineOf(finish), proposed: '' };
      facts.set(row, { ...known, [fact]: bad });
      continue;
    }
    const clocks = clocksOf(finish, cell.start);
    facts.set(row, { ...known, [fact]: NONE, ...clocks, ...fromClocks(millis) });
  }
  const [first] = clocks;
  return first ? [{ row: first.row.row, text: ARE_TIMES_OF_DAY }] : [];
}

const ARE_TIMES_OF_DAY =
  'The finishes are times of day: the results are what lies between them and the starts of the same rows.';
const NONE: ReadTime = { kind: 'none' };

function fromClocks(millis: number): Partial<ResultFacts> {
  return { raw: { kind: 'time', millis }, isFromClocks: true };
}

function clocksOf(finish: Cell | undefined, start: Cell | undefined): Partial<ResultFacts> {
  const [startedAt, finishedAt] = [momentOf(start), momentOf(finish)];
  return { ...(startedAt && { startedAt }), ...(finishedAt && { finishedAt }) };
}

/**
 * Reads columns of actual starts and finishes. A row without a time gets the time between them as its result; one with a
 * status such as dnf only if the table has no column of times.
 */
function takeClocks(
  facts: Map<SheetRow, ResultFacts>,
  races: ReadonlyMap<string, OfRace>,
): RowNote[] {
  const hasTimes = [...facts.keys()].some(({ cells }) => COLUMNS.some(({ field }) => cells[field]));
  const derived: SheetRow[] = [];
  for (const [row, known] of facts) {
    const { cells } = row;
    if (!cells.startedAt && !cells.finishedAt) continue;
    const race = races.get(raceKey(row));
    const start = cells.startedAt ?? cells.start ?? race?.startedAt ?? race?.start;
    const clocks = clocksOf(cells.finishedAt, cells.finishedAt ? start : cells.startedAt);
    const millis = cells.finishedAt
      ? elapsedBetween(timeOfDayMillis(start), timeOfDayMillis(cells.finishedAt))
      : null;
    const isOpen = COLUMNS.every(({ fact }) => known[fact].kind === 'none');
    const isJudged = known.word !== undefined && known.word !== 'exhibition' && known.word !== 'ok';
    const isDerived = isOpen && millis !== null && !(isJudged && hasTimes);
    if (isDerived) derived.push(row);
    facts.set(row, { ...known, ...clocks, ...(isDerived && fromClocks(millis)) });
  }
  const [first] = derived;
  return first ? [{ row: first.row, text: ARE_TIMES_OF_DAY }] : [];
}

/** Unlikely times become cells that are asked about. */
function doubtUnlikely(
  facts: Map<SheetRow, ResultFacts>,
  cells: readonly TimeCell[],
  fact: (typeof COLUMNS)[number]['fact'],
): void {
  const isUnlikely = (millis: number, { distanceMeters }: TimeCell) =>
    !isLikely(millis, distanceMeters);
  for (const [{ row, finish }, proposed] of unlikelyTimes(cells, isUnlikely)) {
    const known = facts.get(row);
    const text = lineOf(finish).slice(0, 60);
    if (known) facts.set(row, { ...known, [fact]: { kind: 'bad', text, proposed } });
  }
}

/** The start and the distance of each race: of the first of its rows that has one. */
function racesOf(rows: readonly SheetRow[]): Map<string, OfRace> {
  const races = new Map<string, OfRace>();
  for (const row of rows) {
    const key = raceKey(row);
    const before = races.get(key);
    races.set(key, {
      start: before?.start ?? row.cells.start,
      startedAt: before?.startedAt ?? row.cells.startedAt,
      distance: before?.distance ?? row.cells.distance,
    });
  }
  return races;
}

function raceKey({ cells }: SheetRow): string {
  return JSON.stringify([lineOf(cells.number) || lineOf(cells.title), lineOf(cells.round)]);
}
