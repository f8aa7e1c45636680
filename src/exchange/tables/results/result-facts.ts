/**
 * The facts in the cells of one row about a result, before anything is decided; and the handicaps of a table, which are
 * subtracted from its times.
 */
import { readAllowance } from '../../../domain/results/result-word.ts';
import type { ReadStart, RowNote } from '../../reading/reading.ts';
import { lineOf } from '../cells/cell-text.ts';
import {
  penaltyInNote,
  type ReadPenalty,
  readPenalty,
  readPlace,
  type StatusWord,
  statusWordOf,
} from '../cells/result-cells.ts';
import type { SheetRow } from '../sheet-rows.ts';
import type { Cell } from '../table.ts';
import { type ReadTime, readResultTime } from './result-time.ts';

export interface ResultFacts {
  /** The strongest status word in its cells. */
  word: StatusWord | undefined;
  /** An unknown word, as it is written, where a status, a place or a time should be. */
  unknown: string | undefined;
  /** `raw`: without the penalty; `adjusted`: with it; `time`: the table does not say. */
  time: ReadTime;
  raw: ReadTime;
  adjusted: ReadTime;
  penalty: ReadPenalty;
  /** `null`: none; 0 is none, too. */
  place: number | null;
  /** Whether a word says so, even beside a stronger one. */
  isOutOfCompetition: boolean;
  /** When the boat started and finished, where cells say it by the clock. */
  startedAt?: ReadStart;
  finishedAt?: ReadStart;
  /** The raw time was computed from these two; no cell has it. */
  isFromClocks?: true;
}

/** Stronger words win over weaker ones: a boat out of competition that did not start did not start. */
const STRENGTH: readonly StatusWord[] = [
  ...(['dsq', 'dns', 'dnf', 'scratch', 'falseStart', 'advanced', 'doubtful'] as const),
  ...(['exhibition', 'cancelled', 'ok'] as const),
];

/** Reads the cells of a row that speak of its result. */
export function resultFacts({ cells }: SheetRow): ResultFacts {
  const times = [cells.time, cells.rawTime, cells.adjustedTime].map(readTimeCell);
  const [time = NO_TIME, raw = NO_TIME, adjusted = NO_TIME] = times;
  const placeText = lineOf(cells.place);
  const place = placeText === '' ? null : readPlace(placeText);
  const penalty = penaltyOf(cells);
  const { status, notes, finishedAt, startedAt } = cells;
  const texts = [status, cells.place, notes, cells.penalty, finishedAt, startedAt].map(lineOf);
  const words = [
    ...texts.map(statusWordOf),
    ...times.map((each) => each.word),
    ...(place === 0 ? (['exhibition'] as const) : []),
    ...(isMarked(cells) ? (['exhibition'] as const) : []),
  ];
  const word = STRENGTH.find((each) => words.includes(each));
  const isOnlyZero = place === 0 && word === 'exhibition' && !hasTime(times) && !said(words);
  return {
    word: isOnlyZero ? undefined : word,
    isOutOfCompetition: words.includes('exhibition') && !isOnlyZero,
    unknown: unknownWord(cells, place, times),
    ...{ time: time.read, raw: raw.read, adjusted: adjusted.read, penalty },
    place: place === 0 ? null : place,
  };
}

/** Whether a boat is marked in a column for this or, as by CrewTimer, in that of the ages. */
function isMarked({ outOfCompetition, age }: SheetRow['cells']): boolean {
  if (isExhibition(lineOf(age))) return true;
  const text = lineOf(outOfCompetition).slice(0, 40);
  return /^(?:y|yes|j|ja|o|oui|si|sì|x|1|true|wahr|vrai)$/i.test(text) || isExhibition(text);
}

function isExhibition(text: string): boolean {
  return statusWordOf(text) === 'exhibition';
}

interface TimeCell {
  read: ReadTime;
  word: StatusWord | undefined;
  unknown: string | undefined;
}

const NO_TIME: TimeCell = { read: { kind: 'none' }, word: undefined, unknown: undefined };

/** `Exh 07:59.641` is a word and a time. */
function readTimeCell(cell: Cell | undefined): TimeCell {
  if (cell === undefined) return NO_TIME;
  const read = readResultTime(cell);
  if (read.kind !== 'words') return { ...NO_TIME, read };
  const whole = statusWordOf(read.text);
  if (whole) return { ...NO_TIME, word: whole };
  const [, before = '', behind = ''] =
    /^(\p{L}[\p{L}. ]*?)\s*(\d.*)$/u.exec(read.text.slice(0, 60)) ?? [];
  const word = statusWordOf(before);
  if (word === undefined) return { ...NO_TIME, unknown: read.text };
  return { ...NO_TIME, word, read: readResultTime({ kind: 'text', text: behind }) };
}

/** Whether there is a time: a place of 0 then means out of competition, otherwise no place. */
function hasTime(times: readonly TimeCell[]): boolean {
  return times.some(({ read }) => read.kind === 'time' || read.kind === 'colons');
}

function said(words: readonly (StatusWord | undefined)[]): boolean {
  return words.filter((word) => word === 'exhibition').length > 1;
}

/** The penalty of its column; where there is none, of a note that names seconds. */
function penaltyOf(cells: SheetRow['cells']): ReadPenalty {
  if (cells.penalty) {
    const penalty = readPenalty(cells.penalty);
    return penalty.kind === 'words' && statusWordOf(penalty.text) ? { kind: 'none' } : penalty;
  }
  const millis = penaltyInNote(lineOf(cells.notes));
  return millis === null ? { kind: 'none' } : { kind: 'millis', millis };
}

function unknownWord(
  { status, place: placeCell }: SheetRow['cells'],
  place: number | null,
  times: readonly TimeCell[],
): string | undefined {
  const statusText = lineOf(status);
  if (statusText !== '' && statusWordOf(statusText) === undefined) return statusText.slice(0, 60);
  const placeText = lineOf(placeCell);
  if (place === null && !/^[-–—]?$/.test(placeText) && statusWordOf(placeText) === undefined)
    return placeText.slice(0, 60);
  return times.find(({ unknown }) => unknown !== undefined)?.unknown?.slice(0, 60);
}

/** The allowances of a table in milliseconds, from columns of their own, one cell for each boat. */
export interface Allowances {
  /** The allowance of a row; `undefined` where it has none that can be read. */
  of(row: SheetRow): number | undefined;
  notes: RowNote[];
}

/** @param rows of a whole table, as one cell does not say whether the handicaps are seconds or factors */
export function allowancesOf(rows: readonly SheetRow[]): Allowances {
  const given = rows.filter(({ cells }) => lineOf(cells.allowance) !== '');
  const [first] = given;
  if (first === undefined) return { of: () => undefined, notes: [] };
  if (given.every(({ cells }) => isFactor(lineOf(cells.allowance)))) {
    const text = 'The handicaps are factors, and are not read: seconds are, such as 90 or 1:30.';
    return { of: () => undefined, notes: [{ row: first.row, text }] };
  }
  const millis = new Map<SheetRow, number>();
  const notes = given.flatMap((row): RowNote[] => {
    const read = allowanceOf(row);
    if (typeof read === 'number') millis.set(row, read);
    return typeof read === 'string' ? [{ row: row.row, text: read }] : [];
  });
  return { of: (row) => millis.get(row), notes };
}

/** `0.95`, `1.000`: between 0.5 and 1.5, which no handicap in seconds is. */
function isFactor(text: string): boolean {
  return /^[01][.,]\d{1,4}$/.test(text) && Math.abs(Number(text.replace(',', '.')) - 1) <= 0.5;
}

/** @returns milliseconds; a sentence that says why it is left out; `undefined` where there is none */
function allowanceOf({ cells }: SheetRow): number | string | undefined {
  const written = lineOf(cells.allowance).slice(0, 60);
  const type = lineOf(cells.handicapType).slice(0, 60);
  if (type !== '' && !/^(?:manual|seconds|time|none)$/i.test(type))
    return `Handicaps of the type “${type}” are worked out by the timing program: they come with its results.`;
  const millis = millisIn(cells.allowance);
  if (millis === undefined) return `“${written}” is no handicap such as 90, 90 s or 1:30.`;
  const multiplier = Number(lineOf(cells.handicapMultiplier).replace(',', '.') || 1);
  return millis === null ? undefined : Math.round(millis * (multiplier > 0 ? multiplier : 1));
}

function millisIn(cell: Cell | undefined): number | null | undefined {
  const isLength = cell?.kind === 'duration' || cell?.kind === 'time';
  return isLength ? Math.round(cell.millis) || null : readAllowance(lineOf(cell));
}
