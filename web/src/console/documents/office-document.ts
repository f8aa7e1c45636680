/** The office document in the form in which the pages show running orders. */
import type { Board } from '../../../../src/contract/board.ts';
import type { Office } from '../../../../src/contract/console/office.ts';
import { DEFAULT_ZONE } from '../../../../src/domain/day/venue-day.ts';
import { categoriesOf } from '../../../../src/domain/results/standings.ts';

/** The races and days of the document, with the names of crews; nothing is hidden from the race office. */
export function runningOrderOf({
  event,
  days,
  crews,
  races,
}: Office): Pick<Board, 'races' | 'days' | 'timezone'> {
  const names = new Map(crews.map(({ id, name }) => [id, name]));
  return {
    timezone: event.timezone ?? DEFAULT_ZONE,
    days: days.map(({ venueDay, ...delay }) => ({ day: venueDay, ...delay })),
    races: races.map((race) => ({
      ...race,
      number: race.printedNumber ?? String(race.raceNumber),
      results: 'full',
      kind: race.effectiveKind,
      lastInAt: null,
      categories: categoriesOf(race.lanes),
      resultsAt: null,
      rules: [],
      lanes: race.lanes.map((lane) => ({
        ...lane,
        crewName: lane.crewId === null ? null : (names.get(lane.crewId) ?? null),
        next: null,
      })),
    })),
  };
}
