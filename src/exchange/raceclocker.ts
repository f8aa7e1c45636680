/** Reads results of RaceClocker, as its address with `?json=1` serves them (formats.md §5). */
import { MAX_IMPORT_ROWS } from '../contract/limits.ts';
import { formatThousandths } from '../domain/results/finish-time.ts';
import { orUnreadable, type Reader, type ReadStart, UnreadableError } from './reading/reading.ts';
import {
  type AppEntry,
  type AppRow,
  type ResultWords,
  resultsOfApp,
} from './reading/timing-apps.ts';
import { statusWordOf } from './tables/cells/result-cells.ts';
import { inStartOrder } from './tables/entries.ts';
import { elapsedBetween, momentOf, timeOfDayMillis } from './tables/results/result-time.ts';
import { textCell } from './tables/table.ts';
import { isJsonObject, type JsonObject, objectsOf, parseJson, textOf } from './text/text.ts';

/** Reads the results of crews, race by race. Crews are identified by name, not by bib. */
export const readRaceClocker: Reader = ({ bytes }, answers) =>
  orUnreadable(() => {
    const document = parseJson(bytes);
    const rows = rowsOf(document).map(appRow);
    const file = {
      ...({ format: 'raceclocker', layout: 'raceclocker:feed' } as const),
      columns: { name: 'Name', time: 'Result' },
      name: nameOf(document),
      rows,
      sort: inStartOrder,
    };
    return resultsOfApp(file, answers);
  });

/** Whether a document is a feed of RaceClocker: rows of crews, and at the end a row about all of them. */
export function isRaceClockerFeed(document: unknown): boolean {
  return (
    Array.isArray(document) &&
    objectsOf(document).some((row) => 'RaceInfo' in row || ('Bib number' in row && 'Result' in row))
  );
}

interface Row {
  row: JsonObject;
  /** Position in the list, from 1. */
  number: number;
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

function appRow({ row, number }: Row): AppRow {
  const together = textOf(row, 'Wave');
  return {
    number,
    name: textOf(row, 'Name') || textOf(row, 'Club'),
    id: extraInfo(row, /(^|[^a-z])id$/i),
    printed: extraInfo(row, /^(race|rennen|course)( ?(no|nr|number|num|#))?\.?$/i),
    category: textOf(row, 'Category'),
    // The name of a wave often begins with the time of its start.
    wave: together.replace(/^\d{1,2}[:.h]\d{2}\s+/, ''),
    together,
    time: textOf(row, 'Result'),
    distanceMeters: null,
    read: (words) => readEntry({ row, number }, words),
  };
}

/** The name of what the feed times as a whole; '' without one. */
function nameOf(document: unknown): string {
  const last = objectsOf(document).find((row) => 'RaceInfo' in row)?.RaceInfo;
  return isJsonObject(last) ? textOf(last, 'Name') : '';
}

function readEntry({ row, number }: Row, words: ResultWords): AppEntry | string {
  const timed = readResult({ row, number }, words);
  if (timed === 'wrong')
    return `${JSON.stringify(textOf(row, 'Result'))} with a penalty of ${JSON.stringify(row.Penalty ?? '')} is no time.`;
  const isOut = [row.Rank, row['Penalty note']].some(
    (word) => typeof word === 'string' && statusWordOf(word) === 'exhibition',
  );
  const { allowanceMillis } = timed;
  return {
    ...timed,
    ...(isOut && { outOfCompetition: true }),
    ...(allowanceMillis !== undefined && { note: handicapNote(row, allowanceMillis) }),
  };
}

function handicapNote(row: JsonObject, allowanceMillis: number): string {
  const seconds = formatThousandths(Math.abs(allowanceMillis)).replace(/^0:/, '');
  return `has the handicap ${textOf(row, 'Handicap')}: ${seconds} ${allowanceMillis < 0 ? 'are added to' : 'are taken off'} its raw time.`;
}

/**
 * The published time includes the penalty (field notes, §5.2) and the handicap, a factor. With a handicap, the raw time is
 * the one from start to finish, if both are known; else the published time without the penalty, divided by the factor.
 */
function readResult({ row, number }: Row, words: ResultWords): AppEntry | 'wrong' {
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
  const handicap = Number(textOf(row, 'Handicap').replace(',', '.'));
  const factor = handicap > 0 ? handicap : 1;
  const betweenMillis =
    factor === 1 ? null : elapsedBetween(millisOf(startedAt), millisOf(finishedAt));
  const finishMillis = betweenMillis ?? Math.round(shownMillis / factor);
  if (!(penaltyMillis >= 0 && finishMillis > 0)) return 'wrong';
  const rank = textOf(row, 'Rank');
  const place = /^[1-9]\d{0,3}$/.test(rank) ? Number(rank) : null;
  const allowanceMillis =
    betweenMillis === null
      ? finishMillis - shownMillis
      : Math.round(betweenMillis - betweenMillis * factor);
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

/** The value of the first of the organiser's own fields whose name matches; '' where there is none. */
function extraInfo({ ExtraInfo: fields }: JsonObject, label: RegExp): string {
  if (!Array.isArray(fields)) return '';
  for (const field of fields) {
    if (!Array.isArray(field)) continue;
    const [name, value] = field;
    if (typeof name === 'string' && label.test(name.trim())) return textOf({ value }, 'value');
  }
  return '';
}
