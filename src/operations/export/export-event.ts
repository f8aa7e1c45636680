/** Exports: an event as files for other programs (tools.md, "Export"). Reads only. */
import type { ExportFormat } from '../../contract/export.ts';
import { csvOf, type TableCell } from '../../domain/text/csv.ts';
import type { WholeEvent } from '../../exchange/whole-event.ts';
import { drvResults } from '../../exchange/writers/drv-results.ts';
import { eventFileText } from '../../exchange/writers/event-file.ts';
import { EVENT_COLUMNS, eventTable, type Table } from '../../exchange/writers/event-table.ts';
import { eventStartList } from '../../exchange/writers/start-list.ts';
import { DEFAULT_ZONE } from '../../domain/day/race-day.ts';
import type { Race } from '../../domain/races/plan-races.ts';
import { raceName } from '../../domain/races/race-name.ts';
import { positionLabel } from '../../domain/races/race-view.ts';
import { venueTime } from '../../domain/day/venue-time.ts';
import { lanesOf } from '../../domain/event/event-rows.ts';

export interface ExportedFile {
  /** A plain name, such as `lynx.evt`. */
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface Exported {
  /** One; of FinishLynx three, which belong into one folder. */
  files: readonly ExportedFile[];
  /** In a sentence each, what a person should look at. */
  notes: readonly string[];
}

export interface ExportOptions {
  /** Epoch milliseconds. */
  now: number;
  /** Whether an empty sheet is to be a workbook. */
  isWorkbook?: boolean;
}

export async function exportEvent(
  event: WholeEvent,
  format: ExportFormat,
  { now, isWorkbook = false }: ExportOptions,
): Promise<Exported> {
  switch (format) {
    case 'csv':
      return one('event.csv', CSV, csvOf(eventTable(event), ','));
    case 'template':
      return isWorkbook
        ? { files: [await workbookFile('template.xlsx', templateTable(event))], notes: [] }
        : one('template.csv', CSV, csvOf(templateTable(event), ','));
    case 'xlsx':
      return { files: [await workbookFile('event.xlsx', eventTable(event))], notes: [] };
    case 'crewtimer':
      return one('crewtimer-line-up.csv', CSV, crewtimerLineUp(event));
    case 'drv-results': {
      const { xml, notes } = drvResults(event);
      return one('ergebnisse.xml', 'application/xml', xml, notes);
    }
    case 'json':
      return one('event.json', 'application/json', eventFileText(event, now));
    case 'finishlynx': {
      const { evt, sch, ppl } = eventStartList(event);
      const file = (name: string, bytes: Uint8Array) => ({
        name,
        contentType: 'text/plain',
        bytes,
      });
      // In the order in which they are written: entries last, so that what they name is there.
      const files = [file('lynx.ppl', ppl), file('lynx.sch', sch), file('lynx.evt', evt)];
      return { files, notes: [] };
    }
  }
}

const CSV = 'text/csv; charset=utf-8';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function one(
  name: string,
  contentType: string,
  text: string,
  notes: readonly string[] = [],
): Exported {
  return { files: [{ name, contentType, bytes: Buffer.from(text) }], notes };
}

/** Inside a workbook no time is told, so that the same event gives the same bytes; archives begin in 1980. */
const NO_TIME = new Date(1980, 0, 1);

/** The libraries are loaded when they are needed: that takes as long as a command. */
async function workbookFile(name: string, table: Table): Promise<ExportedFile> {
  const { workbookOf } = await import('../../exchange/writers/workbook.ts');
  const { unzipSync, zipSync } = await import('fflate');
  const workbook = await workbookOf([{ name: 'Running Order', ...table }]);
  const parts = unzipSync(new Uint8Array(await workbook.arrayBuffer()));
  return { name, contentType: WORKBOOK, bytes: zipSync(parts, { mtime: NO_TIME }) };
}

/** @param event whose first day and zone the examples have */
export function templateTable({ startDate, timezone }: WholeEvent): Table {
  const race = {
    ...{ raceNumber: 1, date: startDate, time: '09:00', zone: timezone ?? DEFAULT_ZONE },
    ...{ title: 'Women 4x, Heat 1', boatClass: '4x', round: 'Heat 1', division: 'Women' },
    ...{ distanceMeters: 2000 },
  };
  const rows: Partial<Record<(typeof EVENT_COLUMNS)[number], string | number>>[] = [
    { ...race, lane: 1, crew: 'Example crew A', club: 'Example club' },
    { ...race, lane: 2, crew: 'Example crew B', club: 'Another club' },
  ];
  return {
    columns: EVENT_COLUMNS,
    rows: rows.map((row) => EVENT_COLUMNS.map((column) => row[column] ?? null)),
  };
}

/**
 * The line-up of an event as CrewTimer takes it: a CSV with a row for each crew (CrewTimer, "Data dictionary"). Pure.
 */
const COLUMNS = [
  ...['Event Num', 'Event Name', 'Event Time', 'Day', 'Crew', 'Crew Abbrev', 'Bow', 'Event Info'],
];

/**
 * Races in which nobody is drawn, those that are not rowed, and crews that have withdrawn are left out: CrewTimer takes no race without a crew.
 * The day is a date, because a weekday alone would have to be asked for.
 */
export function crewtimerLineUp(event: WholeEvent): string {
  const clubs = new Map(event.teams.map(({ id, clubId }) => [id, clubId]));
  const numbers = eventNumbers(event.races);
  const rows = event.races
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((race) =>
      lanesOf(event, race.id).flatMap((lane): TableCell[][] => {
        if (!lane.team || lane.withdrawn) return [];
        const bow = positionLabel(lane, race.laneScheme, event.schedule?.laneScheme ?? null);
        const crew = [lane.team.name, clubs.get(lane.team.id) ?? null];
        const number = numbers.get(race) ?? String(race.raceNumber);
        return [[number, ...factsOf(race, number, event.timezone), ...crew, bow, race.notes]];
      }),
    );
  return csvOf({ columns: COLUMNS, rows }, ',');
}

/**
 * CrewTimer makes one race of the rows of one Event Num, so each race has its own: what is printed, where no other race
 * has the same; else its race number; and where that is printed for another race, a number above all.
 */
function eventNumbers(races: readonly Race[]): Map<Race, string> {
  const shown = (race: Race) => race.printedNumber ?? String(race.raceNumber);
  const byShown = Map.groupBy(races, shown);
  const isOwn = (number: string) => byShown.get(number)?.length === 1;
  const integers = [...byShown.keys()].filter((number) => /^\d{1,10}$/.test(number)).map(Number);
  const highest = races.reduce((most, { raceNumber }) => Math.max(most, raceNumber), 0);
  const above = integers.reduce((most, number) => Math.max(most, number), highest);
  return new Map(
    races.map((race) => {
      const { raceNumber } = race;
      if (isOwn(shown(race))) return [race, shown(race)];
      const isPrinted = isOwn(String(raceNumber));
      return [race, String(isPrinted ? above + raceNumber : raceNumber)];
    }),
  );
}

function factsOf(race: Race, number: string, timezone: string | null): TableCell[] {
  const [day = '', time = ''] = venueTime(race.scheduledAt, timezone).split(' ');
  return [raceName(race) || `Race ${number}`, time.slice(0, 'HH:MM'.length), day];
}
