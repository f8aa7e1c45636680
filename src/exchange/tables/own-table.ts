/** The table that we export ourselves: read back without questions (formats.md §4.6; tools.md, "Exports"). */
import { isDate } from '../../contract/instant.ts';
import { readTime } from '../../domain/day/read-dates.ts';
import { isRoundedFrom } from '../../domain/results/finish-time.ts';
import {
  externalIdOf,
  type Format,
  type ReadCrew,
  type ReadFile,
  type ReadLane,
  type ReadRace,
  type ReadResult,
  type ReadStart,
  type RowNote,
  type WrongRow,
} from '../reading/reading.ts';
import { EVENT_COLUMNS, WITHDRAWN } from '../writers/event-table.ts';
import { fullDateOf } from './cells/cell-text.ts';
import { noteOnColumns } from './columns/columns.ts';
import type { Header } from './columns/header.ts';
import { entryOf, OwnRow, racingOf } from './own-row.ts';
import { type ReadTime, readResultTime } from './results/result-time.ts';
import type { Cell, Table } from './table.ts';

const OWN_COLUMNS: ReadonlySet<string> = new Set(['', ...EVENT_COLUMNS]);
const NEEDED = ['raceNumber', 'externalId'];
/** A row that has nothing else is a crew without a race. */
const OF_CREW: ReadonlySet<string> = new Set(['crew', 'crewId', 'club']);
const RESULT_STATUSES = ['finished', 'dns', 'dnf', 'dsq'] as const;
const TWO_TIMES = 'It is another time than finishMillis. Correct one of them, or empty one.';
const TWO_READINGS = 'It can be hours or hundredths. Write it as 1:02:03.0 or as 1:02.03.';
const STATES = ['planned', 'cancelled', 'postponed'] as const;

/** Whether the headings are those of our export. */
export function isOwnTable({ texts }: Header): boolean {
  return NEEDED.every((heading) => texts.includes(heading));
}

/** @param format `csv` or `xlsx`, as the file is */
export function readOwnTable({ rows }: Table, header: Header, format: Format): ReadFile {
  const reader = new OwnReader();
  const unread = noteOnColumns(
    header,
    header.texts.filter((text) => !OWN_COLUMNS.has(text)),
  );
  for (const [index, row] of rows.entries()) {
    const isFilled = row.some(({ text }) => text !== '');
    if (index > header.index && isFilled) reader.read(new OwnRow(header, row, index + 1));
  }
  return {
    format,
    layout: 'own-table',
    questions: [],
    reading: reader.reading(unread ? [unread] : []),
  };
}

function statusOf(row: OwnRow): string | null {
  return row.text('status')?.toLowerCase() ?? null;
}

type OwnRace = Omit<ReadRace, 'lanes'> & { lanes: ReadLane[] };

class OwnReader {
  private readonly races = new Map<string, OwnRace>();
  private readonly byNumber = new Map<number, OwnRace>();
  private readonly crews = new Map<string, ReadCrew>();
  private readonly crewIds = new Set<string>();
  private readonly wrong: WrongRow[] = [];
  /** The first row that each note is on, by the text of the note. */
  private readonly notes = new Map<string, number>();

  read(row: OwnRow) {
    const raceNumber = this.integer(row, 'raceNumber');
    const printed = row.text('printedNumber');
    const name = printed ?? (raceNumber === null ? null : String(raceNumber));
    const crew = this.crewOf(row);
    if (name === null && row.text('externalId') === null) {
      if (crew === null || EVENT_COLUMNS.some((column) => row.cell(column) && !OF_CREW.has(column)))
        this.refuse(row, 'raceNumber', 'It is missing.');
      return;
    }
    const ownId = row.text('externalId');
    // A race without an id is identified by its race number: several races may have one printed number.
    const key = JSON.stringify(ownId === null ? [raceNumber ?? printed] : ownId);
    const known = this.races.get(key);
    const facts = { raceNumber, printed, ...this.factsOf(row) };
    const race: OwnRace = known ?? {
      externalId: ownId ?? externalIdOf('csv', name ?? ''),
      ...(ownId === null && { hasNoId: true }),
      ...facts,
      lanes: [],
      row: row.row,
    };
    this.races.set(key, race);
    this.refuseRepeats(row, race, raceNumber);
    if (known) this.add(row, known, facts, `Race ${name ?? ownId}`);
    const lane = this.laneOf(row, crew);
    if (lane === null) return;
    race.lanes.push(lane);
  }

  /** One id must be one race, and so must one number. */
  private refuseRepeats(row: OwnRow, race: OwnRace, raceNumber: number | null) {
    if (raceNumber !== null && race.raceNumber !== null && race.raceNumber !== raceNumber) {
      this.refuse(row, 'externalId', `The id “${race.externalId}” stands for two races.`);
    }
    if (raceNumber === null) return;
    const holder = this.byNumber.get(raceNumber) ?? race;
    this.byNumber.set(raceNumber, holder);
    const isFirst = row.row === race.row || race.raceNumber === null;
    if (holder === race || !isFirst) return;
    this.refuse(
      row,
      'raceNumber',
      `Race number ${raceNumber} stands for two races, here and in row ${holder.row}.`,
    );
  }

  /** Adds facts of a race or a crew that no row above has; a contradiction is noted, and the row above counts. */
  private add(row: OwnRow, known: object, more: object, called: string): void {
    for (const column of addTo(known, more)) {
      this.note(row, `${called} has another “${column}” in a row above, which is taken.`);
    }
  }

  private note({ row }: OwnRow, text: string): void {
    this.notes.set(text, this.notes.get(text) ?? row);
  }

  /** @param notes on the table as a whole */
  reading(notes: readonly RowNote[]): NonNullable<ReadFile['reading']> {
    const races = [...this.races.values()];
    const lanes = races.flatMap((race) => race.lanes);
    return {
      carries: {
        crews: this.crews.size > 0,
        races: true,
        draw: lanes.length > 0,
        results: lanes.some(({ result }) => result !== null),
      },
      races,
      crews: [...this.crews.values()],
      skipped: [],
      wrong: this.wrong,
      notes: [...notes, ...Array.from(this.notes, ([text, row]) => ({ row, text }))],
    };
  }

  /** The facts of the race as a whole. */
  private factsOf(
    row: OwnRow,
  ): Omit<OwnRace, 'externalId' | 'raceNumber' | 'printed' | 'lanes' | 'row'> {
    const mode = row.text('resultMode');
    const state = STATES.find((each) => each === row.text('state'));
    return {
      title: row.text('title'),
      boatClass: row.text('boatClass'),
      round: row.text('round'),
      divisionLabel: row.text('division'),
      distanceMeters: this.integer(row, 'distanceMeters'),
      start: this.startOf(row),
      ...((mode === 'timed' || mode === 'placesOnly') && { resultMode: mode }),
      ...(state && { state }),
      ...racingOf(row, this.wrong),
      notes: row.text('notes'),
    };
  }

  private startOf(row: OwnRow): ReadStart | null {
    const timeCell = row.cell('time');
    if (timeCell === undefined) return null;
    const time = clockOf(timeCell);
    const dateCell = row.cell('date');
    const text = row.text('date') ?? '';
    const date =
      dateCell?.kind === 'date' ? dateCell.date : isDate(text) ? text : fullDateOf(text, undefined);
    if (time === undefined) this.refuse(row, 'time', 'It is no time of day. Write it as 09:30.');
    if (date === undefined && text !== '')
      this.refuse(row, 'date', 'It is no date. Write it as 2026-06-13.');
    return time === undefined ? null : { date: date ?? null, time, zone: row.text('zone') };
  }

  private crewOf(row: OwnRow): ReadCrew | null {
    const name = row.text('crew');
    if (name === null) return null;
    const known = this.crews.get(name);
    const ownId = row.text('crewId');
    const clubId = row.text('club');
    if (known) {
      const externalId = known.hasNoId ? null : ownId;
      this.add(row, known, { externalId, clubId }, `Crew ${name}`);
      return known;
    }
    if (ownId !== null && this.crewIds.has(ownId)) {
      this.refuse(row, 'crewId', `The id “${ownId}” stands for two crews.`);
    }
    if (ownId !== null) this.crewIds.add(ownId);
    const crew: ReadCrew = {
      externalId: ownId ?? externalIdOf('csv', name),
      ...(ownId === null && { hasNoId: true }),
      name,
      clubId,
      row: row.row,
    };
    this.crews.set(name, crew);
    return crew;
  }

  private laneOf(row: OwnRow, crew: ReadCrew | null): ReadLane | null {
    const position = this.integer(row, 'lane');
    const label = row.text('laneLabel');
    const isWithdrawn = statusOf(row) === WITHDRAWN;
    const result = this.resultOf(row);
    if (position === null && label === null && crew === null && result === null) return null;
    if (position === 0)
      this.refuse(
        row,
        'lane',
        'Lanes are counted from 1; what is printed for them stands in laneLabel.',
      );
    if (isWithdrawn && (crew === null || result !== null)) {
      this.refuse(row, 'status', 'Only a crew without a time and a place can have withdrawn.');
    }
    return {
      ...(position !== null && { position }),
      ...{ label, crew, result },
      ...entryOf(row, this.wrong),
      ...(isWithdrawn && { withdrawn: true }),
      row: row.row,
    };
  }

  private resultOf(row: OwnRow): ReadResult | null {
    const said = statusOf(row);
    const finishMillis = this.finishMillisOf(row);
    const place = this.integer(row, 'place');
    const penaltyMillis = this.penaltyOf(row);
    const isSaid = said !== null && said !== WITHDRAWN;
    if (said === 'assigned' || (!isSaid && finishMillis === null && place === null)) {
      if (penaltyMillis) this.note(row, penaltyNotTaken(row));
      return null;
    }
    const status = !isSaid ? 'finished' : RESULT_STATUSES.find((each) => each === said);
    if (status === undefined) {
      this.refuse(row, 'status', `It is none of ${[...RESULT_STATUSES, WITHDRAWN].join(', ')}.`);
      return null;
    }
    return { status, finishMillis, penaltyMillis, place };
  }

  private finishMillisOf(row: OwnRow): number | null {
    const millis = this.integer(row, 'finishMillis');
    const cell = row.cell('finishTime');
    if (cell === undefined) return millis;
    const read = readResultTime(cell);
    if (millis !== null) {
      if (!mayShow(cell, read, millis)) this.refuse(row, 'finishTime', TWO_TIMES);
      return millis;
    }
    if (read.kind === 'time') return read.millis;
    if (read.kind === 'colons') this.refuse(row, 'finishTime', TWO_READINGS);
    else if (read.kind !== 'none')
      this.refuse(row, 'finishTime', 'It is no time. Write it as 6:42.690.');
    return null;
  }

  private penaltyOf(row: OwnRow): number | null {
    const text = row.text('penaltySeconds')?.trim().replace(',', '.') ?? '';
    if (text === '') return null;
    const [, seconds, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
    if (seconds !== undefined) return Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'));
    this.refuse(row, 'penaltySeconds', 'It is no number of seconds.');
    return null;
  }

  private integer(row: OwnRow, column: string): number | null {
    const value = row.integer(column);
    if (value !== undefined) return value;
    this.refuse(row, column, 'It is no whole number.');
    return null;
  }

  private refuse({ row }: OwnRow, column: string, reason: string): void {
    this.wrong.push({ row, column, reason });
  }
}

function penaltyNotTaken(row: OwnRow): string {
  const crew = row.text('crew') ?? `lane ${row.text('lane') ?? row.text('laneLabel')}`;
  return `The penalty of ${crew} is not taken, because no result is in this row: enter it in the race office.`;
}

/** The columns of properties that have another name. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  ...{ printed: 'printedNumber', divisionLabel: 'division', startedAt: 'raceStartedAt' },
  ...{ externalId: 'crewId', clubId: 'club' },
};

/** Adds what is not known yet. @returns the columns in which `more` contradicts `known` */
function addTo(known: object, more: object): string[] {
  return Object.entries(more).flatMap(([property, value]) => {
    const before = Reflect.get(known, property) ?? null;
    if (value === null || value === undefined || value === before) return [];
    if (before === null) {
      Reflect.set(known, property, value);
      return [];
    }
    const column = COLUMN_OF[property] ?? property;
    if (typeof value !== 'object') return [column];
    const parts = addTo(before, value);
    return property === 'start' || parts.length === 0 ? parts : [column];
  });
}

/** Whether a time may be `millis` with fewer decimals, as a spreadsheet rounds it, down to whole seconds. */
function mayShow({ text }: Cell, read: ReadTime, millis: number): boolean {
  if (read.kind === 'colons') {
    const { asHours, asHundredths } = read;
    return (
      (asHours !== null && isRoundedFrom(millis, asHours, 1000)) ||
      (asHundredths !== null && isRoundedFrom(millis, asHundredths, 10))
    );
  }
  const [, decimals = ''] = /[^\d:](\d+)\D*$/.exec(text) ?? [];
  return read.kind !== 'time' || isRoundedFrom(millis, read.millis, 10 ** (3 - decimals.length));
}

/** `HH:MM:SS`, with thousandths where there are any. */
function clockOf(cell: Cell): string | undefined {
  if (cell.kind === 'time') return new Date(cell.millis).toISOString().slice(11, 19);
  const time = readTime(cell.text);
  return time?.length === 5 ? `${time}:00` : time;
}
