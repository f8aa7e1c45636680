/** Decides which day and which races the part "Day" shows, when a delay ends, and what its forms send. Pure. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { MINUTE_MILLIS } from '../../../../../src/contract/time-units.ts';
import { SHORTEST_BREAK_MINUTES } from '../../../../../src/domain/day/delay.ts';
import { readVenueInput } from '../../../../../src/domain/day/read-venue-time.ts';
import { isWorthNotifying } from '../../../../../src/domain/day/retime.ts';
import { NEWS_WINDOW_MILLIS, venueDay } from '../../../../../src/domain/day/venue-day.ts';
import { hasBegun } from '../../../../../src/domain/results/standings.ts';
import { timeOfDay } from '../../../shared/times.ts';
import type { Reply } from '../../api.ts';
import type { Problem } from '../../problems.ts';
import type { WriteBody } from '../conflicts/write.ts';

/** The day that is shown first: today where there are races or the regatta is on, else the next with open races. */
export function dayToShow(document: Office, now: number): string | undefined {
  const days = document.days.map((day) => day.venueDay);
  const today = venueDay(now, document.event.timezone);
  if (days.includes(today)) return today;
  return days.find((day) => racesOn(document, day).some(canMove)) ?? days[0];
}

/** The delay of a day for the races to come. */
type RunningDay = Omit<Office['days'][number], 'venueDay'>;

/** The delay of a day as crews see it; none once it ended before the next race, and so moves no race any more. */
export function delayOf(document: Office, day: string): RunningDay {
  const found = document.days.find(({ venueDay }) => venueDay === day);
  const { delayMinutes = 0, until = null } = found ?? {};
  const next = nextRace(racesOn(document, day));
  const isOver = until !== null && next && Date.parse(next.scheduledAt) >= Date.parse(until);
  return isOver ? { delayMinutes: 0, until: null } : { delayMinutes, until };
}

/** The races of a venue day, in running order. */
export function racesOn({ races, event }: Office, day: string): OfficeRace[] {
  return races.filter(
    ({ scheduledAt }) => venueDay(Date.parse(scheduledAt), event.timezone) === day,
  );
}

/** Whether the planned time of a race can still be moved: it has not started, and it is not cancelled. */
export function canMove(race: Pick<OfficeRace, 'lanes' | 'state' | 'startedAt'>): boolean {
  return !hasBegun(race, race.lanes) && race.state !== 'cancelled';
}

/** The next race of a day: the first that is planned and has not started; `undefined`: none. */
export function nextRace(races: readonly OfficeRace[]): OfficeRace | undefined {
  return races.find((race) => canMove(race) && race.state === 'planned');
}

/** Who is told of a new delay. `draft`: nobody; `board`: no followers, the races are far away or over; `told`: followers. */
export function audienceOfDelay(
  { status, followers }: Pick<Office, 'status' | 'followers'>,
  races: readonly OfficeRace[],
  now: number,
): { kind: 'draft' } | { kind: 'board' } | { kind: 'told'; count: number } {
  if (status !== 'published') return { kind: 'draft' };
  const isNews = races.some(
    (race) =>
      !hasBegun(race, race.lanes) &&
      Math.abs(Date.parse(race.estimatedAt) - now) <= NEWS_WINDOW_MILLIS,
  );
  return isNews ? { kind: 'told', count: followers } : { kind: 'board' };
}

/**
 * What was typed about the delay of a day: minutes, or a race with the time at which it starts now; and its end, as `endOf`
 * takes it.
 */
export type DelayForm = { delayMinutes: string; raceId: string; startsAt: string; until: string };

/** The body that is sent for a `DelayForm`. */
type DelayBody = WriteBody<'PUT /events/{eventId}/delay'>;

/**
 * @param now the delay of the day
 * @param until the end that is sent
 * @returns `undefined` while there is nothing to send, or where what was typed is no number
 */
export function delayBody(
  { delayMinutes, raceId, startsAt }: DelayForm,
  day: string,
  now: RunningDay,
  until: string | null,
): DelayBody | undefined {
  if (startsAt !== '') {
    const time = readClock(startsAt);
    return time === undefined || raceId === ''
      ? undefined
      : { raceId: Number(raceId), startsAt: time, until };
  }
  const wanted = wholeNumber(delayMinutes);
  const isSet = wanted === now.delayMinutes && (wanted === 0 || until === now.until);
  if (wanted === undefined || isSet) return undefined;
  // A delay of 0 is sent without an end, so that the stored end stays: re-timed races are within it.
  return { venueDay: day, delayMinutes: wanted, ...(wanted !== 0 && { until }) };
}

/** What was typed about new planned times. */
export type RetimeForm = {
  kind: 'shift' | 'next' | 'fit';
  fromRaceId: string;
  shiftMinutes: string;
  nextAt: string;
  lastAt: string;
  minGapMinutes: string;
  /** Whether followers are told: `yes`, `no`, or empty for what is proposed. */
  notify: '' | 'yes' | 'no';
};

/** @returns `undefined` while something is missing */
export function retimeBody(
  form: RetimeForm,
): WriteBody<'POST /events/{eventId}/retime'> | undefined {
  const { kind } = form;
  const [nextAt, lastAt] = [readClock(form.nextAt), readClock(form.lastAt)];
  const fromRaceId = wholeNumber(form.fromRaceId);
  if (fromRaceId === undefined) return undefined;
  if (kind === 'shift') {
    const shiftMinutes = wholeNumber(form.shiftMinutes);
    return shiftMinutes ? { fromRaceId, shiftMinutes } : undefined;
  }
  if (nextAt === undefined) return undefined;
  if (kind === 'next') return { fromRaceId, nextAt };
  const minGapMinutes = wholeNumber(form.minGapMinutes);
  if (lastAt === undefined || minGapMinutes === undefined) return undefined;
  return { fromRaceId, nextAt, lastAt, minGapMinutes };
}

/**
 * Whether followers are told of new times: as the person chose, else as proposed.
 *
 * @param seen the moves that crews see; `undefined` while the preview is asked for
 * @returns `undefined` where only the service can propose it
 */
export function notifiesFollowers(
  { notify }: Pick<RetimeForm, 'notify'>,
  seen: Parameters<typeof isWorthNotifying>[0] | undefined,
): boolean | undefined {
  return notify === '' ? seen && isWorthNotifying(seen) : notify === 'yes';
}

/** The field that is missing, or cannot be read. */
export function missingOf({ kind, nextAt, lastAt }: RetimeForm): keyof RetimeForm {
  if (kind === 'shift') return 'shiftMinutes';
  if (readClock(nextAt) === undefined) return 'nextAt';
  return readClock(lastAt) === undefined && kind === 'fit' ? 'lastAt' : 'minGapMinutes';
}

/** What was typed about a notice; `until` as `datetime-local` writes it, empty for the end of the day. */
export type NoticeForm = { text: string; until: string };

/** The text of a notice once the palette proposes one: the proposal goes below what is already written, which is kept. */
export function withProposed(written: string, proposed: string): string {
  return written.trim() === '' || written === proposed ? proposed : `${written}\n${proposed}`;
}

/** @returns what is sent; or `'no-such-time'`, where the clocks of the venue skip that time or show it twice */
export function noticeBody(
  { text, until }: NoticeForm,
  event: Office['event'],
): { text: string; until?: string } | 'no-such-time' {
  if (until === '') return { text };
  const at = readVenueInput(until, event);
  if (at === undefined) return 'no-such-time';
  return { text, until: new Date(at).toISOString() };
}

/** What the service says about a time or a race, and the word of this part that tells the reader so. */
const FAULTS = [
  [/comes twice|left out/, 'noSuchTime'],
  [/on another day/, 'leavesDay'],
  [/at least 0$/, 'tooLittle'],
  [/from the planned start|at (least|most) -?\d+/, 'tooFar'],
  [/before nextAt/, 'endsBefore'],
  [/leaves no/, 'tooTight'],
  [/no delay moves it/, 'notDelayed'],
  [/^All races .* have started/, 'allBegun'],
  [/^All races .* are postponed/, 'allPostponed'],
] as const;

/** The refusal with its texts, of each field and as a whole, in the reader's language. */
export function inWords(
  problem: Problem,
  words: Record<(typeof FAULTS)[number][1], string>,
): Problem {
  const said = (detail: string) => {
    const fault = FAULTS.find(([pattern]) => pattern.test(detail))?.[1];
    return fault ? words[fault] : detail;
  };
  const errors = problem.errors.map(({ field, detail }) => ({ field, detail: said(detail) }));
  return { ...problem, detail: said(problem.detail), errors };
}

/** The answer to a write; a refusal in the reader's language. */
export async function replyInWords<Body>(
  write: Promise<Reply<Body>>,
  words: Parameters<typeof inWords>[1],
): Promise<Reply<Body>> {
  const reply = await write;
  return reply.problem ? { problem: inWords(reply.problem, words) } : reply;
}

/** The number of characters as the service counts them. */
export function lengthOf(text: string): number {
  return [...text.trim()].length;
}

/** A time of day as people type it: `11:25`, `11.25`, `11h25`, `1125`, `9:05`. @returns `HH:MM` */
export function readClock(text: string): string | undefined {
  const [, hours = '', minutes = ''] = /^(\d{1,2})\s*[:.h]?\s*(\d{2})$/i.exec(text.trim()) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

function wholeNumber(text: string): number | undefined {
  return /^[+-]?\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;
}

/** When a delay may end. */
export interface DelayEnd {
  /** RFC 3339. */
  at: string;
  /** The first race that keeps its plan; nothing where no race is left to do so. */
  race: OfficeRace | undefined;
  /** The time to the race before; `null` where that is no break. */
  breakMinutes: number | null;
  /** Whether the break is about noon, by the clocks of the venue. */
  isLunch: boolean;
}

/** What the ends depend on. */
interface Delayed {
  /** The first race that the delay moves. */
  fromId: number | undefined;
  delayMinutes: number;
  /** As the day runs now. */
  now: RunningDay;
}

/**
 * The ends to choose from: the race after each break that is longer than the delay, so that no race is to start before
 * an earlier one; and the end that is set now.
 *
 * @param races of the day, in running order
 */
export function endsOffered(
  races: readonly OfficeRace[],
  { fromId, delayMinutes, now }: Delayed,
  timezone: string | null,
): DelayEnd[] {
  const planned = races.filter(({ state }) => state === 'planned');
  const first = planned.findIndex(({ id }) => id === fromId);
  const [from, ...later] = first < 0 ? [] : planned.slice(first);
  if (!from) return [];
  const shortest = Math.max(SHORTEST_BREAK_MINUTES, delayMinutes + 1);
  const ends = later.filter(canMove).flatMap((race): DelayEnd[] => {
    const before = Date.parse(planned[planned.indexOf(race) - 1]?.scheduledAt ?? '');
    const start = Date.parse(race.scheduledAt);
    const breakMinutes = Math.floor((start - before) / MINUTE_MILLIS);
    if (breakMinutes < shortest) return [];
    const isLunch = timeOfDay(before, timezone) < '13:00' && timeOfDay(start, timezone) > '12:00';
    return [{ at: race.scheduledAt, race, breakMinutes, isLunch }];
  });
  const { until } = now;
  if (until === null || isAfter(from, until) || ends.some(({ at }) => at === until)) return ends;
  const race = later.find((each) => isAfter(each, until));
  const set: DelayEnd = { at: until, race, breakMinutes: null, isLunch: false };
  return [...ends, set].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Which races a delay moves as it is typed, and how far: from the next one on, or from the one that starts at a time. */
export function movedBy(
  { startsAt, raceId, delayMinutes }: DelayForm,
  races: readonly OfficeRace[],
  timezone: string | null,
): Pick<Delayed, 'fromId' | 'delayMinutes'> {
  const race = races.find(({ id }) => id === Number(raceId));
  const clock = readClock(startsAt);
  if (startsAt === '')
    return { fromId: nextRace(races)?.id, delayMinutes: Number(delayMinutes) || 0 };
  if (!race || clock === undefined) return { fromId: race?.id, delayMinutes: 0 };
  const planned = timeOfDay(Date.parse(race.scheduledAt), timezone);
  const minutes = minutesOf(clock) - minutesOf(planned);
  // Nearer in the night after the day, as the service reads it.
  const isAfterMidnight = minutes < -DAY_MINUTES / 2;
  return { fromId: race.id, delayMinutes: isAfterMidnight ? minutes + DAY_MINUTES : minutes };
}

const DAY_MINUTES = 24 * 60;

/** @param clock `HH:MM` */
function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether a race is planned at the end of a delay or later. */
function isAfter({ scheduledAt }: OfficeRace, until: string): boolean {
  return Date.parse(scheduledAt) >= Date.parse(until);
}

/** The choice that holds for the whole day. Others are instants, and an empty one is what is proposed. */
export const NO_END = 'none';

/**
 * The end that is sent: what was chosen, else the one that is set, else the next break, also where a delay is set without
 * an end, as one from `/v1` is (console, "Delay that ends").
 *
 * @returns RFC 3339; `null` for the whole day
 */
export function endOf(
  chosen: string,
  now: RunningDay,
  offered: readonly Pick<DelayEnd, 'at' | 'breakMinutes'>[],
): string | null {
  const isOffered = (end: string | null) => offered.some(({ at }) => at === end);
  if (chosen === NO_END) return null;
  if (isOffered(chosen)) return chosen;
  if (isOffered(now.until)) return now.until;
  return offered.find(({ breakMinutes }) => breakMinutes !== null)?.at ?? null;
}
