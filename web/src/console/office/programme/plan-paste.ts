/** Plans what each row of a pasted programme would write. Nothing is written before the person has seen the plan. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { namesWeekday, readDate } from '../../../../../src/domain/day/read-dates.ts';
import { VenueClock } from '../../../../../src/domain/day/venue-clock.ts';
import { laneLabelsText } from '../../../../../src/domain/draw/lane-labels.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import {
  type PastedRow,
  type PlannedRow,
  type RowFault,
  textsByField,
} from '../paste/pasted-table.ts';
import {
  clockDoubt,
  type Fault,
  isOutside,
  isSameTime,
  RACE_FIELDS,
  type RaceField,
  type RaceTexts,
  type RaceValues,
  readRace,
  textsOfRace,
  textsOfValues,
  withoutOffset,
} from './race-texts.ts';

export interface RacePaste {
  document: Pick<Office, 'event' | 'races'>;
  rows: readonly PastedRow[];
  /** Which property each column is. */
  fields: readonly (RaceField | undefined)[];
  /** Whether `6/7/2026` is 6 July; `undefined`: not known. */
  isDayFirst: boolean | undefined;
  /** YYYY-MM-DD, for rows without a day; empty: such rows are wrong. */
  day: string;
}

type PlannedRace = PlannedRow<RaceField, RaceValues>;

/** A plan for each row, in the order of the rows; rows between races, such as headings of days, have the state `left-out`. */
export function planRaces(paste: RacePaste): PlannedRace[] {
  return new RacePlanner(paste).plan();
}

class RacePlanner {
  private readonly paste: RacePaste;
  private readonly clock: VenueClock;
  private readonly byShown = new Map<string, OfficeRace[]>();
  private readonly byNumber = new Map<number, OfficeRace>();
  /** The stored races with their texts, made once for all rows without a number. */
  private stored: readonly (readonly [OfficeRace, RaceTexts])[] | undefined;
  /** The numbers of all rows, as `labelOf` returns them. */
  private readonly labels = new Set<string>();
  /** The lines on which numbers were found, by `keyOf`. */
  private readonly linesOf = new Map<string, number[]>();
  private nextNumber = 1;
  /** The day of the last row that holds only a day. */
  private dayAbove = '';

  constructor(paste: RacePaste) {
    this.paste = paste;
    this.clock = new VenueClock(paste.document.event.timezone);
    for (const race of paste.document.races) {
      const shown = numberShown(race);
      this.byShown.set(shown, [...(this.byShown.get(shown) ?? []), race]);
      this.byNumber.set(race.raceNumber, race);
    }
    const pasted = paste.rows.map(({ cells }) => Number(this.textsOf(cells).raceNumber));
    const numbers = [...this.byNumber.keys(), ...pasted.filter(Number.isSafeInteger)];
    this.nextNumber = numbers.reduce((most, number) => Math.max(most, number), 0) + 1;
  }

  plan(): PlannedRace[] {
    for (const { line, cells } of this.paste.rows) {
      const texts = this.textsOf(cells);
      this.labels.add(labelOf(texts));
      const key = keyOf(texts, this.isShared(texts));
      if (texts.raceNumber) this.linesOf.set(key, [...(this.linesOf.get(key) ?? []), line]);
    }
    return this.paste.rows.map(({ line, cells }) => this.row(line, cells));
  }

  private textsOf(cells: readonly string[]): Partial<RaceTexts> {
    return withDayOfTime(textsByField(cells, this.paste.fields));
  }

  private row(line: number, cells: readonly string[]): PlannedRace {
    const texts = this.textsOf(cells);
    const base = { line, texts: cells, reads: {}, write: {}, id: null, changes: [], doubts: [] };
    const between = this.betweenRaces(cells, texts);
    if (between) return { ...base, state: 'left-out', faults: between };
    const formulas = this.formulasOf(cells);
    if (formulas.length > 0) return { ...base, state: 'wrong', faults: formulas };
    const isShared = this.isShared(texts);
    const lines = this.linesOf.get(keyOf(texts, isShared)) ?? [];
    if (lines.length > 1) {
      const faults = [{ field: 'raceNumber' as const, code: 'twice', lines }];
      return { ...base, state: 'wrong', faults };
    }
    const race = this.raceOf(texts);
    if (isShared && !race) {
      const field = texts.raceNumber ? 'raceNumber' : 'printedNumber';
      return { ...base, state: 'wrong', faults: [{ field, code: 'shared' }] };
    }
    const { day, faults: dayFaults } = this.dayOf(texts, race);
    const wanted = this.wantedTexts(texts, day, race);
    const { values, faults } = readRace(wanted, this.clock);
    const all = [
      ...dayFaults,
      ...faultsOf(faults, dayFaults),
      ...this.missing(values, race, dayFaults),
    ];
    const doubts = this.doubtsOf(day, wanted.time ?? '');
    const reads = textsOfValues(values, this.clock);
    if (all.length > 0) return { ...base, reads, state: 'wrong', faults: all, doubts };
    return { ...base, reads, ...this.compared(values, race), faults: [], doubts };
  }

  /** Why a row is no race: it holds only a day, or has no number although there is a column of numbers. */
  private betweenRaces(
    cells: readonly string[],
    texts: Partial<RaceTexts>,
  ): RowFault<RaceField>[] | undefined {
    const filled = cells.filter((cell) => cell !== '');
    const [only = ''] = filled;
    if (filled.length === 1 && !/^\d*$/.test(only)) {
      const read = readDate(only, this.dates());
      if ('date' in read && !this.isSoonerTime(only, read.date)) {
        this.dayAbove = read.date;
        return [{ code: 'day-row' }];
      }
    }
    const isNumbered = texts.raceNumber !== undefined || texts.printedNumber !== undefined;
    return isNumbered && !texts.raceNumber && !texts.printedNumber
      ? [{ code: 'no-number' }]
      : undefined;
  }

  /** Whether two numbers that can be read as a date are rather a time: `Pause 12.10`, or `12.10` on no day of the event. */
  private isSoonerTime(text: string, date: string): boolean {
    const twoNumbers = /^(\p{L}+[.,]*\s+)?\d+\s*[./-]\s*\d+\D?$/u.exec(text);
    if (!twoNumbers) return false;
    const [, word] = twoNumbers;
    return word === undefined ? isOutside(date, this.dates()) : !namesWeekday(word);
  }

  private formulasOf(cells: readonly string[]): RowFault<RaceField>[] {
    return this.paste.fields.flatMap((field, column) => {
      const cell = cells[column] ?? '';
      const isFormula = /^=./.test(cell) || /^#(REF|N\/A|NAME|VALUE|WERT|BEZUG|NV|DIV)/.test(cell);
      return field && isFormula ? [{ field, code: 'formula' }] : [];
    });
  }

  /** Whether the number of a row is printed for several races. */
  private isShared(texts: Partial<RaceTexts>): boolean {
    return (this.byShown.get(labelOf(texts))?.length ?? 0) > 1;
  }

  /**
   * Finds the race of a row: by both of its numbers; by the number that people see, and by the round where that number is
   * printed for several races; else by time and title.
   */
  private raceOf(texts: Partial<RaceTexts>): OfficeRace | undefined {
    const own = this.byNumber.get(Number(texts.raceNumber));
    if (own?.printedNumber && own.printedNumber === texts.printedNumber) return own;
    const label = labelOf(texts);
    if (label) {
      const [first, ...others] = this.byShown.get(label) ?? [];
      if (others.length === 0) return first ?? this.hiddenRaceOf(texts);
      const ofRound = [first, ...others].filter((race) => race?.round === texts.round);
      return ofRound.length === 1 ? ofRound[0] : undefined;
    }
    const { day } = this.dayOf(texts, undefined);
    this.stored ??= this.paste.document.races.map((race) => [race, textsOfRace(race, this.clock)]);
    const same = this.stored.filter(([, stored]) => {
      const isThen = stored.day === day && isSameTime(texts.time ?? '', stored.time);
      return isThen && stored.title === (texts.title ?? stored.title);
    });
    return same.length === 1 ? same[0]?.[0] : undefined;
  }

  /** The race with the race number of a row, though it shows another number; not where another row has that number. */
  private hiddenRaceOf({ raceNumber, printedNumber }: Partial<RaceTexts>): OfficeRace | undefined {
    const race = this.byNumber.get(Number(raceNumber));
    const isOther = race && !printedNumber && this.labels.has(numberShown(race));
    return isOther ? undefined : race;
  }

  private dayOf(
    texts: Partial<RaceTexts>,
    race: OfficeRace | undefined,
  ): { day: string; faults: RowFault<RaceField>[] } {
    if (texts.day) {
      const read = readDate(texts.day, this.dates());
      if ('date' in read) return { day: read.date, faults: [] };
      return { day: '', faults: [{ field: 'day', code: read.fault }] };
    }
    const { startDate, endDate } = this.paste.document.event;
    const ofRace = race && textsOfRace(race, this.clock).day;
    const only = startDate === endDate ? startDate : '';
    const day = this.dayAbove || ofRace || only || this.paste.day;
    return { day, faults: day === '' ? [{ field: 'day', code: 'day-needed' }] : [] };
  }

  private dates() {
    const { startDate, endDate } = this.paste.document.event;
    return { isDayFirst: this.paste.isDayFirst, startDate, endDate };
  }

  /**
   * The texts to be read: a number with letters is a printed number, as is a race number that another race has, which shows a
   * different one; a time that is left out stays.
   */
  private wantedTexts(
    texts: Partial<RaceTexts>,
    day: string,
    race: OfficeRace | undefined,
  ): Partial<RaceTexts> {
    const { raceNumber, time, day: _, ...others } = texts;
    const wanted: Partial<RaceTexts> = { ...others };
    const isTaken = !race && this.byNumber.has(Number(raceNumber));
    if (raceNumber && (isTaken || !/^\d+$/.test(raceNumber))) wanted.printedNumber = raceNumber;
    else if (raceNumber && !race) wanted.raceNumber = raceNumber;
    if (!race && !wanted.raceNumber) wanted.raceNumber = String(this.nextNumber++);
    const stored = race && textsOfRace(race, this.clock);
    const isAboutTime = time || texts.day || this.dayAbove || !race;
    if (isAboutTime && (day !== '' || !race)) {
      const then = stored?.time ?? '';
      const isThen = stored?.day === day && (!time || isSameTime(time, then));
      wanted.time = isThen ? then : time || withoutOffset(then).time;
      wanted.day = day;
    }
    // A race always has a result mode, so an empty cell changes nothing.
    if (wanted.resultMode === '') delete wanted.resultMode;
    return wanted;
  }

  private missing(
    { raceNumber }: RaceValues,
    race: OfficeRace | undefined,
    dayFaults: readonly unknown[],
  ): RowFault<RaceField>[] {
    const taken = raceNumber === undefined ? undefined : this.byNumber.get(raceNumber);
    if (!taken || taken.id === race?.id || dayFaults.length > 0) return [];
    return [{ field: 'raceNumber', code: 'number-taken' }];
  }

  private doubtsOf(day: string, time: string): string[] {
    const { event } = this.paste.document;
    const doubt = clockDoubt(day, time, this.clock, event.timezone);
    return [...(isOutside(day, event) ? ['outside'] : []), ...(doubt ? [doubt] : [])];
  }

  private compared(
    values: RaceValues,
    race: OfficeRace | undefined,
  ): Pick<PlannedRace, 'state' | 'id' | 'write' | 'changes'> {
    if (!race) return { state: 'new', id: null, write: values, changes: [] };
    const before = textsOfRace(race, this.clock);
    const differing = Object.entries(values).filter(([name, value]) =>
      name === 'scheduledAt'
        ? Date.parse(String(value)) !== Date.parse(race.scheduledAt)
        : JSON.stringify(value) !== JSON.stringify(race[name as keyof OfficeRace]),
    );
    const after = textsOfRace({ ...race, ...(values as Partial<OfficeRace>) }, this.clock);
    return {
      state: differing.length === 0 ? 'same' : 'changed',
      id: race.id,
      write: Object.fromEntries(differing),
      changes: RACE_FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
        field,
        before: before[field],
        after: field === 'laneScheme' ? laneLabelsText(values.laneScheme ?? null) : after[field],
      })),
    };
  }
}

/** The number of a row. */
function labelOf({ raceNumber, printedNumber }: Partial<RaceTexts>): string {
  return raceNumber || printedNumber || '';
}

/** The key by which rows of the same race are found. @param isShared whether its number is printed for several races */
function keyOf(texts: Partial<RaceTexts>, isShared: boolean): string {
  return isShared ? `${labelOf(texts)} ${texts.round}` : labelOf(texts);
}

/** Divides a text of the time column that also has the day. */
function withDayOfTime(texts: Partial<RaceTexts>): Partial<RaceTexts> {
  const [, day, time] = /^(.*\S)[T\s]\s*(\d{1,2}[:.h]\d{2}.*)$/.exec(texts.time ?? '') ?? [];
  if (day === undefined || time === undefined) return texts;
  return { ...texts, time, day: texts.day || day };
}

function faultsOf(
  faults: Partial<Record<RaceField, Fault>>,
  dayFaults: readonly unknown[],
): RowFault<RaceField>[] {
  return (Object.entries(faults) as [RaceField, Fault][])
    .filter(([field]) => field !== 'day' || dayFaults.length === 0)
    .map(([field, fault]) => ({ field, ...fault }));
}
