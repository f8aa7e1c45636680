/** CrewTimer's results as JSON (formats.md §2), read as the table that its CSV is. */
import type { Answers, EventFacts, NamedFile, ReadFile, Unreadable } from '../reading/reading.ts';
import { orUnreadable } from '../reading/unreadable.ts';
import { readTable } from '../tables/read-table.ts';
import { type Cell, MAX_FILE_BYTES, MAX_ROWS, textCell } from '../tables/table.ts';
import { isJsonObject, type JsonObject, objectsOf, parseJson, textOf } from '../text/json.ts';

/** What is read of the file; athletes, owners and administrators are not. */
const COLUMNS = [
  ...['Event Num', 'Event Name', 'Day', 'Event Time', 'RaceType', 'Event Info', 'Event Abbrev'],
  ...['Crew', 'Crew Abbrev', 'Bow', 'Place', 'Raw Time', 'Penalty Code', 'Adj Time'],
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
  if (file.bytes.length > MAX_FILE_BYTES) return { unreadable: 'The file has more than 5 MiB.' };
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
  // The date is that of the first day.
  const date = (textOf(info, 'NumDays') || '1') === '1' ? textOf(info, 'Date') : '';
  const repeats = repeatsOf(results);
  const rows = results.flatMap((race, index) => rowsOf(race, { date, nth: repeats[index] ?? '' }));
  if (rows.length > MAX_ROWS - 1)
    return { unreadable: `The file has more than ${MAX_ROWS} entries.` };
  const table = { name, rows: [COLUMNS.map(textCell), ...rows] };
  const offset = event.timeZone === null ? offsetOf(results) : null;
  return readTable(
    table,
    'crewtimer',
    offset === null ? answers : { zone: offset, ...answers },
    event,
  );
}

function rowsOf(race: JsonObject, { date, nth }: { date: string; nth: string }): Cell[][] {
  const number = textOf(race, 'EventNum');
  const title = withoutNumber(textOf(race, 'Event'), number);
  const entries = objectsOf(race.entries);
  const [first = {}] = entries;
  const facts = [
    ...[number, title + nth, date || textOf(race, 'Day'), textOf(race, 'Start')],
    ...[textOf(race, 'RaceType'), textOf(race, 'EventInfo'), textOf(first, 'EventAbbrev')],
  ];
  const rows = entries.map((entry) => [
    ...facts,
    ...[textOf(entry, 'Crew'), textOf(entry, 'CrewAbbrev'), textOf(entry, 'Bow')],
    ...[textOf(entry, 'Place'), textOf(entry, 'RawTime'), textOf(entry, 'PenaltyCode')],
    textOf(entry, 'AdjTime'),
  ]);
  return (rows.length > 0 ? rows : [facts]).map((texts) => texts.map(textCell));
}

/** Two races with one number and one title are two; the titles must tell them apart. */
function repeatsOf(results: readonly JsonObject[]): string[] {
  const counts = new Map<string, number>();
  return results.map((race) => {
    const key = JSON.stringify([textOf(race, 'EventNum'), textOf(race, 'Event')]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? '' : ` (${count})`;
  });
}

/** Newer files say how many hours their times are from UTC; older ones do not. */
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
