/** When races start: what a file says, in the zone of the event, and what has to be asked (formats.md §4.5). */
import { isTimezone, MINUTE_MILLIS, venueDay } from '../../domain/race-day.ts';
import { readVenueTime } from '../../domain/read-venue-time.ts';
import type { ReadStart } from '../../exchange/reading.ts';
import type { ImportContext } from './context.ts';

const DAY_MILLIS = 24 * 60 * MINUTE_MILLIS;

export class Starts {
  private readonly context: ImportContext;

  constructor(context: ImportContext) {
    this.context = context;
  }

  /**
   * The start that a file gives.
   *
   * @returns epoch milliseconds; as proposed where a question about it is open; `undefined` where it is wrong
   */
  read({ date, time, zone }: ReadStart, row: number): number | undefined {
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
    const day = date ?? this.dayOfOthers();
    const timezone = isOffset ? null : (zone ?? this.zone());
    const text = `${day} ${time}${isOffset ? ` ${zone}` : ''}`;
    const instant = readVenueTime(text, { timezone, startDate, endDate });
    if (typeof instant === 'number') {
      if (day < startDate || day > endDate) {
        findings.note(
          row,
          `${day} is no day of the event, which is from ${startDate} to ${endDate}`,
        );
      }
      return instant;
    }
    findings.reject(row, 'time', `${day} ${time} ${instant}`);
    return undefined;
  }

  /**
   * The start of a new race of which the file says no time. Every day begins at the same time.
   *
   * @param day YYYY-MM-DD, where the file says it; otherwise that of the first race
   */
  next(day?: string): number {
    const { answers, findings, event } = this.context;
    const proposed = { first: `${event.startDate} 09:00`, everyMinutes: 10 };
    const given = this.timesOf(answers.times);
    if (!given) {
      findings.ask({
        id: 'times',
        text: 'The file gives some new races no time. Say when the first of them starts, and how many minutes lie between two; they keep the order of the file.',
        proposed,
      });
    }
    const { first, everyMinutes } = given ??
      this.timesOf(proposed) ?? { first: 0, everyMinutes: 0 };
    const { untimed } = this.context;
    const zone = event.timeZone ?? (isTimezone(String(answers.zone)) ? String(answers.zone) : null);
    const firstDay = venueDay(first, zone);
    const ownDay = day ?? firstDay;
    const days = Math.round((Date.parse(ownDay) - Date.parse(firstDay)) / DAY_MILLIS);
    const count = untimed.get(ownDay) ?? 0;
    untimed.set(ownDay, count + 1);
    return first + days * DAY_MILLIS + count * everyMinutes * MINUTE_MILLIS;
  }

  private timesOf(answer: unknown): { first: number; everyMinutes: number } | undefined {
    if (typeof answer !== 'object' || answer === null) return undefined;
    const { first, everyMinutes } = answer as Record<string, unknown>;
    if (typeof first !== 'string' || typeof everyMinutes !== 'number') return undefined;
    if (!(everyMinutes >= 0 && everyMinutes <= 1440)) return undefined;
    const { startDate, endDate } = this.context.event;
    const instant = readVenueTime(first, { timezone: this.zone(), startDate, endDate });
    return typeof instant === 'number' ? { first: instant, everyMinutes } : undefined;
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

  /** `null`: UTC, as long as nobody has said which. */
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
