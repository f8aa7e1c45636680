/** The rows of the programme's table, and what they would write. Pure. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import type { VenueClock } from '../../../../../src/domain/day/venue-clock.ts';
import { type Decisions, type Mine, REMOVED, UNDECIDED } from '../conflicts/conflicts.ts';
import type { RowDraft, RowDrafts } from '../table/row-drafts.ts';
import { type RowPush, rivalIn, rowPush } from '../table/row-push.ts';
import {
  RACE_FIELDS,
  RACE_PROPERTIES,
  type RaceFaults,
  type RaceField,
  type RaceTexts,
  type RaceValues,
  readRace,
  textsOfInstant,
  textsOfRace,
} from './race-texts.ts';

/** A row of the table, and the day under which it is. */
export interface PlacedRow {
  key: string;
  day: string;
}

/** The texts of a row: what was typed, else what is stored. */
export function shownTexts(
  race: OfficeRace | undefined,
  draft: RowDraft | undefined,
  clock: VenueClock,
): RaceTexts {
  const stored = race ? textsOfRace(race, clock) : EMPTY;
  return { ...stored, ...draft?.values };
}

const EMPTY = Object.fromEntries(RACE_FIELDS.map((field) => [field, ''])) as RaceTexts;

/** The values that a row would write, and its faults. */
export function readRow(
  race: OfficeRace | undefined,
  draft: RowDraft,
  clock: VenueClock,
): { values: RaceValues; faults: RaceFaults } {
  return readRace(wantedTexts(race, draft, clock), clock);
}

/** Only what was typed, day and time together; of a new race all that is not empty, and what is required. */
function wantedTexts(
  race: OfficeRace | undefined,
  draft: RowDraft,
  clock: VenueClock,
): Partial<RaceTexts> {
  const shown = shownTexts(race, draft, clock);
  const isWanted = (field: RaceField) =>
    race
      ? field in draft.values
      : shown[field] !== '' || field === 'raceNumber' || field === 'time' || field === 'day';
  const wanted = Object.fromEntries(
    RACE_FIELDS.filter(isWanted).map((field) => [field, shown[field]]),
  ) as Partial<RaceTexts>;
  if ('day' in wanted || 'time' in wanted)
    Object.assign(wanted, { day: shown.day, time: shown.time });
  return wanted;
}

/** The push for the rows that were typed into. */
export function pushOf(
  rows: RowDrafts,
  races: ReadonlyMap<string, OfficeRace>,
  clock: VenueClock,
  decided: Decisions = UNDECIDED,
): RowPush<RaceValues, RaceFaults> {
  return rowPush(rows, {
    subject: 'race',
    stored: races,
    writable: RACE_PROPERTIES,
    read: (race, draft) => readRow(race, draft, clock),
    decided,
  });
}

/** New rows that are stored already, because the answer to their push was lost. @returns their keys */
export function storedRows(
  rows: RowDrafts,
  races: ReadonlyMap<string, OfficeRace>,
  clock: VenueClock,
): string[] {
  const byNumber = new Map([...races.values()].map((race) => [race.raceNumber, race]));
  const { keys, rows: sent } = pushOf(rows, races, clock);
  return keys.filter((_, index) => {
    const { id, scheduledAt, ...values } = sent[index] as (typeof sent)[number];
    const race = id === null ? byNumber.get(values.raceNumber as number) : undefined;
    if (!race || Date.parse(race.scheduledAt) !== Date.parse(scheduledAt ?? '')) return false;
    return Object.entries(values).every(
      ([property, value]) =>
        JSON.stringify(race[property as keyof OfficeRace]) === JSON.stringify(value),
    );
  });
}

/** What conflicts ask the rows (`Mine`). */
export function mineOf(
  rows: RowDrafts,
  races: ReadonlyMap<string, OfficeRace>,
  clock: VenueClock,
): Mine {
  const rowOf = (id: number | undefined) => rows[String(id)];
  return {
    valuesOf: ({ subject, id }, was) => {
      const draft = subject === 'race' ? rowOf(id) : undefined;
      if (!draft) return undefined;
      if (draft.isRemoved) return REMOVED;
      const race = races.get(String(id)) ?? (was as OfficeRace | undefined);
      return { ...readRow(race, draft, clock).values };
    },
    canAdd: ({ subject }) => subject === 'race',
    clashOf: (property, theirs) => {
      if (property !== 'raceNumber') return undefined;
      const rival = rivalIn(pushOf(rows, races, clock), 'race', property, theirs);
      return rival && { ...rival, instead: { raceNumber: nextNumber(rows, races, theirs) } };
    },
    wasShown: ({ subject, id }, property, theirs) => {
      const draft = rowOf(id);
      if (!draft || draft.isRemoved || subject !== 'race') return false;
      return isShown(draft.stored, property, theirs, clock);
    },
  };
}

/** A race number that neither a race nor a row has. @param taken the number that somebody else has just taken */
function nextNumber(
  rows: RowDrafts,
  races: ReadonlyMap<string, OfficeRace>,
  taken: unknown,
): number {
  const stored = [...races.values()].map(({ raceNumber }) => raceNumber);
  const typed = Object.values(rows).map(({ values }) => Number(values.raceNumber) || 0);
  return Math.max(0, Number(taken), ...stored, ...typed) + 1;
}

function isShown(
  stored: RowDraft['stored'],
  property: string,
  theirs: unknown,
  clock: VenueClock,
): boolean {
  if (property === 'scheduledAt') {
    const at = typeof theirs === 'number' ? theirs : Date.parse(String(theirs));
    const texts = Number.isNaN(at) ? undefined : textsOfInstant(at, clock);
    const typed = (['day', 'time'] as const).filter((field) => field in stored);
    return texts !== undefined && typed.every((field) => stored[field] === texts[field]);
  }
  const text = Array.isArray(theirs) ? theirs.join(', ') : String(theirs ?? '');
  return stored[property] === text;
}

/** The order of the table: by day, time and number, as typed or stored. */
export function placedRows(
  keys: readonly string[],
  textsOf: (key: string) => RaceTexts,
): PlacedRow[] {
  return keys
    .map((key) => ({ key, texts: textsOf(key) }))
    .sort((a, b) => compareTexts(a.texts, b.texts))
    .map(({ key, texts }) => ({ key, day: texts.day }));
}

/**
 * The order after rows were added or removed while somebody types: rows on the screen keep their places.
 *
 * @param shown as it is on the screen
 * @param sorted as it would be
 */
export function mergedRows(shown: readonly PlacedRow[], sorted: readonly PlacedRow[]): PlacedRow[] {
  const wanted = new Set(sorted.map(({ key }) => key));
  const known = new Set(shown.map(({ key }) => key));
  const merged = shown.filter(({ key }) => wanted.has(key));
  sorted.forEach((row, index) => {
    if (known.has(row.key)) return;
    const before = sorted
      .slice(0, index)
      .findLast(({ key }) => merged.some((each) => each.key === key));
    const at = before ? merged.findIndex(({ key }) => key === before.key) + 1 : 0;
    merged.splice(at, 0, row);
  });
  return merged;
}

function compareTexts(a: RaceTexts, b: RaceTexts): number {
  const key = ({ day, time }: RaceTexts) => `${day} ${time.padStart(5, '0')}`;
  if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
  return (Number(a.raceNumber) || 0) - (Number(b.raceNumber) || 0);
}

/**
 * The texts of a race added at the end of a day: the next number, and the time after the same gap as between the two races
 * before.
 */
export function nextRace(
  rows: readonly RaceTexts[],
  day: string,
  clock: VenueClock,
): Partial<RaceTexts> {
  const most = rows.reduce((found, { raceNumber }) => Math.max(found, Number(raceNumber) || 0), 0);
  const ofDay = rows.filter((row) => row.day === day).sort(compareTexts);
  const [before, last] = ofDay.slice(-2).map((row) => instantOf(row, clock));
  const end = last ?? before;
  const gap = last !== undefined && before !== undefined ? last - before : DEFAULT_GAP_MILLIS;
  const next = { raceNumber: String(most + 1), day };
  if (end === undefined || Number.isNaN(end)) return next;
  const at = textsOfInstant(
    end + (gap > 0 && gap <= MAX_GAP_MILLIS ? gap : DEFAULT_GAP_MILLIS),
    clock,
  );
  const distanceMeters = ofDay.at(-1)?.distanceMeters ?? '';
  return { ...next, ...(at.day === day && { time: at.time }), distanceMeters };
}

const DEFAULT_GAP_MILLIS = 10 * 60_000;
/** A longer gap is a break. */
const MAX_GAP_MILLIS = 45 * 60_000;

/** Day and time, `minutes` later; `undefined` where they cannot be read. */
export function shifted(
  texts: Pick<RaceTexts, 'day' | 'time'>,
  minutes: number,
  clock: VenueClock,
): Pick<RaceTexts, 'day' | 'time'> | undefined {
  const instant = instantOf(texts, clock);
  return Number.isNaN(instant) ? undefined : textsOfInstant(instant + minutes * 60_000, clock);
}

/** The start of a row, in epoch milliseconds; NaN where day or time cannot be read. */
export function instantOf(
  { day, time }: Pick<RaceTexts, 'day' | 'time'>,
  clock: VenueClock,
): number {
  return Date.parse(readRace({ day, time }, clock).values.scheduledAt ?? '');
}
