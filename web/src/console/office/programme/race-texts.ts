/** A race as the texts of a row, and the values read from texts; for the table, and for what is pasted. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { formatInstant } from '../../../../../src/contract/instant.ts';
import {
  MAX_INTEGER,
  MAX_LANE_SCHEME_ITEMS,
  MAX_NOTES_LENGTH,
  MAX_POSITION_LABEL_LENGTH,
  MAX_PRINTED_NUMBER_LENGTH,
  MAX_RACE_LABEL_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../../../../src/contract/limits.ts';
import { HOUR_MILLIS } from '../../../../../src/contract/time-units.ts';
import { readTime } from '../../../../../src/domain/day/read-dates.ts';
import { momentsOf, type VenueClock } from '../../../../../src/domain/day/venue-clock.ts';
import { laneLabelsText, readLaneLabels } from '../../../../../src/domain/draw/lane-labels.ts';
import type { RaceRow } from '../table/table-state.ts';

export const RACE_FIELDS = [
  'raceNumber',
  'printedNumber',
  'day',
  'time',
  'title',
  'boatClass',
  'round',
  'divisionLabel',
  'distanceMeters',
  'resultMode',
  'resultVisibility',
  'laneScheme',
  'notes',
] as const;
export type RaceField = (typeof RACE_FIELDS)[number];
export type RaceTexts = Record<RaceField, string>;

/** The values that are sent for a race. */
export type RaceValues = Omit<RaceRow, 'id'>;

/** The properties that a row can write. */
export const RACE_PROPERTIES = [
  'scheduledAt',
  ...RACE_FIELDS.filter((field) => field !== 'day' && field !== 'time'),
] as const;

/** What is wrong with a text. `limit`: the most that is allowed. */
export interface Fault {
  code: 'needed' | 'number' | 'too-long' | 'too-many' | 'time' | 'day' | 'mode' | 'visibility';
  limit?: number;
}

export type RaceFaults = Partial<Record<RaceField, Fault>>;

/** A cache of texts by race and clock of the venue, because a table asks for the same texts again and again. */
const known = new WeakMap<OfficeRace, { clock: VenueClock; texts: RaceTexts }>();

/** The texts of a race that is stored. */
export function textsOfRace(race: OfficeRace, clock: VenueClock): RaceTexts {
  const earlier = known.get(race);
  if (earlier?.clock === clock) return earlier.texts;
  const texts = writeTexts(race, clock);
  known.set(race, { clock, texts });
  return texts;
}

function writeTexts(race: OfficeRace, clock: VenueClock): RaceTexts {
  const { day, time } = textsOfInstant(Date.parse(race.scheduledAt), clock);
  return {
    raceNumber: String(race.raceNumber),
    printedNumber: race.printedNumber ?? '',
    day,
    time,
    title: race.title ?? '',
    boatClass: race.boatClass ?? '',
    round: race.round ?? '',
    divisionLabel: race.divisionLabel ?? '',
    distanceMeters: race.distanceMeters === null ? '' : String(race.distanceMeters),
    resultMode: race.resultMode,
    resultVisibility: race.resultVisibility ?? '',
    laneScheme: laneLabelsText(race.laneScheme),
    notes: race.notes ?? '',
  };
}

/** The texts of values that are written. */
export function textsOfValues(values: RaceValues, clock: VenueClock): Partial<RaceTexts> {
  const { scheduledAt, laneScheme, ...others } = values;
  const texts: Partial<RaceTexts> = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, String(value ?? '')]),
  );
  return {
    ...texts,
    ...(laneScheme !== undefined && { laneScheme: laneLabelsText(laneScheme) }),
    ...(scheduledAt !== undefined && textsOfInstant(Date.parse(scheduledAt), clock)),
  };
}

/**
 * Day and time at the venue; seconds and thousandths only where they are not zero. Where the clocks show a time twice, the
 * second one has its offset: `02:30+01`.
 */
export function textsOfInstant(
  instant: number,
  clock: VenueClock,
): Pick<RaceTexts, 'day' | 'time'> {
  const wall = clock.wallTimeOf(instant);
  const [day = '', rest = ''] = new Date(wall).toISOString().split('T');
  const time = rest
    .replace('Z', '')
    .replace(/\.000$/, '')
    .replace(/^(\d\d:\d\d):00$/, '$1');
  return { day, time: clock.showsAgain(instant) ? time + offsetText(wall - instant) : time };
}

/** An offset in its shortest form, to fit into the cell. @param offset milliseconds ahead of UTC @returns `+01`, `+10:30` */
function offsetText(offset: number): string {
  const [, hours, minutes] = new Date(Math.abs(offset)).toISOString().split(/[T:]/);
  return `${offset < 0 ? '-' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`;
}

/** Whether a text is the time of a race; without an offset it matches both of two equal times of day. */
export function isSameTime(text: string, stored: string): boolean {
  const [said, own] = [withoutOffset(text), withoutOffset(stored)];
  const time = readTime(said.time);
  const isEither = said.offset === undefined || said.offset === own.offset;
  return time !== undefined && time === readTime(own.time) && isEither;
}

/** Divides a typed time from its offset, `+01:00`; without one `undefined`. */
export function withoutOffset(text: string): { time: string; offset: string | undefined } {
  const [, time = '', hours, minutes = ':00'] =
    /^(.*?)\s*(?:([+-]\d\d)(:\d\d)?)?$/.exec(text.trim()) ?? [];
  return { time, offset: hours && hours + minutes };
}

/**
 * Reads the texts of a row.
 *
 * @param texts those to be written; day and time together, or neither
 * @returns the values of valid texts, and the faults of the others, by field
 */
export function readRace(
  texts: Partial<RaceTexts>,
  clock: VenueClock,
): { values: RaceValues; faults: RaceFaults } {
  const values: Record<string, unknown> = {};
  const faults: RaceFaults = {};
  for (const [field, text] of Object.entries(texts) as [RaceField, string][]) {
    if (field === 'day' || field === 'time') continue;
    const read = READERS[field](text.trim());
    if (isFault(read)) faults[field] = read;
    else values[field] = read;
  }
  if (texts.day !== undefined || texts.time !== undefined) {
    const at = readMoment(texts.day ?? '', texts.time ?? '', clock);
    if ('instant' in at) values.scheduledAt = formatInstant(at.instant);
    else faults[at.field] = at.fault;
  }
  return { values: values as RaceValues, faults };
}

function readMoment(
  day: string,
  typedTime: string,
  clock: VenueClock,
): { instant: number } | { field: 'day' | 'time'; fault: Fault } {
  if (typedTime.trim() === '') return { field: 'time', fault: { code: 'needed' } };
  const { time: clockTime, offset } = withoutOffset(typedTime);
  const time = readTime(clockTime);
  if (time === undefined) return { field: 'time', fault: { code: 'time' } };
  const wall = wallOfTexts(day, time);
  if (Number.isNaN(wall)) return { field: 'day', fault: { code: day === '' ? 'needed' : 'day' } };
  if (offset === undefined) return { instant: clock.momentOf(wall) };
  const instant = Date.parse(`${day}T${time}${offset}`);
  // The offset chooses one of two equal times; one that is not in force then is a fault.
  return clock.wallTimeOf(instant) === wall
    ? { instant }
    : { field: 'time', fault: { code: 'time' } };
}

const HALF_DAY_MILLIS = 12 * HOUR_MILLIS;

/**
 * Whether a time is doubtful because the clocks are changed.
 *
 * @returns `'left-out'`: no clock shows it that day; `'twice'`: it comes twice
 */
export function clockDoubt(
  day: string,
  typedTime: string,
  clock: VenueClock,
  timezone: string | null,
): 'left-out' | 'twice' | undefined {
  const wall = wallOfTexts(day, readTime(typedTime) ?? '');
  if (Number.isNaN(wall)) return undefined;
  const offsetAt = (at: number) => clock.wallTimeOf(at) - at;
  const instant = clock.momentOf(wall);
  if (offsetAt(instant - HALF_DAY_MILLIS) === offsetAt(instant + HALF_DAY_MILLIS)) return undefined;
  const { found } = momentsOf(wall, timezone);
  if (found.length === 0) return 'left-out';
  return found.length > 1 ? 'twice' : undefined;
}

/** Whether a day, YYYY-MM-DD or empty, is none of the event. */
export function isOutside(
  day: string,
  { startDate, endDate }: Pick<Office['event'], 'startDate' | 'endDate'>,
): boolean {
  return day !== '' && (day < startDate || day > endDate);
}

function wallOfTexts(day: string, time: string): number {
  return Date.parse(`${day}T${time}Z`);
}

type Reader = (text: string) => unknown;

const READERS: Record<Exclude<RaceField, 'day' | 'time'>, Reader> = {
  raceNumber: (text) => (text === '' ? { code: 'needed' } : readInteger(text)),
  printedNumber: shortText(MAX_PRINTED_NUMBER_LENGTH),
  title: shortText(MAX_TITLE_LENGTH),
  boatClass: shortText(MAX_RACE_LABEL_LENGTH),
  round: shortText(MAX_RACE_LABEL_LENGTH),
  divisionLabel: shortText(MAX_RACE_LABEL_LENGTH),
  distanceMeters: (text) => (text === '' ? null : readInteger(text.replace(/\s?m\.?$/i, ''))),
  resultMode: (text) => readWord(text, MODES) ?? { code: 'mode' },
  resultVisibility: (text) =>
    text === '' ? null : (readWord(text, VISIBILITIES) ?? { code: 'visibility' }),
  laneScheme: (text) => {
    const labels = readLaneLabels(text);
    if (labels && labels.length > MAX_LANE_SCHEME_ITEMS)
      return { code: 'too-many', limit: MAX_LANE_SCHEME_ITEMS };
    const isLong = labels?.some((label) => [...label].length > MAX_POSITION_LABEL_LENGTH);
    return isLong ? { code: 'too-long', limit: MAX_POSITION_LABEL_LENGTH } : labels;
  },
  notes: shortText(MAX_NOTES_LENGTH),
};

/** The beginnings of the words for each value, in the languages of the pages. */
const MODES = {
  timed: /^(timed|times?|mit zeit|zeit|avec temps|temps|chrono)/i,
  placesOnly: /^(places|nur pl|pl[aä]tz|rang)/i,
};
const VISIBILITIES = {
  full: /^(full|all|places and times|voll|alles|pl[aä]tze und|tout|places et)/i,
  placesOnly: /^(places ?only|nur pl|places seul)/i,
  hidden: /^(hidden|nothing|none|verborgen|nichts|cach|rien)/i,
};

function readWord(text: string, words: Readonly<Record<string, RegExp>>): string | undefined {
  if (Object.hasOwn(words, text)) return text;
  return Object.entries(words).find(([, word]) => word.test(text))?.[0];
}

function readInteger(text: string): number | Fault {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return number >= 1 && number <= MAX_INTEGER ? number : { code: 'number' };
}

function shortText(limit: number): Reader {
  return (text) => {
    const plain = text.normalize('NFC');
    // Lengths count code points, as the service does.
    if ([...plain].length > limit) return { code: 'too-long', limit };
    return plain === '' ? null : plain;
  };
}

function isFault(read: unknown): read is Fault {
  return typeof read === 'object' && read !== null && !Array.isArray(read);
}
