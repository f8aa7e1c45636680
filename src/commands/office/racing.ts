/** Between start and finish, at the command line: when a race was started, of which kind it is, whether it is closed. */
import Type from 'typebox';
import { RaceKind } from '../../contract/board.ts';
import { type RaceTiming, TimingWrite } from '../../contract/timing.ts';
import { venueTime } from '../../domain/day/venue-time.ts';
import type { Race } from '../../domain/races/plan-races.ts';
import { raceTiming } from '../../domain/races/timing-view.ts';
import { oneRaceOf } from '../../operations/load-rows.ts';
import { type OperationOutcome, scheduleNotFound } from '../../operations/operation.ts';
import { setRacing, type TimingRows } from '../../operations/pushes/set-racing.ts';
import {
  type Command,
  type Context,
  readId,
  type Values,
  WrongCall,
  withDatabase,
} from '../command.ts';
import { readMoment } from '../existing.ts';
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
      throw new WrongCall('--false takes the start back, and needs no --at.', raceStart);
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
      throw new WrongCall('Say --kind or --interval.', raceKind);
    return write(values, context, async () => ({
      ...(kind !== undefined && { kind: kind === 'auto' ? null : kind }),
      ...(startIntervalSeconds !== undefined && { startIntervalSeconds }),
    }));
  },
};

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
