/** What is typed about a race itself: its kind, its start interval, its start, and the offset between its clocks. Pure. */
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import {
  MAX_CLOCK_OFFSET_MILLIS,
  MAX_START_INTERVAL_SECONDS,
} from '../../../../../../src/contract/limits.ts';
import {
  type NearMoment,
  readTypedTime,
  type TypedTimeFault,
} from '../../../../../../src/domain/day/typed-times.ts';
import type { WriteBody } from '../../conflicts/write.ts';

/** The values that are written for a race itself. */
export type RaceFacts = Omit<WriteBody<'PATCH /events/{eventId}/races/{raceId}/racing'>, 'entries'>;

export type FactsForm = { kind: string; interval: string; startedAt: string; offset: string };

export type FactsFault = 'wrongInterval' | 'wrongOffset' | { time: TypedTimeFault };

/** The values that were typed, or the first fault. */
type ReadFacts = { facts: RaceFacts } | { field: keyof FactsForm; fault: FactsFault };

type CourseFacts = Pick<OfficeRace, 'state' | 'startedAt' | 'closed' | 'scored'>;

/** Whether a race may be started now. */
export function canStart({ state, startedAt, closed }: CourseFacts): boolean {
  return state === 'planned' && startedAt === null && !closed;
}

/** Whether a race may be closed: it is open, and has started or has a result. */
export function canClose({ startedAt, closed, scored }: CourseFacts): boolean {
  return !closed && (startedAt !== null || scored > 0);
}

/** What typed texts write for a race. @param typed only the fields that differ from what is stored */
export function readFacts(
  { kind, interval, startedAt, offset }: Partial<FactsForm>,
  near: NearMoment,
): ReadFacts {
  const facts: { -readonly [Name in keyof RaceFacts]: RaceFacts[Name] } = {};
  if (kind !== undefined) facts.kind = kind === 'lanes' || kind === 'head' ? kind : null;
  if (interval !== undefined) {
    const seconds = Number(interval.trim());
    const isPossible =
      Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_START_INTERVAL_SECONDS;
    if (interval.trim() !== '' && !isPossible) return { field: 'interval', fault: 'wrongInterval' };
    facts.startIntervalSeconds = interval.trim() === '' ? null : seconds;
  }
  if (startedAt !== undefined) {
    const read = startedAt.trim() === '' ? null : readTypedTime(startedAt, near);
    if (typeof read === 'string') return { field: 'startedAt', fault: { time: read } };
    facts.startedAt = read === null ? null : new Date(read).toISOString();
  }
  if (offset !== undefined) {
    const plain = offset.trim().replaceAll(/[−–]/g, '-').replace(',', '.');
    const millis = Math.round(Number(plain) * 1000);
    if (!(Math.abs(millis) <= MAX_CLOCK_OFFSET_MILLIS))
      return { field: 'offset', fault: 'wrongOffset' };
    facts.clockOffsetMillis = millis;
  }
  return { facts };
}
