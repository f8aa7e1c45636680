/** Commands about a race between start and finish: its start, its kind, whether it is closed, and the times of its boats. */
import { readFile } from 'node:fs/promises';
import Type from 'typebox';
import { RaceKind } from '../../contract/board.ts';
import { type RaceTiming, TimingWrite } from '../../contract/timing.ts';
import { readTypedTime } from '../../domain/day/typed-times.ts';
import { venueTime } from '../../domain/day/venue-clock.ts';
import { readLaneWord } from '../../domain/draw/lane-words.ts';
import type { Race } from '../../domain/races/race.ts';
import { raceTiming } from '../../domain/races/racing.ts';
import { splitText } from '../../exchange/tables/cells/split-text.ts';
import { decodeText } from '../../exchange/text/text.ts';
import { oneRaceOf, raceNotFound } from '../../operations/load-rows.ts';
import { type OperationOutcome, scheduleNotFound } from '../../operations/operation.ts';
import { setRacing, type TimingRows } from '../../operations/pushes/results.ts';
import { findRaceBy } from '../../storage/event/races.ts';
import {
  type Command,
  CommandFailed,
  type Context,
  readId,
  UsageError,
  type Values,
  withDatabase,
} from '../command.ts';
import { readMoment, requireEvent } from '../existing.ts';
import { readOptions, readRaceNumber } from '../options.ts';
import { performOn, refused } from '../perform.ts';

export const raceStart: Command = {
  name: 'race start',
  summary:
    'say that a race was started, now or --at a time; --false takes it back after a false start',
  options: { event: 'EVENT', number: 'NUMBER', at: 'TIME' },
  optional: ['at'],
  flags: ['false'],
  run: (values, context) => {
    const isFalse = values.false !== undefined;
    if (isFalse && values.at !== undefined)
      throw new UsageError('--false takes the start back, and needs no --at.', raceStart);
    return write(values, context, async (readTime) => {
      if (isFalse) return { startedAt: null };
      return { startedAt: values.at === undefined ? Date.now() : await readTime('at', values.at) };
    });
  },
};

export const raceClose: Command = {
  name: 'race close',
  summary: 'say that no more results of a race are to come; --off takes it back',
  options: { event: 'EVENT', number: 'NUMBER' },
  flags: ['off'],
  run: (values, context) =>
    write(values, context, async () => ({ closed: values.off === undefined })),
};

const Kind = Type.Object({
  kind: Type.Optional(
    Type.Unsafe<RaceKind | 'auto'>({ ...RaceKind, enum: ['lanes', 'head', 'auto'] }),
  ),
  interval: TimingWrite.properties.startIntervalSeconds,
});

export const raceKind: Command = {
  name: 'race kind',
  summary:
    'say whether all boats of a race start together (lanes) or one after another (head), and so many seconds apart; --interval "" clears, auto goes by the interval',
  options: { event: 'EVENT', number: 'NUMBER', kind: 'lanes|head|auto', interval: 'SECONDS' },
  optional: ['kind', 'interval'],
  run: (values, context) => {
    const { kind, interval: startIntervalSeconds } = readOptions(Kind, values);
    if (kind === undefined && startIntervalSeconds === undefined)
      throw new UsageError('Say --kind or --interval.', raceKind);
    return write(values, context, async () => ({
      ...(kind !== undefined && { kind: kind === 'auto' ? null : kind }),
      ...(startIntervalSeconds !== undefined && { startIntervalSeconds }),
    }));
  },
};

export const times: Command = {
  name: 'times',
  summary:
    'write times of day of boats, 12=14:03:22.4 for a finish, with --start for a start, 12= to clear one; or --from a CSV with the columns bow, start, finish',
  options: { event: 'EVENT', race: 'NUMBER', from: 'FILE' },
  optional: ['from'],
  flags: ['start'],
  words: 'BOW=TIME …',
  run: async (values, context, words = []) => {
    const { from } = values;
    if ((from === undefined) === (words.length === 0))
      throw new UsageError('Say times such as 12=14:03:22.4, or --from a file.', times);
    const typed =
      from === undefined
        ? wordsOf(words, values.start === undefined ? 'finishedAt' : 'startedAt')
        : typedInFile(await readFile(from).catch(unreadable(from)), from);
    return withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const raceNumber = readRaceNumber('race', values);
      const { timezone } = await requireEvent(database.reads, eventId);
      const race = await findRaceBy(database.reads, eventId, 'race_number', raceNumber);
      if (!race) throw refused(raceNotFound({ raceNumber }), eventId);
      const near = race.startedAt ?? race.scheduledAt;
      const entries = typed.map((each) => entryOf(each, { near, timezone }));
      const input = { race: { raceNumber }, racing: { entries } };
      const call = { operation: setRacing, eventId, input };
      const done = await performOn(database, context, call).catch((error) => {
        throw error instanceof CommandFailed
          ? new CommandFailed(ofBows(error.message, typed))
          : error;
      });
      return outcomeOf(done, eventId);
    });
  },
};

const OF_BOW: Readonly<Record<string, string>> = {
  positionLabel: 'bow',
  startedAt: 'the start of bow',
  finishedAt: 'the finish of bow',
};

/** A refusal that names the bow numbers that were typed, instead of indexes of entries. */
function ofBows(text: string, typed: readonly TypedBoat[]): string {
  const said = text.replace(
    /entries\[(\d+)\]\.(\w+)/g,
    (field, index, property) => `${OF_BOW[property] ?? field} ${typed[index]?.bow}`,
  );
  return said.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** The times typed for one boat; an empty text clears a time. */
interface TypedBoat {
  bow: string;
  startedAt?: string;
  finishedAt?: string;
}

function wordsOf(words: readonly string[], property: 'startedAt' | 'finishedAt'): TypedBoat[] {
  return words.map((word) => {
    const read = readLaneWord(word);
    if (read) return { bow: read.lane, [property]: read.value };
    throw new UsageError(`"${word}" names no boat: write 12=14:03:22.4.`, times);
  });
}

const COLUMNS: Readonly<Record<string, keyof TypedBoat>> = {
  bow: 'bow',
  lane: 'bow',
  start: 'startedAt',
  finish: 'finishedAt',
};

/** @throws CommandFailed for a file without the columns, or with a row that has more cells than these (formats.md §9) */
function typedInFile(bytes: Uint8Array, name: string): TypedBoat[] {
  const table = splitText(decodeText(bytes).text, name);
  if ('unreadable' in table) throw new CommandFailed(`${name} cannot be read: ${table.unreadable}`);
  const [head, ...rows] = table.rows
    .map((cells, index) => ({ row: index + 1, cells: cells.map(({ text }) => text.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const columns = (head?.cells ?? []).map((heading) => COLUMNS[heading.toLowerCase()]);
  if (
    !columns.includes('bow') ||
    columns.every((column) => column === undefined || column === 'bow')
  )
    throw new CommandFailed(`${name} has no columns bow and start or finish in its first line.`);
  const width = (head?.cells ?? []).findLastIndex((heading) => heading !== '') + 1;
  return rows.map(({ row, cells }) => {
    const boat: TypedBoat = { bow: '' };
    for (const [index, column] of columns.entries()) {
      const cell = cells[index] ?? '';
      // An empty cell clears nothing: the clock at the start knows no finishes, and the other way round.
      if (column !== undefined && (column === 'bow' || cell !== '')) boat[column] = cell;
    }
    if (cells.slice(width).every((cell) => cell === '')) return boat;
    throw new CommandFailed(
      `Row ${row} of ${name}, bow ${boat.bow}, has more cells than there are headings. Put a time with a decimal comma in quotation marks.`,
    );
  });
}

function unreadable(name: string) {
  return (error: Error): never => {
    throw new CommandFailed(`${name} cannot be read: ${error.message}.`);
  };
}

/** @throws CommandFailed naming the boat */
function entryOf(
  { bow, startedAt, finishedAt }: TypedBoat,
  moment: Parameters<typeof readTypedTime>[1],
) {
  const read = (text: string): number | null => {
    if (text === '') return null;
    const instant = readTypedTime(text, moment);
    if (typeof instant === 'number') return instant;
    throw new CommandFailed(
      `Bow ${bow}: "${text}" is no time of day such as 14:03:22.4 or 140322.4.`,
    );
  };
  return {
    positionLabel: bow,
    ...(startedAt !== undefined && { startedAt: read(startedAt) }),
    ...(finishedAt !== undefined && { finishedAt: read(finishedAt) }),
  };
}

/** Reads a time by the clock at the venue, or one with an offset. @throws CommandFailed */
type ReadTime = (option: string, text: string) => Promise<number>;

function write(
  values: Values,
  context: Context,
  racingOf: (readTime: ReadTime) => Promise<TimingWrite>,
) {
  return withDatabase(context, async (database) => {
    const eventId = readId('event', values.event);
    const raceNumber = readRaceNumber('number', values);
    const readTime: ReadTime = (option, text) => readMoment(database.reads, eventId, option, text);
    const input = { race: { raceNumber }, racing: await racingOf(readTime) };
    return outcomeOf(
      await performOn(database, context, { operation: setRacing, eventId, input }),
      eventId,
    );
  });
}

/** The race as `/timing/v1` answers it. */
function outcomeOf({ rows, schedule }: OperationOutcome<TimingRows, void>, eventId: number) {
  if (!schedule) throw refused(scheduleNotFound(), eventId);
  const { race, lanes } = oneRaceOf(rows);
  const json = raceTiming(race, lanes, schedule, rows.delays);
  return { json, text: timingText(race, schedule.timezone, json) };
}

function timingText(
  { raceNumber, startedAt }: Race,
  timezone: string | null,
  { effectiveKind, startIntervalSeconds, closed, entered, scored }: RaceTiming,
): string {
  return [
    `Race ${raceNumber}: ${effectiveKind}`,
    ...(startIntervalSeconds === null ? [] : [`every ${startIntervalSeconds} s`]),
    startedAt === null ? 'not started' : `started ${venueTime(startedAt, timezone)}`,
    `${scored} of ${entered} in${closed ? ', closed' : ''}`,
  ].join(', ');
}
