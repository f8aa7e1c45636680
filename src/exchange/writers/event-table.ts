/**
 * An event as one table, a row for each lane, which the import reads back without a question (`docs/export.md`). A race
 * without lanes has one row. Pure.
 */
import type { Team } from '../../domain/crews/team.ts';
import { VenueClock, venueTime } from '../../domain/day/venue-clock.ts';
import { DEFAULT_ZONE } from '../../domain/day/venue-day.ts';
import type { Lane, LaneResult } from '../../domain/draw/lane.ts';
import { lanesOf } from '../../domain/event/event-rows.ts';
import { positionLabel, type Race } from '../../domain/races/race.ts';
import { formatThousandths } from '../../domain/results/finish-time.ts';
import { shownResults } from '../../domain/results/standings.ts';
import type { TableCell } from '../../domain/text/csv.ts';
import { shared } from '../../words/en.ts';
import type { WholeEvent } from '../event-file.ts';

export interface Table {
  columns: readonly string[];
  rows: readonly (readonly TableCell[])[];
}

/** The headings, which the import recognises. */
export const EVENT_COLUMNS = [
  ...(['raceNumber', 'externalId', 'date', 'time', 'zone', 'title', 'boatClass', 'round'] as const),
  ...(['division', 'distanceMeters', 'lane', 'laneLabel', 'crew', 'crewId', 'club'] as const),
  ...(['status', 'finishTime', 'finishMillis', 'penaltySeconds', 'place', 'notes'] as const),
  ...(['printedNumber', 'resultMode', 'state'] as const),
  ...(['kind', 'startIntervalSeconds', 'raceStartedAt', 'closed', 'clockOffsetMillis'] as const),
  ...(['category', 'allowanceSeconds', 'outOfCompetition'] as const),
  ...(['plannedStartAt', 'startedAt', 'finishedAt'] as const),
];

/** The word in the column of statuses for a crew that has withdrawn, which has no status. */
export const WITHDRAWN = shared.withdrawn;

type EventRow = Record<(typeof EVENT_COLUMNS)[number], TableCell>;

export function eventTable(event: WholeEvent): Table {
  const teams = new Map(event.teams.map((team) => [team.id, team]));
  const clock = new ZoneNames(event.timezone);
  const rows = event.races.flatMap((race) => {
    const facts = factsOf(race, clock);
    const lanes = lanesOf(event, race.id);
    if (lanes.length === 0) return [{ ...NO_LANE, ...facts }];
    const shown = shownResults(race.resultMode, lanes);
    return lanes.map((lane, index): EventRow => {
      const label = positionLabel(lane, race.laneScheme, event.schedule?.laneScheme ?? null);
      const { id = 0 } = lane.team ?? {};
      return {
        ...facts,
        lane: lane.position,
        laneLabel: label === String(lane.position) ? null : label,
        ...crewOf(teams.get(id)),
        ...resultOf(shown[index] ?? lane),
        ...entryOf(lane, race, clock),
        ...(lane.withdrawn && { status: WITHDRAWN }),
      };
    });
  });
  return {
    columns: EVENT_COLUMNS,
    rows: rows.map((row) => EVENT_COLUMNS.map((column) => escaped(row[column]))),
  };
}

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, and before text that begins with one: a reader of
 * the table takes exactly one away (`OwnRow.text`).
 */
export function escaped(cell: TableCell): TableCell {
  return typeof cell === 'string' && /^[=+\-@'\t\r]/.test(cell) ? `'${cell}` : cell;
}

const NO_LANE = {
  lane: null,
  laneLabel: null,
  ...crewOf(undefined),
  status: null,
  finishTime: null,
  finishMillis: null,
  penaltySeconds: null,
  place: null,
  ...{ category: null, allowanceSeconds: null, outOfCompetition: null },
  ...{ plannedStartAt: null, startedAt: null, finishedAt: null },
};

/** Both values are written as words, so that a person who changes one in a sheet knows the other. */
function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}

function entryOf(lane: Lane, { scheduledAt }: Race, clock: ZoneNames) {
  const { team, category, allowanceMillis, outOfCompetition } = lane;
  const { plannedStartMillis, startedAt, finishedAt } = lane;
  const plannedAt = plannedStartMillis === null ? null : scheduledAt + plannedStartMillis;
  return {
    category,
    allowanceSeconds: allowanceMillis === null ? null : allowanceMillis / 1000,
    outOfCompetition: team ? yesOrNo(outOfCompetition) : null,
    plannedStartAt: clock.exact(plannedAt),
    startedAt: clock.exact(startedAt),
    finishedAt: clock.exact(finishedAt),
  };
}

function factsOf(race: Race, clock: ZoneNames) {
  const { raceNumber, externalId, title, boatClass, round, divisionLabel } = race;
  const { distanceMeters, notes, printedNumber, resultMode, state } = race;
  const { kind, startIntervalSeconds, closed, clockOffsetMillis } = race;
  return {
    ...{ raceNumber, externalId, ...clock.read(race.scheduledAt) },
    ...{ title, boatClass, round, division: divisionLabel, distanceMeters },
    ...{ notes, printedNumber, resultMode, state },
    ...{ kind, startIntervalSeconds, raceStartedAt: clock.exact(race.startedAt) },
    ...{ closed: yesOrNo(closed), clockOffsetMillis: clockOffsetMillis || null },
  };
}

function crewOf(team: Team | undefined) {
  return {
    crew: team?.name ?? null,
    crewId: team?.externalId ?? null,
    club: team?.clubId ?? null,
  };
}

/** @param result as the race shows it: with derived places, and without times where it shows places only */
function resultOf({ status, finishTimeMillis, penaltyMillis, finishPlace }: LaneResult) {
  return {
    status: status === 'assigned' ? null : status,
    finishTime: finishTimeMillis === null ? null : formatThousandths(finishTimeMillis),
    finishMillis: finishTimeMillis,
    // No penalty and one of 0 seconds are the same.
    penaltySeconds: penaltyMillis ? penaltyMillis / 1000 : null,
    place: finishPlace,
  };
}

/** Day, time of day and zone of moments, so that each is read back as the same one. */
class ZoneNames {
  private readonly timezone: string | null;
  private readonly clock: VenueClock;

  constructor(timezone: string | null) {
    this.timezone = timezone;
    this.clock = new VenueClock(timezone);
  }

  /** A moment to the millisecond, with the offset of the venue: it is unambiguous when clocks change. */
  exact(instant: number | null): string | null {
    if (instant === null) return null;
    const [date, time, offset] = venueTime(instant, this.timezone).split(' ');
    return `${date}T${time}${offset}`;
  }

  /** @param instant epoch milliseconds */
  read(instant: number): { date: string; time: string; zone: string } {
    const [date = '', time = '', offset = ''] = venueTime(instant, this.timezone).split(' ');
    const zone = this.clock.showsOnce(instant) ? (this.timezone ?? DEFAULT_ZONE) : offset;
    return { date, time: time.replace(/:00$/, ''), zone };
  }
}

/** An empty sheet with two example rows: one race of two crews. @param event whose first day and zone the examples have */
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
