/** Helpers that read a file and write the result as lines, which a test can compare and a person can read. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { loadRegatta, type Regatta, type RegattaLane } from '../../../regattas/regatta.ts';
import { formatThousandths } from '../../../src/domain/results/finish-time.ts';
import type {
  Answers,
  EventFacts,
  NamedFile,
  ReadEntry,
  Reader,
  ReadFile,
  ReadLane,
  ReadRace,
  ReadStart,
  Unreadable,
} from '../../../src/exchange/reading/reading.ts';
import { readCsv } from '../../../src/exchange/tables/read-text-table.ts';

/** Two days in Berlin: a Saturday and a Sunday. */
export const EVENT: EventFacts = {
  timeZone: 'Europe/Berlin',
  startDate: '2026-06-13',
  endDate: '2026-06-14',
};

/** The Saturday alone. */
export const ONE_DAY: EventFacts = { ...EVENT, endDate: EVENT.startDate };

export function sample(path: string): NamedFile {
  return {
    name: basename(path),
    bytes: readFileSync(new URL(`../samples/${path}`, import.meta.url)),
  };
}

export function textFile(text: string, name = 'pasted'): NamedFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

/** Reads a file. @throws if it is unreadable, or if nothing was read */
export function readWhole(
  reader: Reader,
  file: NamedFile,
  answers: Answers = {},
  event: EventFacts = EVENT,
): ReadFile & { reading: NonNullable<ReadFile['reading']> } {
  const read = reader(file, answers, event);
  if ('unreadable' in read) throw new Error(read.unreadable);
  if (read.reading === null) throw new Error('nothing was read');
  return { ...read, reading: read.reading };
}

/** Reads the lines of a CSV table. @throws as `readWhole` does */
export function readLines(
  lines: readonly string[],
  answers: Answers = {},
  event: EventFacts = ONE_DAY,
) {
  return readWhole(readCsv, textFile(lines.join('\n')), answers, event);
}

/** The questions about a table without answers, as `proposals` gives them. */
export function asked(lines: readonly string[], event = ONE_DAY) {
  return proposals(readLines(lines, {}, event));
}

/** The outline of a table without its first line, "carries". */
export function told(lines: readonly string[], answers: Answers = {}, event = ONE_DAY) {
  return outline(readLines(lines, answers, event)).slice(1);
}

/** The lines of the outline of a table that are lanes. */
export function lanes(lines: readonly string[], answers: Answers = {}, event = ONE_DAY) {
  return told(lines, answers, event).filter((line) => line.startsWith('  '));
}

/** The proposed answer of each question, by the id of the question. @throws if the file is unreadable */
export function proposals(read: ReadFile | Unreadable): Record<string, unknown> {
  if ('unreadable' in read) throw new Error(read.unreadable);
  return Object.fromEntries(read.questions.map(({ id, proposed }) => [id, proposed]));
}

/** One line each: what the file carries, races with their lanes, skipped rows, wrong rows, notes. */
export function outline({ reading }: ReadFile): string[] {
  if (reading === null) return [];
  const carried = Object.entries(reading.carries).flatMap(([word, is]) => (is ? [word] : []));
  return [
    `carries ${carried.sort().join(', ')}`,
    ...reading.races.flatMap((race) => [raceLine(race), ...race.lanes.map(laneLine)]),
    ...reading.skipped.map(({ row, reason }) => `skipped ${row}: ${reason}`),
    ...reading.wrong.map(({ row, column, reason }) => `wrong ${row} ${column}: ${reason}`),
    ...reading.notes.map(({ row, text }) => `note ${row}: ${text}`),
  ];
}

function raceLine(race: ReadRace): string {
  const { externalId, raceNumber, title, boatClass, round, distanceMeters, start, notes } = race;
  return [
    externalId,
    raceNumber === null ? 'no number' : `number ${raceNumber}`,
    ...[title, boatClass, round, distanceMeters && `${distanceMeters} m`],
    start && [start.date, start.time, start.zone].filter(Boolean).join(' '),
    ...[race.resultMode, race.state, race.kind, race.isActualStart && 'started'],
    ...[race.joined && `with ${race.joined.join(', ')}`, notes && `(${notes})`],
  ]
    .filter(Boolean)
    .join(' | ');
}

function laneLine({ label, position, crew, result, ...entry }: ReadLane): string {
  const lane = [label ?? 'no lane', position && `at ${position}`].filter(Boolean).join(' ');
  const outcome = result && [
    result.status,
    ...[result.finishMillis, result.penaltyMillis && `+${result.penaltyMillis}`],
    result.place && `place ${result.place}`,
  ];
  const club = crew?.clubId ? ` [${crew.clubId}]` : '';
  return `  ${lane}: ${crew ? `${crew.name}${club}` : 'nobody'}${outcome ? `, ${outcome.filter(Boolean).join(' ')}` : ''}${entryText(entry)}`;
}

function entryText(entry: ReadEntry): string {
  const { category, allowanceMillis, outOfCompetition, plannedStart, startedAt, finishedAt } =
    entry;
  const clock = (moment: ReadStart | undefined) =>
    moment && [moment.date, moment.time, moment.zone].filter(Boolean).join(' ');
  const parts = [
    ...[category && `in ${category}`, allowanceMillis && `less ${allowanceMillis}`],
    ...[outOfCompetition && 'out of competition', plannedStart && `due ${clock(plannedStart)}`],
    startedAt || finishedAt ? `${clock(startedAt) ?? ''}–${clock(finishedAt) ?? ''}` : undefined,
  ];
  const said = parts.filter(Boolean);
  return said.length > 0 ? ` (${said.join(', ')})` : '';
}

/** A regatta in CrewTimer's JSON, with the members of that format that must not be read. */
export function crewTimerJson(regatta: Regatta = loadRegatta('hebda-cup-2023')): NamedFile {
  const results = regatta.races.map(({ label, name, progression, startTime, lanes }) => ({
    ...{ EventNum: label, Event: `${label} ${name}`, EventInfo: progression ?? '' },
    ...{ Day: '', Start: startTime ?? '', RaceType: 'Sprint', Official: true },
    entries:
      lanes.length > 0 ? lanes.map(crewTimerEntry) : [{ Bow: 'X', Crew: 'No Race', Place: '' }],
  }));
  const regattaInfo = {
    ...{ Title: regatta.name, Date: regatta.date, NumDays: '1', ResultDigits: '3' },
    ...{ Owner: 'owner@example.org', Admins: 'admin@example.org' },
  };
  return textFile(JSON.stringify({ regattaInfo, results }), 'results.json');
}

function crewTimerEntry({ label, crew, place, status, rawTimeMillis, penaltyMillis }: RegattaLane) {
  const word = { assigned: '', finished: null, dns: 'Scratch', dnf: 'DNF', dsq: 'DQ' }[status];
  const time = (millis: number) => formatThousandths(millis).padStart(9, '0');
  const adjusted = rawTimeMillis === null ? '' : time(rawTimeMillis + (penaltyMillis ?? 0));
  return {
    ...{ Bow: label, Crew: crew, CrewAbbrev: crew.slice(0, 5), Stroke: 'Athlete of the boat' },
    ...{ Place: place ?? '', RawTime: rawTimeMillis === null ? '' : time(rawTimeMillis) },
    PenaltyCode: penaltyMillis ? `Finished Off Course(${penaltyMillis / 1000}s)` : '',
    AdjTime: word ?? adjusted,
  };
}
