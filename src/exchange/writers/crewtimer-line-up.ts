/**
 * The line-up of an event as CrewTimer takes it: a CSV with a row for each crew (CrewTimer, "Data dictionary"). Pure.
 */
import { venueTime } from '../../domain/day/venue-clock.ts';
import type { Lane } from '../../domain/draw/lane.ts';
import { lanesOf } from '../../domain/event/event-rows.ts';
import { positionLabel, type Race } from '../../domain/races/race.ts';
import { numberShown, raceName } from '../../domain/races/race-name.ts';
import { raceKind } from '../../domain/races/racing.ts';
import { csvOf, type TableCell } from '../../domain/text/csv.ts';
import type { WholeEvent } from '../event-file.ts';

const COLUMNS = [
  ...['Event Num', 'Event Name', 'Event Time', 'Day', 'Crew', 'Crew Abbrev', 'Bow', 'Event Info'],
];
/**
 * Columns that are left out where they are empty. CrewTimer accepts no handicap without a column of ages, and ignores columns
 * that it does not know, which our import reads back.
 */
const OF_ENTRIES = ['RaceType', 'Status', 'Age', 'Handicap', 'Entry Category', 'Planned Start'];

/**
 * Races in which nobody is drawn, those that are not rowed, and crews that have withdrawn are left out: CrewTimer takes no
 * race without a crew. The day is a date, because an import would have to ask for the date of a weekday.
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
        const facts = factsOf(race, number, event.timezone);
        const entry = entryOf(race, lane, event.timezone);
        return [[number, ...facts, ...crew, bow, race.notes, ...entry]];
      }),
    );
  return csvOf(withoutEmpty([...COLUMNS, ...OF_ENTRIES], rows), ',');
}

/**
 * CrewTimer makes one race of the rows of one Event Num, so each race has its own: its printed number, if no other race has
 * it; else its race number, or a number above all if that is printed for another race.
 */
function eventNumbers(races: readonly Race[]): Map<Race, string> {
  const byShown = Map.groupBy(races, numberShown);
  const isOwn = (number: string) => byShown.get(number)?.length === 1;
  const integers = [...byShown.keys()].filter((number) => /^\d{1,10}$/.test(number)).map(Number);
  const highest = races.reduce((most, { raceNumber }) => Math.max(most, raceNumber), 0);
  const above = integers.reduce((most, number) => Math.max(most, number), highest);
  return new Map(
    races.map((race) => {
      const { raceNumber } = race;
      if (isOwn(numberShown(race))) return [race, numberShown(race)];
      const isPrinted = isOwn(String(raceNumber));
      return [race, String(isPrinted ? above + raceNumber : raceNumber)];
    }),
  );
}

function withoutEmpty(columns: readonly string[], rows: readonly TableCell[][]) {
  const isFilled = (column: string) =>
    rows.some((row) => (row[columns.indexOf(column)] ?? null) !== null);
  const hasHeads = rows.some((row) => row[COLUMNS.length] === HEAD);
  const kept = columns.filter((column, index) => {
    if (index < COLUMNS.length) return true;
    if (column === 'RaceType') return hasHeads;
    return isFilled(column === 'Age' ? 'Handicap' : column);
  });
  const indexes = kept.map((column) => columns.indexOf(column));
  return { columns: kept, rows: rows.map((row) => indexes.map((index) => row[index] ?? null)) };
}

const HEAD = 'Head';

function entryOf(race: Race, lane: Lane, timezone: string | null): TableCell[] {
  const { allowanceMillis, category, outOfCompetition, plannedStartMillis } = lane;
  const plannedAt = plannedStartMillis === null ? null : race.scheduledAt + plannedStartMillis;
  const [, planned = null] = plannedAt === null ? [] : venueTime(plannedAt, timezone).split(' ');
  return [
    ...[raceKind(race) === 'head' ? HEAD : 'Sprint', outOfCompetition ? 'Exhibition' : null],
    ...[null, allowanceMillis === null ? null : allowanceMillis / 1000, category, planned],
  ];
}

function factsOf(race: Race, number: string, timezone: string | null): TableCell[] {
  const [day = '', time = ''] = venueTime(race.scheduledAt, timezone).split(' ');
  return [raceName(race) || `Race ${number}`, time.replace(/:00$/, ''), day];
}
