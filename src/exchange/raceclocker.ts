/** Results of RaceClocker, as its address with `?json=1` gives them (formats.md §5). */
import { externalIdOf } from './reading/external-id.ts';
import { Inquiry } from './reading/inquiry.ts';
import { PersonNames } from './reading/person-names.ts';
import type {
  Reader,
  ReadLane,
  ReadRace,
  ReadResult,
  RowNote,
  WrongRow,
} from './reading/reading.ts';
import { ResultWords } from './reading/result-words.ts';
import { orUnreadable, UnreadableError } from './reading/unreadable.ts';
import { MAX_ROWS } from './tables/table.ts';
import { type JsonObject, objectsOf, oneLine, parseJson, textOf } from './text/json.ts';

/** Reads the results of crews, race by race: a race is one category of one wave. Crews are told by name, not by bib. */
export const readRaceClocker: Reader = ({ bytes }, answers) =>
  orUnreadable(() => {
    const rows = rowsOf(parseJson(bytes));
    const inquiry = new Inquiry(answers);
    const times = rows.map(({ row }) => ({ text: textOf(row, 'Result'), distanceMeters: null }));
    const words = new ResultWords(inquiry, answers, times);
    const names = new PersonNames(inquiry);
    const findings: Findings = { wrong: [], notes: [], words, names };
    const races = Map.groupBy(rows, ({ row }) => raceKey(row));
    const read = Array.from(races.values(), (of) => readRace(of, findings));
    const { wrong, notes } = findings;
    return {
      format: 'raceclocker',
      layout: 'raceclocker:feed',
      questions: [...inquiry.questions, ...words.questions()],
      reading: {
        carries: { crews: false, races: false, draw: false, results: true },
        races: read,
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
  if (rows.length > MAX_ROWS)
    throw new UnreadableError(`The feed has more than ${MAX_ROWS} rows. Import a part of it.`);
  return rows;
}

/** A number that the organiser has given a race says more than its waves. */
function raceKey(row: JsonObject): string {
  const { printed, category, wave } = raceOf(row);
  return JSON.stringify(printed ? [printed] : [category, wave]);
}

/** What tells the races of a feed apart. */
function raceOf(row: JsonObject): { printed: string; category: string; wave: string } {
  const printed = extraInfo(row, /^(race|rennen|course)( ?(no|nr|number|num|#))?\.?$/i);
  // A wave is often called by the time of its start.
  const wave = textOf(row, 'Wave').replace(/^\d{1,2}[:.h]\d{2}\s+/, '');
  return { printed, category: textOf(row, 'Category'), wave };
}

function readRace(rows: readonly Row[], findings: Findings): ReadRace {
  const [first] = rows;
  const { printed, category, wave } = raceOf(first?.row ?? {});
  return {
    externalId: externalIdOf('raceclocker', ...(printed ? [printed] : [category, wave])),
    printed: printed || null,
    raceNumber: /^[1-9]\d{0,8}$/.test(printed) ? Number(printed) : null,
    title: oneLine(`${category} ${wave}`) || null,
    boatClass: category || null,
    round: wave || null,
    divisionLabel: null,
    distanceMeters: null,
    start: null,
    notes: null,
    lanes: rows.flatMap((row) => readLane(row, findings)),
    row: first?.number ?? 1,
  };
}

function readLane({ row, number }: Row, { wrong, notes, words, names }: Findings): ReadLane[] {
  const name = names.of(textOf(row, 'Name') || textOf(row, 'Club'), number);
  if (name === '') {
    wrong.push({ row: number, column: 'Name', reason: 'The row has no name.' });
    return [];
  }
  const result = readResult({ row, number }, words);
  if (result === 'wrong') {
    const reason = `${JSON.stringify(textOf(row, 'Result'))} with a penalty of ${JSON.stringify(row.Penalty ?? '')} is no time.`;
    wrong.push({ row: number, column: 'Result', reason });
    return [];
  }
  const handicap = Number(textOf(row, 'Handicap') || 1);
  if (handicap !== 1 && result?.finishMillis)
    notes.push({
      row: number,
      text: `${name} has the handicap ${handicap}: its time is taken as RaceClocker gives it.`,
    });
  const id = extraInfo(row, /(^|[^a-z])id$/i) || name;
  const crew = { externalId: externalIdOf('raceclocker', id), name, clubId: null, row: number };
  return [{ label: null, crew, result, row: number }];
}

/** The penalty is inside the published time (field notes, §5.2). */
function readResult({ row, number }: Row, words: ResultWords): ReadResult | null | 'wrong' {
  const written = words.read(textOf(row, 'Result'), number);
  if (written.kind === 'bad') return 'wrong';
  if (written.kind === 'none') return null;
  if (written.kind === 'status')
    return { status: written.status, finishMillis: null, penaltyMillis: null, place: null };
  const penaltyMillis = Math.round(Number(textOf(row, 'Penalty') || 0) * 1000);
  const finishMillis = written.millis - penaltyMillis;
  if (!(penaltyMillis >= 0 && finishMillis > 0)) return 'wrong';
  const rank = textOf(row, 'Rank');
  const place = /^[1-9]\d{0,3}$/.test(rank) ? Number(rank) : null;
  return { status: 'finished', finishMillis, penaltyMillis: penaltyMillis || null, place };
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
