/** The races of a table, from the rows of each. */
import {
  MAX_INTEGER,
  MAX_NOTES_LENGTH,
  MAX_POSITION_LABEL_LENGTH,
  MAX_PRINTED_NUMBER_LENGTH,
  MAX_RACE_LABEL_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../contract/limits.ts';
import type { Inquiry } from '../reading/inquiry.ts';
import {
  externalIdOf,
  type ReadEntry,
  type ReadLane,
  type ReadRace,
  type ReadResult,
  type RowNote,
  type SkippedRow,
  type WrongRow,
} from '../reading/reading.ts';
import {
  EMPTY_PLACE_ANSWERS,
  EMPTY_PLACE_TEXT,
  settlePlaces,
  withoutPlaceAnswer,
} from '../reading/settle-places.ts';
import { distanceOf, isLonger, laneTextOf, lineOf } from './cells/cell-text.ts';
import { penaltyInNote, statusWordOf } from './cells/result-cells.ts';
import type { StartColumn, TableFormat } from './columns/table-formats.ts';
import type { CrewRegistry } from './crews.ts';
import { entriesOf, inStartOrder, kindOf } from './entries.ts';
import { cellOf, type RaceDraft } from './race-drafts.ts';
import { laterBy } from './results/result-time.ts';
import type { ResultReader, RowResult } from './results/results.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { Starts } from './start-times.ts';

/** What `raceOf` needs besides the rows; it adds to `notes`, `skipped` and `wrong`. */
export interface RaceParts {
  format: TableFormat;
  starts: Starts;
  startColumn: StartColumn;
  /** By the number of a race: the ids of those that are started with it. */
  joined: ReadonlyMap<string, readonly string[]>;
  crews: CrewRegistry;
  results: ResultReader;
  inquiry: Inquiry;
  notes: RowNote[];
  skipped: SkippedRow[];
  wrong: WrongRow[];
}

/** A row of a race that is a lane or a result. */
interface LaneRow {
  row: SheetRow;
  label: string | null;
  isBib: boolean;
}

/** Makes a race of its rows. @param numbers the integers that only one race has */
export function raceOf(draft: RaceDraft, numbers: ReadonlySet<string>, parts: RaceParts): ReadRace {
  const { format, wrong } = parts;
  const row = draft.rows[0]?.row ?? 0;
  const title = lineOf(cellOf(draft, 'title')) || null;
  const text = (
    field: 'title' | 'round' | 'boatClass' | 'notes',
    value: string | null,
    limit: number,
  ) => {
    if (value === null || !isLonger(value, limit)) return value;
    wrong.push({ row, column: field, reason: `It has more than ${limit} characters.` });
    return null;
  };
  const kind = kindOf(draft);
  const joined = parts.joined.get(draft.printed);
  const { lanes, raceNotes, isActualStart } = lanesOf(draft, parts);
  // No positions follow from bow numbers: the boat that starts first comes first.
  const isHead = kind.kind === 'head' && format.hasBowNumbers;
  const inOrder = isHead ? inStartOrder(lanes).map((lane) => ({ ...lane, isBib: true })) : lanes;
  const notes = [noteOf(draft, parts), ...raceNotes].filter((note) => note !== null).join(' · ');
  const day = parts.starts.days.get(draft);
  const boatClass = format.boatClassOf(lineOf(cellOf(draft, 'boatClass')), title ?? '');
  return {
    externalId: idOf(draft, format),
    printed: printedOf(draft, parts),
    raceNumber: numbers.has(draft.printed) ? Number(draft.printed) : null,
    title: text('title', title, MAX_TITLE_LENGTH),
    boatClass: text('boatClass', boatClass || null, MAX_RACE_LABEL_LENGTH),
    round: text('round', draft.round || null, MAX_RACE_LABEL_LENGTH),
    divisionLabel: null,
    distanceMeters: distanceOf(lineOf(cellOf(draft, 'distance'))),
    start: parts.starts.starts.get(draft) ?? null,
    ...(isActualStart && { isActualStart }),
    ...kind,
    ...(joined && { joined }),
    ...(day !== undefined && { day }),
    notes: text('notes', notes || null, MAX_NOTES_LENGTH),
    lanes: inOrder,
    row,
  };
}

/** The printed numbers that are integers and of one race only. */
export function ownNumbers(drafts: readonly RaceDraft[]): ReadonlySet<string> {
  const byValue = Map.groupBy(
    drafts.filter(({ printed }) => /^\d{1,10}$/.test(printed)),
    ({ printed }) => Number(printed),
  );
  const alone = [...byValue].filter(
    ([value, group]) => group.length === 1 && value >= 1 && value <= MAX_INTEGER,
  );
  return new Set(alone.flatMap(([, group]) => group.map(({ printed }) => printed)));
}

function idOf({ printed, round, rows, occurrence }: RaceDraft, format: TableFormat): string {
  const name = printed || lineOf(rows[0]?.cells.title);
  const nth = occurrence > 1 ? `#${occurrence}` : '';
  const isWithRound = format.identity === 'number-and-round' && round !== '';
  return isWithRound
    ? externalIdOf(format.prefix, name, `${round}${nth}`)
    : externalIdOf(format.prefix, `${name}${nth}`);
}

function printedOf({ printed, rows }: RaceDraft, { notes }: RaceParts): string | null {
  if (printed === '' || !isLonger(printed, MAX_PRINTED_NUMBER_LENGTH)) return printed || null;
  const text = `“${printed.slice(0, 60)}” is too long to be printed as a race number.`;
  notes.push({ row: rows[0]?.row ?? 0, text });
  return null;
}

/** The note of a race: one that all its rows share, or one in a row without a crew. A note on a single crew is not read. */
function noteOf(draft: RaceDraft, { notes, format }: RaceParts): string | null {
  const filled = draft.rows.filter(({ cells }) => isNote(lineOf(cells.notes)));
  const [first] = filled;
  if (first === undefined) return null;
  if (format.hasRaceNotes) return lineOf(first.cells.notes);
  const isOfRace = filled.length === draft.rows.length || lineOf(first.cells.crew) === '';
  const texts = new Set(filled.map(({ cells }) => lineOf(cells.notes)));
  const isAlone = draft.rows.length === 1 && lineOf(first.cells.crew) !== '';
  if (isOfRace && texts.size === 1 && !isAlone) return lineOf(first.cells.notes);
  notes.push({ row: first.row, text: 'A note on a single crew is not read.' });
  return null;
}

/** What is read as a status or a penalty is no note. */
function isNote(text: string): boolean {
  if (text === '' || penaltyInNote(text) !== null) return false;
  const word = statusWordOf(text);
  return word === undefined || word === 'cancelled';
}

interface LanesOfRace {
  lanes: ReadLane[];
  raceNotes: string[];
  isActualStart: boolean;
}

function lanesOf(draft: RaceDraft, parts: RaceParts): LanesOfRace {
  const rows = laneRows(draft, parts);
  const crews = parts.crews.ofRace(rows.map(({ row }) => row));
  const results = rows.map(({ row }) => parts.results.read(row));
  const hasResults = results.some(({ kind }) => kind === 'result');
  const settled = results.map((result, index) => ({
    ...settle(result, hasResults && crews[index] !== null, parts),
    scratched: result.kind === 'scratched' ? crews[index] : null,
    raceNote: result.raceNote,
    index,
  }));
  const { entries, isActualStart, hasPlannedStarts } = entriesOf(
    rows.map(({ row }, index) => ({ row, result: results[index] ?? NO_ROW_RESULT })),
    parts.startColumn,
  );
  if (hasPlannedStarts) {
    const text = `Race ${draft.printed}: boats start at times of their own.`;
    parts.notes.push({ row: rows[0]?.row.row ?? 0, text });
  }
  const judged = judgePlaces(
    settled.map(({ result }) => result),
    entries,
  );
  if (judged.isContradictory) askForPlaces(draft, parts);
  for (const index of judged.verdicts)
    parts.notes.push({
      row: rows[index]?.row.row ?? 0,
      text: `${crews[index]?.name ?? 'A boat'} has the time of the boat before it, but the next place: its time is made 1 ms longer for each place.`,
    });
  const lanes = rows.map(({ row, label, isBib }, index): ReadLane => {
    const { scratched } = settled[index] ?? {};
    const { finishedAt, ...entry } = entries[index] ?? {};
    const addedMillis = judged.addedMillis[index] ?? 0;
    return {
      ...entry,
      ...(finishedAt && { finishedAt: laterBy(finishedAt, addedMillis) }),
      label,
      ...(isBib && { isBib }),
      crew: scratched && !hasResults ? null : (crews[index] ?? null),
      result: judged.results[index] ?? null,
      ...(scratched && { scratched }),
      row: row.row,
    };
  });
  return {
    lanes: withoutSuperfluous(lanes, rows, parts),
    raceNotes: settled.flatMap(({ raceNote }) => raceNote ?? []),
    isActualStart,
  };
}

const NO_ROW_RESULT: RowResult = { kind: 'none', result: null, raceNote: null, entry: {} };

/** The rows that are lanes or results. */
function laneRows(draft: RaceDraft, { wrong, skipped, format }: RaceParts): LaneRow[] {
  const rows = draft.rows.flatMap((row): LaneRow[] => {
    const lane = laneTextOf(row.cells.lane);
    const label = lane || laneTextOf(row.cells.bib);
    const isCrew = lineOf(row.cells.crew) !== '' || lineOf(row.cells.club) !== '';
    if (label === '' && !isCrew) return [];
    return [{ row, label: label === '' ? null : label, isBib: lane === '' && label !== '' }];
  });
  const kept = rows.filter(({ row }) => !format.isPlaceholder?.(row));
  for (const { row } of rows.filter((each) => !kept.includes(each)))
    skipped.push({
      row: row.row,
      reason: `“${lineOf(row.cells.crew).slice(0, 60)}” stands for nobody`,
    });
  for (const { row, label } of kept) {
    if (label === null) continue;
    if (isLonger(label, MAX_POSITION_LABEL_LENGTH))
      wrong.push({
        row: row.row,
        column: 'lane',
        reason: `It has more than ${MAX_POSITION_LABEL_LENGTH} characters.`,
      });
  }
  return kept;
}

/** Scratched: `dns` beside results, else an empty lane. No place and no time, beside results: a question. */
function settle(
  { kind, result }: RowResult,
  hasResults: boolean,
  { inquiry, format }: RaceParts,
): Pick<ReadLane, 'result'> {
  if (kind === 'result') return { result };
  const without = { finishMillis: null, penaltyMillis: null, place: null };
  if (kind === 'scratched') return { result: hasResults ? { status: 'dns', ...without } : null };
  if (kind !== 'empty' || !hasResults || format.isSilentOnEmpty) return { result: null };
  const question = {
    id: 'emptyPlace',
    text: EMPTY_PLACE_TEXT,
    proposed: 'none',
    options: EMPTY_PLACE_ANSWERS,
  } as const;
  const status = inquiry.ask(question, withoutPlaceAnswer) ?? 'none';
  return { result: status === 'none' ? null : { status, ...without } };
}

/** Only asks: the import applies the answer when it enters the results. */
function askForPlaces({ printed }: RaceDraft, { inquiry }: RaceParts): void {
  const text =
    'The places of a race contradict its times. Which are right: the times (times), or the places, without times (places)? The answer is for all such races.';
  const where = `race ${printed}`;
  inquiry.choose('placesConflict', text, ['times', 'places'], { where });
}

/** Empty lanes are kept or dropped; crews without a lane are left out where others have one. */
function withoutSuperfluous(
  lanes: readonly ReadLane[],
  rows: readonly LaneRow[],
  { inquiry, notes, format }: RaceParts,
): ReadLane[] {
  const isDrawn = format.hasLanesOnly === true || lanes.some(({ label }) => label !== null);
  return lanes.filter(({ label, crew, result, row }, index) => {
    if (crew !== null && label === null && result === null && isDrawn) {
      notes.push({ row, text: `${crew.name} has no lane and is not drawn.` });
      return false;
    }
    if (crew !== null || result !== null) return true;
    if (label === null) return false;
    // A text in the cell of the crew, such as a name or "scratched", shows that the lane is meant.
    if (lineOf(rows[index]?.row.cells.crew) !== '') return true;
    const text =
      'Some lanes have no crew. Are they kept as empty lanes (keep), or left out (drop)?';
    return inquiry.choose('emptyLanes', text, ['keep', 'drop']) === 'keep';
  });
}

/** The results of a race, after its places have been compared with its times. */
interface JudgedPlaces {
  /** With milliseconds added where the finish photo has decided between equal times. */
  results: (ReadResult | null)[];
  /** Indexes of the boats whose time has been changed so. */
  verdicts: number[];
  /** The milliseconds added to each. */
  addedMillis: number[];
  /** Whether the places contradict the times; the results are then unchanged. */
  isContradictory: boolean;
}

/** @param results of the boats of one race; `null`: none */
function judgePlaces(
  results: readonly (ReadResult | null)[],
  entries: readonly ReadEntry[],
): JudgedPlaces {
  const timed = results.flatMap((result, index) => {
    if (result?.status !== 'finished' || result.finishMillis === null) return [];
    const { finishMillis, penaltyMillis, place } = result;
    const { allowanceMillis = 0, category } = entries[index] ?? {};
    const totalMillis = finishMillis + (penaltyMillis ?? 0) - allowanceMillis;
    return [{ index, place, totalMillis, category }];
  });
  const settled = settlePlaces(timed);
  if ('contradictory' in settled) {
    return {
      ...{ results: [...results], verdicts: [], isContradictory: true },
      addedMillis: results.map(() => 0),
    };
  }
  const addedMillis = new Map(timed.map(({ index }, at) => [index, settled.addedMillis[at] ?? 0]));
  const judged = results.map((result, index) => {
    const added = addedMillis.get(index) ?? 0;
    if (!result || result.finishMillis === null) return result;
    const place = settled.isByCategory ? null : result.place;
    return { ...result, finishMillis: result.finishMillis + added, place };
  });
  const verdicts = [...addedMillis].flatMap(([index, added]) => (added > 0 ? [index] : []));
  const all = results.map((_, index) => addedMillis.get(index) ?? 0);
  return { results: judged, verdicts, addedMillis: all, isContradictory: false };
}
