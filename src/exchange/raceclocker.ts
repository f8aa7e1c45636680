/** Results of RaceClocker, as its address with `?json=1` gives them (formats.md §5). */
import { MAX_IMPORT_ROWS } from '../contract/limits.ts';
import { formatThousandths } from '../domain/results/finish-time.ts';
import { Inquiry } from './reading/inquiry.ts';
import { PersonNames } from './reading/person-names.ts';
import {
  externalIdOf,
  orUnreadable,
  type ReadEntry,
  type Reader,
  type ReadLane,
  type ReadRace,
  type ReadResult,
  type ReadStart,
  type RowNote,
  UnreadableError,
  type WrongRow,
} from './reading/reading.ts';
import {
  type OfWave,
  ResultWords,
  rowsByCategory,
  rowsByRace,
  withParts,
} from './reading/timing-apps.ts';
import { statusWordOf } from './tables/cells/status-words.ts';
import { inStartOrder } from './tables/entries.ts';
import { lastsFrom, momentOf, timeOfDayMillis } from './tables/results/result-time.ts';
import { textCell } from './tables/table.ts';
import {
  isJsonObject,
  type JsonObject,
  objectsOf,
  oneLine,
  parseJson,
  textOf,
} from './text/text.ts';

/**
 * Reads the results of crews, race by race: who starts in one wave rows one race, in which each category is ranked as well.
 * Crews are told by name, not by bib.
 */
export const readRaceClocker: Reader = ({ bytes }, answers) =>
  orUnreadable(() => {
    const document = parseJson(bytes);
    const rows = rowsOf(document);
    const inquiry = new Inquiry(answers);
    const times = rows.map(({ row }) => ({ text: textOf(row, 'Result'), distanceMeters: null }));
    const words = new ResultWords(inquiry, answers, times);
    const names = new PersonNames(inquiry);
    const findings: Findings = { wrong: [], notes: [], words, names };
    const lanes = new Map(rows.map((row) => [row, readLane(row, findings)]));
    const read = (of: readonly Row[]) => readRace(of, nameOf(document), lanes);
    const races = rowsByRace(rows, waveOf).map((of) =>
      withParts(read(of), rowsByCategory(of, waveOf).map(read)),
    );
    const { wrong, notes } = findings;
    return {
      format: 'raceclocker',
      layout: 'raceclocker:feed',
      questions: [...inquiry.questions, ...words.questions()],
      reading: {
        carries: { crews: false, races: false, draw: false, results: true },
        races,
        crews: [],
        skipped: [],
        wrong,
        notes: [...notes, ...names.notes],
      },
    };
  });

/** Whether a document is such a feed: rows of crews, and what is said of all of them at the end. */
export function isRaceClockerFeed(document: unknown): boolean {
  return (
    Array.isArray(document) &&
    objectsOf(document).some((row) => 'RaceInfo' in row || ('Bib number' in row && 'Result' in row))
  );
}

interface Row {
  row: JsonObject;
  /** In the list, from 1. */
  number: number;
}

interface Findings {
  wrong: WrongRow[];
  notes: RowNote[];
  words: ResultWords;
  names: PersonNames;
}

function rowsOf(document: unknown): Row[] {
  if (!isRaceClockerFeed(document))
    throw new UnreadableError(
      'The JSON is no feed of RaceClocker. Open the address of the race with ?json=1, and save what comes.',
    );
  const rows = objectsOf(document)
    .map((row, index) => ({ row, number: index + 1 }))
    .filter(({ row }) => !('RaceInfo' in row));
  if (rows.length > MAX_IMPORT_ROWS)
    throw new UnreadableError(
      `The feed has more than ${MAX_IMPORT_ROWS} rows. Import a part of it.`,
    );
  return rows;
}

function waveOf({ row }: Row): OfWave {
  const printed = extraInfo(row, /^(race|rennen|course)( ?(no|nr|number|num|#))?\.?$/i);
  const together = textOf(row, 'Wave');
  // A wave is often called by the time of its start.
  const wave = together.replace(/^\d{1,2}[:.h]\d{2}\s+/, '');
  return { printed, category: textOf(row, 'Category'), wave, together };
}

/** The name of all that is timed in the feed. */
function nameOf(document: unknown): string {
  const last = objectsOf(document).find((row) => 'RaceInfo' in row)?.RaceInfo;
  return isJsonObject(last) ? textOf(last, 'Name') : '';
}

function readRace(
  rows: readonly Row[],
  name: string,
  lanes: ReadonlyMap<Row, readonly ReadLane[]>,
): ReadRace {
  const [first = { row: {}, number: 1 }] = rows;
  const { printed, category, wave } = waveOf(first);
  const isOne = rows.every((row) => waveOf(row).category === category);
  // Of several categories none is the name of the race.
  const parts = isOne ? [category, wave] : [wave || name];
  return {
    externalId: externalIdOf('raceclocker', ...(printed ? [printed] : parts)),
    printed: printed || null,
    raceNumber: /^[1-9]\d{0,8}$/.test(printed) ? Number(printed) : null,
    title: oneLine(parts.join(' ')) || null,
    boatClass: (isOne && category) || null,
    round: (isOne && wave) || null,
    divisionLabel: null,
    distanceMeters: null,
    start: null,
    notes: null,
    lanes: inStartOrder(rows.flatMap((row) => lanes.get(row) ?? [])),
    row: first.number,
  };
}

function readLane({ row, number }: Row, { wrong, notes, words, names }: Findings): ReadLane[] {
  const name = names.of(textOf(row, 'Name') || textOf(row, 'Club'), number);
  if (name === '') {
    wrong.push({ row: number, column: 'Name', reason: 'The row has no name.' });
    return [];
  }
  const timed = readResult({ row, number }, words);
  if (timed === 'wrong') {
    const reason = `${JSON.stringify(textOf(row, 'Result'))} with a penalty of ${JSON.stringify(row.Penalty ?? '')} is no time.`;
    wrong.push({ row: number, column: 'Result', reason });
    return [];
  }
  const { result, allowanceMillis, ...clocks } = timed;
  if (allowanceMillis !== undefined) {
    const seconds = formatThousandths(Math.abs(allowanceMillis)).replace(/^0:/, '');
    const text = `${name} has the handicap ${textOf(row, 'Handicap')}: ${seconds} ${allowanceMillis < 0 ? 'are added to' : 'are taken off'} its raw time.`;
    notes.push({ row: number, text });
  }
  const id = extraInfo(row, /(^|[^a-z])id$/i) || name;
  const crew = { externalId: externalIdOf('raceclocker', id), name, clubId: null, row: number };
  const category = textOf(row, 'Category');
  const isOut = [row.Rank, row['Penalty note']].some(
    (word) => typeof word === 'string' && statusWordOf(word) === 'exhibition',
  );
  return [
    {
      ...{ label: null, crew, result, row: number },
      ...(category && { category }),
      ...(allowanceMillis !== undefined && { allowanceMillis }),
      ...(isOut && { outOfCompetition: true }),
      ...clocks,
    },
  ];
}

type Timed = { result: ReadResult | null } & Pick<
  ReadEntry,
  'allowanceMillis' | 'startedAt' | 'finishedAt'
>;

/**
 * The penalty is inside the published time (field notes, §5.2), and so is the handicap, a factor: the raw time is what lies
 * between start and finish, where both are known.
 */
function readResult({ row, number }: Row, words: ResultWords): Timed | 'wrong' {
  const written = words.read(textOf(row, 'Result'), number);
  if (written.kind === 'bad') return 'wrong';
  const startedAt = momentOf(textCell(textOf(row, 'Start')));
  const finishedAt = momentOf(textCell(textOf(row, 'Finish') || textOf(row, 'Ziel')));
  const start = startedAt && { startedAt };
  if (written.kind === 'none') return { result: null, ...start };
  if (written.kind === 'status') {
    const { status } = written;
    const result = { status, finishMillis: null, penaltyMillis: null, place: null };
    return { result, ...(status !== 'dns' && start) };
  }
  const penaltyMillis = Math.round(Number(textOf(row, 'Penalty') || 0) * 1000);
  const shownMillis = written.millis - penaltyMillis;
  const factor = Number(textOf(row, 'Handicap').replace(',', '.') || 1);
  const isFactor = factor > 0 && factor !== 1;
  const betweenMillis = lastsFrom(millisOf(startedAt), millisOf(finishedAt));
  const finishMillis = (isFactor ? betweenMillis : null) ?? shownMillis;
  if (!(penaltyMillis >= 0 && finishMillis > 0)) return 'wrong';
  const rank = textOf(row, 'Rank');
  const place = /^[1-9]\d{0,3}$/.test(rank) ? Number(rank) : null;
  const allowanceMillis = isFactor ? Math.round(finishMillis - finishMillis * factor) : 0;
  return {
    result: { status: 'finished', finishMillis, penaltyMillis: penaltyMillis || null, place },
    ...(allowanceMillis !== 0 && { allowanceMillis }),
    ...start,
    ...(finishedAt && { finishedAt }),
  };
}

function millisOf(moment: ReadStart | undefined): number | null {
  return moment === undefined ? null : timeOfDayMillis(textCell(moment.time));
}

/** The value of the first of the organiser's own fields that is called so; empty where there is none. */
function extraInfo({ ExtraInfo: fields }: JsonObject, label: RegExp): string {
  if (!Array.isArray(fields)) return '';
  for (const field of fields) {
    if (!Array.isArray(field)) continue;
    const [name, value] = field;
    if (typeof name === 'string' && label.test(name.trim())) return textOf({ value }, 'value');
  }
  return '';
}
