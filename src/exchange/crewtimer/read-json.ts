/** Reads CrewTimer's results as JSON (formats.md §2), by making the same table as CrewTimer's CSV. */
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '../../contract/limits.ts';
import {
  type Answers,
  type EventFacts,
  type NamedFile,
  orUnreadable,
  type ReadFile,
  type ReadRace,
  type ReadStart,
  type Unreadable,
} from '../reading/reading.ts';
import { readTable } from '../tables/read-table.ts';
import { type Cell, textCell } from '../tables/table.ts';
import { isJsonObject, type JsonObject, objectsOf, parseJson, textOf } from '../text/text.ts';

/** The columns of this table; athletes, owners and administrators in the file are not read. */
const COLUMNS = [
  ...['Event Num', 'Event Name', 'Day', 'Event Time', 'RaceType', 'Event Info', 'Event Abbrev'],
  ...['Crew', 'Crew Abbrev', 'Bow', 'Place', 'Raw Time', 'Penalty Code', 'Adj Time'],
  ...['Started At', 'Finished At', 'Age', 'Handicap', 'Handicap Type', 'Handicap Multiplier'],
  'Combine',
];

const NOT_CREWTIMER: Unreadable = {
  unreadable:
    'This is no results file of CrewTimer: it has no list “results”. Download it from the results page as JSON.',
};

/** Reads the results JSON of one regatta. */
export function readCrewTimerJson(
  file: NamedFile,
  answers: Answers,
  event: EventFacts,
): ReadFile | Unreadable {
  if (file.bytes.length > MAX_IMPORT_FILE_BYTES)
    return { unreadable: 'The file has more than 5 MiB.' };
  return orUnreadable(() => readDocument(parseJson(file.bytes), file.name, { answers, event }));
}

function readDocument(
  document: unknown,
  name: string,
  { answers, event }: { answers: Answers; event: EventFacts },
): ReadFile | Unreadable {
  if (!isJsonObject(document) || !Array.isArray(document.results)) return NOT_CREWTIMER;
  const results = objectsOf(document.results);
  const info = isJsonObject(document.regattaInfo) ? document.regattaInfo : {};
  // `Date` is the first day, so it dates the races only in a regatta of one day.
  const date = (textOf(info, 'NumDays') || '1') === '1' ? textOf(info, 'Date') : '';
  const repeats = repeatsOf(results);
  const combined = combinedOf(info);
  const rows = results.flatMap((race, index) =>
    rowsOf(race, { date, nth: repeats[index] ?? '', info, combined }),
  );
  if (rows.length > MAX_IMPORT_ROWS - 1)
    return { unreadable: `The file has more than ${MAX_IMPORT_ROWS} entries.` };
  const table = { name, rows: [COLUMNS.map(textCell), ...rows] };
  const zone = event.timeZone === null ? offsetOf(results) : null;
  if (zone === null) return readTable(table, 'crewtimer', answers, event);
  const file = readTable(table, 'crewtimer', { ...answers, zone }, event);
  return 'unreadable' in file || file.reading === null
    ? file
    : { ...file, reading: { ...file.reading, races: inZone(file.reading.races, zone) } };
}

/** The races, with the zone of the file added to their times of day, which have none of their own. */
function inZone(races: readonly ReadRace[], zone: string): ReadRace[] {
  const moment = (at: ReadStart): ReadStart => ({ ...at, zone: at.zone ?? zone });
  return races.map((race) => ({
    ...race,
    ...(race.startedAt && { startedAt: moment(race.startedAt) }),
    lanes: race.lanes.map((lane) => ({
      ...lane,
      ...(lane.plannedStart && { plannedStart: moment(lane.plannedStart) }),
      ...(lane.startedAt && { startedAt: moment(lane.startedAt) }),
      ...(lane.finishedAt && { finishedAt: moment(lane.finishedAt) }),
    })),
  }));
}

interface OfRegatta {
  /** YYYY-MM-DD of its only day, or ''. */
  date: string;
  /** The ending that distinguishes the race from an earlier one with the same number and name; '' without one. */
  nth: string;
  info: JsonObject;
  /** From the number of a race to that of the race with which it is started. */
  combined: ReadonlyMap<string, string>;
}

function rowsOf(race: JsonObject, { date, nth, info, combined }: OfRegatta): Cell[][] {
  const number = textOf(race, 'EventNum');
  const title = withoutNumber(textOf(race, 'Event'), number);
  const entries = objectsOf(race.entries);
  const [first = {}] = entries;
  const facts = [
    ...[number, title + nth, date || textOf(race, 'Day'), textOf(race, 'Start')],
    ...[textOf(race, 'RaceType') || textOf(info, 'RaceType'), textOf(race, 'EventInfo')],
    textOf(first, 'EventAbbrev'),
  ];
  const ofEither = (entry: JsonObject, name: string) =>
    textOf(entry, name) || textOf(race, name) || textOf(info, name);
  const rows = entries.map((entry) => [
    ...facts,
    ...[textOf(entry, 'Crew'), textOf(entry, 'CrewAbbrev'), textOf(entry, 'Bow')],
    ...[textOf(entry, 'Place'), textOf(entry, 'RawTime'), textOf(entry, 'PenaltyCode')],
    textOf(entry, 'AdjTime'),
    ...[clockOf(entry, 'S_time', 'G_Start_time_raw'), clockOf(entry, 'F_time', FINISH_CLOCK)],
    ...[textOf(entry, 'Age'), textOf(entry, 'Handicap'), ofEither(entry, 'HandicapType')],
    ofEither(entry, 'HandicapMultiplier'),
    combined.get(number) ?? (textOf(entry, 'Combine') || textOf(race, 'Combine')),
  ]);
  return (rows.length > 0 ? rows : [facts]).map((texts) => texts.map(textCell));
}

const FINISH_CLOCK = 'G_Finish_time_raw';

/** A time of day: the one that counts, else the one that was clicked; '' if there is only a word such as "Scratch". */
function clockOf(entry: JsonObject, counts: string, clicked: string): string {
  return (
    [counts, clicked].map((name) => textOf(entry, name)).find((text) => /^\d/.test(text)) ?? ''
  );
}

/** By number: the race with which each is started. `CombinedRaces`, a JSON text, maps each to the first, or it to all. */
function combinedOf(info: JsonObject): ReadonlyMap<string, string> {
  const value = parsed(info.CombinedRaces);
  if (!isJsonObject(value)) return new Map();
  const pairs = Object.entries(value).flatMap(([number, of]): [string, string][] => {
    const members = Array.isArray(of)
      ? of.map(String)
      : typeof of === 'string'
        ? of.split(',')
        : [];
    const [only = '', ...others] = members.map((each) => each.trim()).filter(Boolean);
    if (only === '') return [];
    if (others.length === 0 && !Array.isArray(of))
      return [
        [number, only],
        [only, only],
      ];
    return [number, only, ...others].map((each) => [each, number]);
  });
  return new Map(pairs);
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}

/** The endings that make the titles of races with the same number and title differ. */
function repeatsOf(results: readonly JsonObject[]): string[] {
  const counts = new Map<string, number>();
  return results.map((race) => {
    const key = JSON.stringify([textOf(race, 'EventNum'), textOf(race, 'Event')]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? '' : ` (${count})`;
  });
}

/** The offset from UTC, such as `+02:00`; `null` in older files, which do not have `TZOffset` (in hours). */
function offsetOf(results: readonly JsonObject[]): string | null {
  const offsets = new Set(results.map((race) => race.TZOffset));
  const [hours] = offsets;
  if (offsets.size !== 1 || typeof hours !== 'number' || !(Math.abs(hours) <= 14)) return null;
  const minutes = Math.round(Math.abs(hours) * 60);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${hours < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** `Event` is "16A Men's Novice 4+ Heat 1". */
function withoutNumber(text: string, number: string): string {
  return text.startsWith(`${number} `) ? text.slice(number.length + 1) : text;
}
