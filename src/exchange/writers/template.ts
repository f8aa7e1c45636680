/** An empty sheet with the headings of the export and two example rows: one race of two crews. Pure. */
import { DEFAULT_ZONE } from '../../domain/day/race-day.ts';
import type { WholeEvent } from '../whole-event.ts';
import { EVENT_COLUMNS, type Table } from './event-table.ts';

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
