/**
 * Finds when races start: what a file says, in the zone of the event, and what has to be asked (formats.md §4.5); the
 * instants of a file's times of day; and whether the start in a timing computer's file can be that of its race.
 */
import { isDate } from '../../../contract/instant.ts';
import { MINUTE_MILLIS } from '../../../contract/time-units.ts';
import { delayOfRace, estimatedStart } from '../../../domain/day/delay.ts';
import { readVenueTime } from '../../../domain/day/read-venue-time.ts';
import {
  isNearEnough,
  momentsAround,
  nearestTo,
  VenueClock,
} from '../../../domain/day/venue-clock.ts';
import { type DaySpan, eventDays, isTimezone, venueDay } from '../../../domain/day/venue-day.ts';
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import type {
  EventFacts,
  Question,
  ReadRace,
  ReadStart,
} from '../../../exchange/reading/reading.ts';
import { isJsonObject } from '../../../exchange/text/text.ts';
import type { Draft, ImportContext } from '../context.ts';

/**
 * Dates in a file that are not days of the event, such as those of last year's sheet: which days of the event they may
 * stand for, by the day of the week or by their order (formats.md §9). Pure.
 */

/** The day of the event for each printed date, both YYYY-MM-DD. */
type Shift = ReadonlyMap<string, string>;

/** The way that leaves all dates as printed, which is always possible. */
const AS_PRINTED = 'as-printed';

/** Whether a date, YYYY-MM-DD, is a day of the event. */
function isWithin(date: string, { startDate, endDate }: DaySpan): boolean {
  return date >= startDate && date <= endDate;
}

/**
 * The ways in which dates outside the event can be shifted, the likeliest first; `as-printed`, which shifts none, is the last.
 *
 * @param dates all that the files print, in any order, YYYY-MM-DD
 */
function shiftsOf(dates: readonly string[], event: DaySpan): ReadonlyMap<string, Shift> {
  const printed = [...new Set(dates)].sort();
  const outside = printed.filter((date) => !isWithin(date, event));
  const days = eventDays(event);
  const byWeekday = new Map(outside.flatMap((date) => pairOf(date, dayOnWeekdayOf(date, days))));
  // If some of the dates are days of the event, the order of the others proves nothing.
  const isAllOutside = outside.length === printed.length;
  const byOrder = new Map(outside.flatMap((date, index) => pairOf(date, days[index])));
  const ways: [string, Shift, boolean][] = [
    ['weekday', byWeekday, isWhole(byWeekday, outside)],
    ['order', byOrder, isAllOutside && isWhole(byOrder, outside)],
    [AS_PRINTED, new Map(outside.map((date) => [date, date])), true],
  ];
  return new Map(ways.flatMap(([way, shift, isPossible]) => (isPossible ? [[way, shift]] : [])));
}

function pairOf(date: string, day: string | undefined): [string, string][] {
  return day === undefined ? [] : [[date, day]];
}

/** Whether all dates have a day, each its own. */
function isWhole(shift: Shift, dates: readonly string[]): boolean {
  return shift.size === dates.length && new Set(shift.values()).size === dates.length;
}

/** The only day of the event on the weekday of a date. */
function dayOnWeekdayOf(date: string, days: readonly string[]): string | undefined {
  const weekday = weekdayOf(date);
  const same = days.filter((day) => weekdayOf(day) === weekday);
  return same.length === 1 ? same[0] : undefined;
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

export class Starts {
  private readonly context: ImportContext;
  private readonly clocks = new Map<string | null, VenueClock>();
  /** Finds when boats started and finished. */
  readonly moments: Moments;

  constructor(context: ImportContext) {
    this.context = context;
    this.moments = new Moments(() => this.zone());
  }

  /**
   * The start that a file gives.
   *
   * @param stored the start that the race has in the event, if any; a file that gives the same start may do so on any day
   * @returns epoch milliseconds; the proposed start while a question about it is open; `undefined` when it is wrong
   */
  read({ date, time, zone }: ReadStart, row: number, stored?: number): number | undefined {
    const { findings } = this.context;
    const isOffset = zone !== null && /^[+-]\d{2}:\d{2}$/.test(zone);
    if (zone !== null && !isOffset && !isTimezone(zone)) {
      findings.reject(
        row,
        'zone',
        `${JSON.stringify(zone)} is no time zone, such as Europe/Berlin`,
      );
      return undefined;
    }
    const { startDate, endDate } = this.context.event;
    const timezone = isOffset ? null : (zone ?? this.zone());
    const clock = this.clocks.get(timezone) ?? new VenueClock(timezone);
    this.clocks.set(timezone, clock);
    const at = (day: string) =>
      readVenueTime(`${day} ${time}${isOffset ? ` ${zone}` : ''}`, {
        timezone,
        startDate,
        endDate,
        clock,
      });
    const printed = date ?? this.dayOfOthers();
    const day = at(printed) === stored ? printed : this.dayOf(printed);
    const instant = at(day);
    if (typeof instant === 'number') return instant;
    findings.reject(row, 'time', `${day} ${time} ${instant}`);
    return undefined;
  }

  /**
   * The start of a new race without a time in the file. Every day begins at the same time by the venue's clocks.
   *
   * @param day YYYY-MM-DD, if the file says it; else the day of the first race is taken
   */
  next(day?: string): number {
    const { answers, findings, event, untimed } = this.context;
    const proposed = { first: `${event.startDate} 09:00`, everyMinutes: 10 };
    const shifted = day === undefined ? undefined : this.dayOf(day);
    const given = this.timesOf(answers.times, shifted);
    if (!given) {
      const isDayOpen = shifted === undefined && event.startDate !== event.endDate;
      const what = this.context.isFounding
        ? 'The event has no races yet, so those of the file become its races, and the file gives them no time.'
        : 'The file gives some new races no time.';
      findings.ask({
        id: 'times',
        text: `${what} Say when the first of them starts${isDayOpen ? ', with its day, because the event has several,' : ''} and how many minutes lie between two; they keep the order of the file.`,
        proposed,
      });
    }
    const { first, everyMinutes } = given ??
      this.timesOf(proposed, shifted) ?? { first: 0, everyMinutes: 0 };
    const zone = event.timeZone ?? (isTimezone(String(answers.zone)) ? String(answers.zone) : null);
    const ownDay = shifted ?? venueDay(first, zone);
    const laterMillis = Date.parse(ownDay) - Date.parse(venueDay(first, zone));
    const clock = new VenueClock(zone);
    const begin = laterMillis === 0 ? first : clock.momentOf(clock.wallTimeOf(first) + laterMillis);
    const count = untimed.get(ownDay) ?? 0;
    untimed.set(ownDay, count + 1);
    return begin + count * everyMinutes * MINUTE_MILLIS;
  }

  /** @param day the day for a time that has none; without it, the day of an event of one day */
  private timesOf(
    answer: unknown,
    day: string | undefined,
  ): { first: number; everyMinutes: number } | undefined {
    if (typeof answer !== 'object' || answer === null) return undefined;
    const { first, everyMinutes } = answer as Record<string, unknown>;
    if (typeof first !== 'string' || typeof everyMinutes !== 'number') return undefined;
    if (!(everyMinutes >= 0 && everyMinutes <= 1440)) return undefined;
    const { startDate, endDate } = this.context.event;
    const days = day === undefined ? { startDate, endDate } : { startDate: day, endDate: day };
    const instant = readVenueTime(first, { timezone: this.zone(), ...days });
    return typeof instant === 'number' ? { first: instant, everyMinutes } : undefined;
  }

  /** The day of a printed date: the date itself if it is a day of the event, else the day that is answered or proposed. */
  private dayOf(date: string): string {
    const { event, answers, findings, printedDates } = this.context;
    if (isWithin(date, event)) return date;
    const shifts = shiftsOf(printedDates, event);
    const { dates } = answers;
    const own = isJsonObject(dates) ? dates[date] : shifts.get(String(dates))?.get(date);
    if (typeof own === 'string' && isDate(own)) return own;
    const [shift = new Map<string, string>()] = shifts.values();
    // When the answer, or another question about dates, has a value for each day, each date gets one, too.
    const isEach = isJsonObject(dates) || findings.asksEach('dates');
    findings.ask(isEach ? eachDate(event, shift) : allDates(event, shifts));
    return shift.get(date) ?? date;
  }

  /** The day of rows that name none. */
  private dayOfOthers(): string {
    const { event, answers, findings } = this.context;
    if (event.startDate === event.endDate) return event.startDate;
    const given = answers.dates;
    const answer =
      typeof given === 'object' && given !== null ? (given as Record<string, unknown>)[''] : given;
    if (typeof answer === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(answer)) return answer;
    findings.ask({
      id: 'dates',
      text: `The file gives some races a time but no day, and the event has several, from ${event.startDate} to ${event.endDate}. Say which day they are on; "" stands for the rows without one.`,
      proposed: { '': event.startDate },
    });
    return event.startDate;
  }

  /** The zone of the file's times; `null` (UTC) until it has been answered. */
  private zone(): string | null {
    const { event, answers, findings } = this.context;
    if (event.timeZone !== null) return event.timeZone;
    const given = answers.zone;
    if (typeof given === 'string' && isTimezone(given)) {
      findings.note(
        null,
        `the event itself has no time zone, so its pages tell times in UTC: give it ${given}, too`,
      );
      return given;
    }
    findings.ask({
      id: 'zone',
      text: 'The event has no time zone. Say in which zone the times of the file are, as an IANA name such as "Europe/Berlin".',
      proposed: this.context.likelyZone,
    });
    return null;
  }
}

function eachDate({ startDate, endDate }: EventFacts, shift: Shift): Question {
  const text = `The file has dates that are no days of the event, which is from ${startDate} to ${endDate}. Say on which day each of them is; the date itself leaves it.`;
  return { id: 'dates', text, proposed: Object.fromEntries(shift) };
}

/** The words for each way of shifting dates in the question. */
const WAYS: Readonly<Record<string, string>> = {
  weekday: 'by the day of the week',
  order: 'by their order',
  [AS_PRINTED]: 'left as they are',
};

function allDates(
  { startDate, endDate }: EventFacts,
  shifts: ReadonlyMap<string, Shift>,
): Question {
  const ways = [...shifts].map(([way, shift]) => {
    const [[date, day] = []] = shift;
    return `${WAYS[way]} (${way}${date === day ? '' : `: ${date} is ${day}`})`;
  });
  const [dates = new Map()] = shifts.values();
  return {
    id: 'dates',
    about: [...dates.keys()],
    text: `The file has dates that are no days of the event, which is from ${startDate} to ${endDate}. Are they taken to its days ${ways.join(', or ')}?`,
    proposed: [...shifts.keys()][0],
    options: [...shifts.keys()],
  };
}

/**
 * Finds the instants of times of day, most of which have no date. The start of a boat is on the date on which it is nearest to
 * the start of its race, and its finish is the next moment at which the clock shows that time, so that elapsed times are right
 * across midnight and a change of the clock.
 */
export class Moments {
  /** The zone of times of day that have none of their own. */
  private readonly timezone: () => string | null;
  private readonly clocks = new Map<string | null, VenueClock>();

  /** @param timezone asked for only where a time has none of its own */
  constructor(timezone: () => string | null) {
    this.timezone = timezone;
  }

  /** @param base when the race starts or started @returns the nearest moment; `undefined` where there is none */
  near(moment: ReadStart, base: number): number | undefined {
    return nearestTo(base, this.candidates(moment, base));
  }

  /** @returns the first moment after a start; `undefined` where there is none within a day */
  after(moment: ReadStart, startedAt: number): number | undefined {
    return this.candidates(moment, startedAt)
      .filter((instant) => instant > startedAt)
      .sort((a, b) => a - b)[0];
  }

  private candidates({ date, time, zone }: ReadStart, base: number): number[] {
    const clock = this.clockOf(zone);
    const millis = Date.parse(`1970-01-01T${time}Z`);
    if (Number.isNaN(millis)) return [];
    if (date === null) return momentsAround(clock, millis, base);
    const { found, candidates } = clock.momentsOf(Date.parse(`${date}T00:00:00Z`) + millis);
    return found.length > 0 ? found : candidates;
  }

  private clockOf(zone: string | null): Pick<VenueClock, 'wallTimeOf' | 'momentsOf'> {
    const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):(\d{2})$/.exec(zone ?? '') ?? [];
    if (sign !== undefined) {
      const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
      const momentsOf = (wall: number) => ({ found: [wall - offset], candidates: [] });
      return { wallTimeOf: (instant) => instant + offset, momentsOf };
    }
    const timezone = zone ?? this.timezone();
    const clock = this.clocks.get(timezone) ?? new VenueClock(timezone);
    this.clocks.set(timezone, clock);
    return clock;
  }
}

/**
 * Enters the start of a race from a file of results alone, such as a timing computer's: on the date nearest to the expected
 * start, and only within 6 hours of that (racing.md, "Started, on the course, over").
 */
export function enterStart(
  draft: Draft,
  context: ImportContext,
  moments: Moments,
  { race, read }: { race: Race; read: ReadRace },
): void {
  if (!read.startedAt) return;
  const expected = expectedStart(draft, context, race);
  const startedAt = moments.near(read.startedAt, expected);
  if (startedAt === undefined || !isNearEnough(startedAt, expected)) {
    const text = `race ${numberShown(race)}: the start ${read.startedAt.time} is more than 6 hours from when it is expected, and is not used`;
    context.findings.note(read.row, text);
    return;
  }
  const now = draft.races.get(race.id) ?? race;
  if (now.startedAt === startedAt) return;
  draft.races.set(race.id, { ...now, startedAt });
  draft.named.races.add(race.id);
}

/** When a race is expected to start, or was expected to; epoch milliseconds. */
function expectedStart(draft: Draft, { event }: ImportContext, { scheduledAt }: Race): number {
  const delay = delayOfRace(scheduledAt, draft.before.delays, event.timeZone);
  return estimatedStart(scheduledAt, delay);
}
