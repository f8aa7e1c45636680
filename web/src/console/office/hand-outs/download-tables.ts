/** Programme, crews, start lists and results as tables for spreadsheets. Pure. */
import type { LaneSource } from '../../../../../src/contract/board.ts';
import type { Office, OfficeLane, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { venueDay } from '../../../../../src/domain/day/venue-day.ts';
import { formatThousandths } from '../../../../../src/domain/results/finish-time.ts';
import {
  byStanding,
  fieldOf,
  hasResults,
  isRowed,
  showsPlaces,
  totalMillis,
} from '../../../../../src/domain/results/standings.ts';
import type { TableCell } from '../../../../../src/domain/text/csv.ts';
import { timeOfDay } from '../../../shared/times.ts';
import type { Words } from '../../../shared/words/board.ts';
import type { HandOutsWords } from '../../words/office-hand-outs.ts';
import { crewedLanes } from '../races/results/field-entry.ts';

export const SHEET_KINDS = ['programme', 'crews', 'start-lists', 'results'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

export interface SheetTable {
  name: string;
  columns: string[];
  rows: TableCell[][];
}

interface SheetWords {
  own: HandOutsWords;
  /** Words for states and statuses, from the words of the frame. */
  values: Readonly<Record<string, string>>;
  /** Words that all pages share. */
  shared: Pick<Words, 'decimalMark' | 'official' | 'provisional' | 'withdrawn' | 'partlyIn'>;
  /** Where the crew of a lane comes from. */
  source(from: LaneSource): string;
}

/** The name of a download, by its content, in the reader's language. @param day YYYY-MM-DD */
export function fileNameOf(event: string, content: string, day: string, extension: string): string {
  return `${plain(event)} ${plain(content)} ${day}.${extension}`;
}

/** A name without characters that file systems refuse. */
function plain(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ').trim();
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
      return { name, columns: columnsOf(START_LIST), rows: startListRows(document, words) };
    case 'results':
      return { name, columns: columnsOf(RESULTS), rows: resultRows(document, words) };
  }
}

/** Columns of a race; the first ones are those that the page "Programme" reads when they are pasted. */
const OF_RACE = [
  ...(['number', 'printedNumber', 'day', 'time', 'title', 'boatClass', 'round'] as const),
  ...(['division', 'distance', 'state', 'reason'] as const),
] as const;
const PROGRAMME = [...OF_RACE, 'notes'] as const;
const START_LIST = [
  ...OF_RACE,
  ...(['expected', 'lane', 'crew', 'club', 'comesFrom', 'status'] as const),
] as const;
const RESULTS = [
  ...OF_RACE,
  ...(['official', 'place', 'lane', 'crew', 'club', 'status'] as const),
  ...(['finishTime', 'penalty', 'total', 'behind'] as const),
] as const;

function programmeRows(document: Office, words: SheetWords): TableCell[][] {
  return document.races.map((race) => [...factsOf(race, document, words), race.notes]);
}

/**
 * Rows also for empty lanes with a rule that says where their crew comes from, as on paper. The planned time is in the columns
 * that are read again, and the time that crews see in a column of its own.
 */
function startListRows(document: Office, words: SheetWords): TableCell[][] {
  const filled = ({ lanes }: OfficeRace) =>
    lanes.filter(({ crewId, from }) => crewId !== null || from !== null);
  return document.races.flatMap((race) =>
    filled(race).map((lane) => [
      ...factsOf(race, document, words),
      expectedText(race, document),
      lane.positionLabel,
      ...crewOf(lane, document),
      lane.from ? words.source(lane.from) : null,
      lane.withdrawn ? words.shared.withdrawn : null,
    ]),
  );
}

/** Rows of races with a result, and of races that are cancelled or postponed, so that readers find why these have none. */
function resultRows(document: Office, words: SheetWords): TableCell[][] {
  return document.races
    .filter(({ lanes, state }) => hasResults(lanes) || state !== 'planned')
    .flatMap((race) => {
      const facts = [...factsOf(race, document, words), officialText(race, words)];
      if (!hasResults(race.lanes)) {
        return [[...facts, ...Array<null>(RESULTS.length - facts.length).fill(null)]];
      }
      return laneRows(race, document, words).map((cells) => [...facts, ...cells]);
    });
}

/** Rows of one race; with places, and gaps to the fastest crew with a place, where the board shows places. */
function laneRows(
  race: OfficeRace,
  document: Office,
  { values, shared }: SheetWords,
): TableCell[][] {
  const isTold = showsPlaces({ ...race, ...fieldOf(race.lanes), kind: race.effectiveKind });
  const placed = race.lanes.filter(({ finishPlace }) => isTold && finishPlace !== null);
  const best = Math.min(...placed.map(totalMillis).filter((total) => total !== null));
  const timeText = (millis: number | null) =>
    millis === null ? null : formatThousandths(millis, shared.decimalMark);
  return crewedLanes(race)
    .sort(byStanding)
    .map((lane) => {
      const total = totalMillis(lane);
      const isPlaced = placed.includes(lane);
      return [
        isPlaced ? lane.finishPlace : null,
        lane.positionLabel,
        ...crewOf(lane, document),
        lane.withdrawn ? shared.withdrawn : (values[lane.status] ?? lane.status),
        timeText(lane.finishTimeMillis),
        lane.penaltyMillis === null ? null : lane.penaltyMillis / 1000,
        timeText(total),
        total === null || !isPlaced ? null : (total - best) / 1000,
      ];
    });
}

/** `null` where the event does not distinguish provisional from official results, and where there are none. */
function officialText({ official, lanes }: OfficeRace, { shared }: SheetWords): string | null {
  if (official === null || !hasResults(lanes)) return null;
  return official ? shared.official : shared.provisional;
}

/** The start that crews see; `null` for a race that is cancelled or postponed. */
function expectedText({ state, estimatedAt }: OfficeRace, { event }: Office): string | null {
  return state === 'planned' ? timeOfDay(Date.parse(estimatedAt), event.timezone) : null;
}

/** The state of a race; one with results is not "planned" but rowed, or shows how many results are in. */
function stateText({ state, lanes }: OfficeRace, { own, values, shared }: SheetWords): string {
  if (state !== 'planned' || !hasResults(lanes)) return values[state] ?? state;
  const { scored, entered } = fieldOf(lanes);
  return isRowed(lanes) ? own.rowed : shared.partlyIn(scored, entered);
}

function factsOf(race: OfficeRace, { event }: Office, words: SheetWords): TableCell[] {
  return [
    race.raceNumber,
    race.printedNumber,
    ...whenOf(race, event.timezone),
    race.title,
    race.boatClass,
    race.round,
    race.divisionLabel,
    race.distanceMeters,
    stateText(race, words),
    race.reason,
  ];
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
