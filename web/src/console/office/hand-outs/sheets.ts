/** Programme, crews, start lists and results as tables for spreadsheets. Pure. */
import type { Office, OfficeLane, OfficeRace } from '../../../../../src/contract/console/office.ts';
import type { TableCell } from '../../../../../src/domain/csv.ts';
import { formatExactTime } from '../../../../../src/domain/finish-time.ts';
import { venueDay } from '../../../../../src/domain/race-day.ts';
import { byStanding, isScored } from '../../../../../src/domain/standings.ts';
import { timeOfDay } from '../../../shared/times.ts';
import type { HandOutsWords } from '../../words/office-hand-outs/en.ts';
import { numberOf } from '../race-names.ts';
import { crewedLanes } from '../races/field-entry.ts';

export const SHEET_KINDS = ['programme', 'crews', 'start-lists', 'results'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

export interface SheetTable {
  name: string;
  columns: string[];
  rows: TableCell[][];
}

interface SheetWords {
  own: HandOutsWords;
  /** Of states and statuses, as the frame calls them. */
  values: Readonly<Record<string, string>>;
}

/** @param document of the race office: nothing is hidden */
export function sheetOf(kind: SheetKind, document: Office, words: SheetWords): SheetTable {
  const name = words.own.sheets[kind];
  const columnsOf = (columns: readonly (keyof HandOutsWords['columns'])[]) =>
    columns.map((column) => words.own.columns[column]);
  switch (kind) {
    case 'programme':
      return { name, columns: columnsOf(PROGRAMME), rows: programmeRows(document, words) };
    case 'crews':
      return {
        name,
        columns: columnsOf(['name', 'club', 'boat']),
        rows: document.crews.map((crew) => [crew.name, crew.clubId, crew.boatIndex]),
      };
    case 'start-lists':
      return { name, columns: columnsOf(START_LIST), rows: startListRows(document) };
    case 'results':
      return { name, columns: columnsOf(RESULTS), rows: resultRows(document, words) };
  }
}

/** As the page "Programme" reads them when they are pasted. */
const PROGRAMME = [
  ...(['number', 'printedNumber', 'day', 'time', 'title', 'boatClass', 'round'] as const),
  ...(['division', 'distance', 'state', 'notes'] as const),
] as const;
const OF_RACE = ['number', 'day', 'time', 'title'] as const;
const START_LIST = [...OF_RACE, 'lane', 'crew', 'club'] as const;
const RESULTS = [
  ...OF_RACE,
  ...(['place', 'lane', 'crew', 'club', 'status', 'finishTime', 'penalty'] as const),
] as const;

function programmeRows({ races, event }: Office, { values }: SheetWords): TableCell[][] {
  return races.map((race) => [
    race.raceNumber,
    race.printedNumber,
    ...whenOf(race, event.timezone),
    race.title,
    race.boatClass,
    race.round,
    race.divisionLabel,
    race.distanceMeters,
    values[race.state] ?? race.state,
    race.notes,
  ]);
}

function startListRows(document: Office): TableCell[][] {
  return document.races.flatMap((race) =>
    crewedLanes(race).map((lane) => [
      ...factsOf(race, document),
      lane.positionLabel,
      ...crewOf(lane, document),
    ]),
  );
}

function resultRows(document: Office, { values }: SheetWords): TableCell[][] {
  return document.races
    .filter(({ lanes }) => isScored(lanes))
    .flatMap((race) =>
      crewedLanes(race)
        .sort(byStanding)
        .map((lane) => [
          ...factsOf(race, document),
          lane.finishPlace,
          lane.positionLabel,
          ...crewOf(lane, document),
          values[lane.status] ?? lane.status,
          lane.finishTimeMillis === null ? null : formatExactTime(lane.finishTimeMillis),
          lane.penaltyMillis === null ? null : lane.penaltyMillis / 1000,
        ]),
    );
}

function factsOf(race: OfficeRace, { event }: Office): TableCell[] {
  return [numberOf(race), ...whenOf(race, event.timezone), race.title];
}

/** Day and time as planned. */
function whenOf({ scheduledAt }: OfficeRace, timezone: string | null): [string, string] {
  const instant = Date.parse(scheduledAt);
  return [venueDay(instant, timezone), timeOfDay(instant, timezone)];
}

function crewOf({ crewId }: OfficeLane, { crews }: Office): [TableCell, TableCell] {
  const crew = crews.find(({ id }) => id === crewId);
  return [crew?.name ?? null, crew?.clubId ?? null];
}
