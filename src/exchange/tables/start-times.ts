/** When the races of a table start: dates, day labels, times of day, zones (formats.md §4.3, §4.5). */
import { isDate } from '../../contract/instant.ts';
import { dayFirstOf, readDate, readTime } from '../../domain/day/read-dates.ts';
import { eventDays } from '../../domain/day/venue-day.ts';
import { type Inquiry, textsByText } from '../reading/inquiry.ts';
import type { EventFacts, ReadStart, WrongRow } from '../reading/reading.ts';
import { fullDateOf, lineOf } from './cells/cell-text.ts';
import { cellOf, type RaceDraft, startCellOf } from './race-drafts.ts';
import type { Cell } from './table.ts';

/** A start as it is written in its cells. */
interface Written {
  draft: RaceDraft;
  /** `HH:MM:SS`. */
  time: string;
  /** Whether the hour is from 1 to 12, with neither a.m. nor p.m. nor a zero before it. */
  isTwelveHour: boolean;
  /** The day as it is written; '' where the table has none. */
  day: string;
  date: string | null;
  zone: string | null;
}

/** When the races start. */
export interface Starts {
  starts: ReadonlyMap<RaceDraft, ReadStart>;
  /** The dates of races that have no time of day, where the table says their days. */
  days: ReadonlyMap<RaceDraft, string>;
}

/**
 * The starts of all races that have a time of day, and the days of the others. Asks for the order of dates, days, zone and half
 * of the day.
 */
export function startsOf(
  drafts: readonly RaceDraft[],
  event: EventFacts,
  inquiry: Inquiry,
  wrong: WrongRow[],
): Starts {
  const isDayFirst = dayFirst(drafts, event, inquiry);
  const written = drafts.flatMap((draft) => writtenStart(draft, isDayFirst, wrong) ?? []);
  const timed = new Set(written.map(({ draft }) => draft));
  const untimed = drafts.flatMap((draft) =>
    timed.has(draft) ? [] : (writtenDay(draft, isDayFirst) ?? []),
  );
  const days = daysOf([...written, ...untimed], event, inquiry);
  const inAfternoon = afternoonOf(written, inquiry);
  const zone = written.some((start) => start.zone === null) ? zoneOf(event, inquiry) : null;
  const starts = new Map(
    written.map((start) => [
      start.draft,
      {
        date: start.date ?? days.get(start.day) ?? null,
        time: inAfternoon.has(start) ? twelveLater(start.time) : start.time,
        zone: start.zone ?? zone,
      },
    ]),
  );
  const dates = untimed.flatMap(({ draft, day, date }): [RaceDraft, string][] => {
    const known = date ?? days.get(day);
    return known === undefined ? [] : [[draft, known]];
  });
  return { starts, days: new Map(dates) };
}

/** Whether `6/7/2026` is 6 July, where the table has such dates. */
function dayFirst(
  drafts: readonly RaceDraft[],
  event: EventFacts,
  inquiry: Inquiry,
): boolean | undefined {
  const texts = drafts.flatMap((draft) =>
    [cellOf(draft, 'date'), startCellOf(draft)].flatMap((cell) =>
      cell?.kind === 'text' ? [dateAndTime(lineOf(cell))?.date ?? lineOf(cell)] : [],
    ),
  );
  const order = dayFirstOf(
    texts.filter((text) => text.length <= 60),
    event,
  );
  if (order !== 'ask') return order;
  const example = texts.find((text) => /\d[/-]\d/.test(text)) ?? '';
  const text = `Dates such as “${example}” can be read in two ways. Does the day stand first (dmy), or the month (mdy)?`;
  return inquiry.choose('dateOrder', text, ['dmy', 'mdy'], { about: [example] }) === 'dmy';
}

function writtenStart(
  draft: RaceDraft,
  isDayFirst: boolean | undefined,
  wrong: WrongRow[],
): Written | undefined {
  const cell = startCellOf(draft);
  if (cell === undefined || NO_START.test(lineOf(cell))) return undefined;
  const clock = clockOf(cell, isDayFirst);
  if (clock === undefined) {
    const { row = 0 } =
      draft.rows.find(({ cells }) => cells.start === cell || cells.plannedStart === cell) ?? {};
    const reason = `“${lineOf(cell).slice(0, 60)}” is no time of day. Write it as 09:30.`;
    wrong.push({ row, column: 'start', reason });
    return undefined;
  }
  const said = writtenDay(draft, isDayFirst);
  const date = clock.date ?? said?.date ?? null;
  return { draft, ...clock, day: said?.day ?? '', date };
}

/** The day of a race; `undefined` where the table says none. */
function writtenDay(
  draft: RaceDraft,
  isDayFirst: boolean | undefined,
): Pick<Written, 'draft' | 'day' | 'date'> | undefined {
  const cell = cellOf(draft, 'date');
  if (cell === undefined) return undefined;
  const day = lineOf(cell);
  const date = cell.kind === 'date' ? cell.date : fullDateOf(day, isDayFirst);
  return { draft, day, date: date ?? null };
}

const NO_START = /^(?:[-–—.?]*|t\.?b\.?[acd]\.?)$/i;

type Clock = Pick<Written, 'time' | 'isTwelveHour' | 'zone'> & { date: string | undefined };

function clockOf(cell: Cell, isDayFirst: boolean | undefined): Clock | undefined {
  const exact = { isTwelveHour: false, zone: null, date: undefined };
  if (cell.kind === 'time' || cell.kind === 'duration')
    return withTime(timeOfDay(cell.millis), exact);
  if (cell.kind === 'date')
    return withTime(cell.millisOfDay === null ? undefined : timeOfDay(cell.millisOfDay), {
      ...exact,
      date: cell.date,
    });
  if (cell.kind === 'number') {
    const millis = Math.round(cell.value * 86_400_000);
    return withTime(cell.value > 0 && cell.value < 1 ? timeOfDay(millis) : undefined, exact);
  }
  const text = lineOf(cell).normalize('NFKC');
  if (text.length > 60) return undefined;
  const parts = dateAndTime(text);
  const [, offset] = /(z|[+-]\d{2}:\d{2})$/i.exec(parts ? text : '') ?? [];
  const zone = offset === undefined ? null : offset.toLowerCase() === 'z' ? '+00:00' : offset;
  const clock = parts ? parts.time : text;
  if (!parts && !/[:.h]|[ap]\.?m?\.?$|uhr/i.test(clock)) return undefined;
  const time = readTime(clock);
  const isTwelveHour = /^(?:[1-9]|1[0-2])[:.h]/.test(clock) && !/[ap]\.?\s?m?\.?$/i.test(clock);
  const date = parts ? fullDateOf(parts.date, isDayFirst) : undefined;
  return withTime(time === undefined ? undefined : withSeconds(time), { isTwelveHour, zone, date });
}

function withTime(time: string | undefined, others: Omit<Clock, 'time'>): Clock | undefined {
  return time === undefined ? undefined : { time, ...others };
}

/** `2026-06-13 08:00`, `13.06.2026 9.00 Uhr`, `2026-06-13T09:00:00+02:00`. */
function dateAndTime(text: string): { date: string; time: string } | undefined {
  if (text.length > 60) return undefined;
  const [, date, time] =
    /^(.*\d[^:]*?)(?:[\s,]+|(?<=\d)t)(\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,3})?)?\s?(?:[ap]\.?\s?m?\.?|uhr|h)?)(?:z|[+-]\d{2}:\d{2})?$/i.exec(
      text,
    ) ?? [];
  return date === undefined || time === undefined ? undefined : { date, time };
}

/** @param millis since midnight */
function timeOfDay(millis: number): string | undefined {
  if (millis < 0 || millis >= 86_400_000) return undefined;
  // A fraction of a day is rarely a whole second.
  return new Date(Math.min(Math.round(millis / 1000) * 1000, 86_399_000))
    .toISOString()
    .slice(11, 19);
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time.slice(0, 8);
}

/** The date of each day, by its text. In an event of one day it is that day; otherwise a person is asked. */
function daysOf(
  written: readonly Pick<Written, 'date' | 'day'>[],
  event: EventFacts,
  inquiry: Inquiry,
): ReadonlyMap<string, string> {
  const labels = [...new Set(written.flatMap(({ date, day }) => (date === null ? [day] : [])))];
  if (labels.length === 0) return new Map();
  if (event.startDate === event.endDate)
    return new Map(labels.map((day) => [day, event.startDate]));
  const days = eventDays(event);
  const proposed = labels.map((label, index) => {
    const read = label === '' ? undefined : readDate(label, { isDayFirst: true, ...event });
    const inTurn = days[Math.min(index, days.length - 1)] ?? event.startDate;
    return [label, read && 'date' in read ? read.date : inTurn];
  });
  const named = labels.map((label) =>
    label === '' ? 'the day of the rows that name none' : `“${label}”`,
  );
  const answer = inquiry.ask(
    {
      id: 'dates',
      text: `Which date is ${named.slice(0, 12).join(', ')}?`,
      proposed: Object.fromEntries(proposed),
    },
    (value) => {
      const said = textsByText(value);
      return said && labels.every((label) => isDate(said.get(label) ?? '')) ? said : undefined;
    },
  );
  return answer ?? new Map();
}

/** The starts in the afternoon: without p.m., but earlier than the first of their day, as in 11:50, 12:00, 1:10. */
function afternoonOf(written: readonly Written[], inquiry: Inquiry): ReadonlySet<Written> {
  const byDay = Map.groupBy(written, ({ date, day }) => date ?? day);
  const earlier = [...byDay.values()].flatMap((starts) => {
    if (!starts.every(({ isTwelveHour }) => isTwelveHour)) return [];
    const [first] = starts;
    return starts.filter(({ time }) => first !== undefined && time < first.time && time < '12');
  });
  const [example] = earlier;
  if (example === undefined) return new Set();
  const about = [example.time.slice(0, 5)];
  const text = `Times such as ${about[0]} stand after later ones, and no time says morning or afternoon. Are those that are earlier than the first race of their day in the afternoon?`;
  const isAfternoon = inquiry.choose('twelveHour', text, ['afternoon', 'as-written'], { about });
  return new Set(isAfternoon === 'afternoon' ? earlier : []);
}

function twelveLater(time: string): string {
  return `${Number(time.slice(0, 2)) + 12}${time.slice(2)}`;
}

function zoneOf({ timeZone }: EventFacts, inquiry: Inquiry): string | null {
  if (timeZone !== null) return null;
  const text =
    'The event has no time zone. In which zone are the times of this file, such as Europe/Berlin?';
  return inquiry.ask({ id: 'zone', text, proposed: null }, zoneName) ?? null;
}

function zoneName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 100) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value;
  } catch {
    return undefined;
  }
}
