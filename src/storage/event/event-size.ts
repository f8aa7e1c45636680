/** How many races, crews, lanes and progression sources an event has. */
import type { LaneSource } from '../../contract/board.ts';
import { type EventSize, SIZE_KINDS } from '../../domain/event/event-size.ts';
import type { Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { partsOf } from '../engine/rows.ts';

interface Count {
  count: number;
}

const queryOf = (table: 'races' | 'teams') =>
  prepare<{ eventId: number }, Count>((db, p) =>
    db
      .selectFrom(table)
      .where('event_id', '=', p.eventId)
      .select(({ fn }) => fn.countAll<number>().as('count')),
  );

const racesQuery = queryOf('races');
const crewsQuery = queryOf('teams');

const lanesQuery = prepare<{ eventId: number }, Count>((db, p) =>
  db
    .selectFrom('races')
    .innerJoin('lanes', 'lanes.race_id', 'races.id')
    .where('races.event_id', '=', p.eventId)
    .select(({ fn }) => fn.countAll<number>().as('count')),
);

const sourcesQuery = prepare<{ eventId: number }, { source: string }>((db, p) =>
  db
    .selectFrom('races')
    .innerJoin('lanes', 'lanes.race_id', 'races.id')
    .where('races.event_id', '=', p.eventId)
    .where('lanes.source', 'is not', null)
    .select('lanes.source')
    .$narrowType<{ source: string }>(),
);

/** Counts the rows of an event. @param kinds which kinds to count; all by default */
export async function measureEvent(
  db: Queries,
  eventId: number,
  kinds: readonly (keyof EventSize)[] = SIZE_KINDS,
): Promise<Partial<EventSize>> {
  const counts = await Promise.all(
    kinds.map(async (kind) => [kind, await COUNTERS[kind](db, eventId)] as const),
  );
  return Object.fromEntries(counts);
}

const COUNTERS: Record<keyof EventSize, (db: Queries, eventId: number) => Promise<number>> = {
  races: async (db, eventId) => countIn(await racesQuery.run(db, { eventId })),
  crews: async (db, eventId) => countIn(await crewsQuery.run(db, { eventId })),
  lanes: async (db, eventId) => countIn(await lanesQuery.run(db, { eventId })),
  sources: async (db, eventId) => {
    const rows = await sourcesQuery.run(db, { eventId });
    return rows.reduce(
      (sum, { source }) => sum + (JSON.parse(source) as LaneSource).races.length,
      0,
    );
  },
};

function countIn(rows: readonly Count[]): number {
  return rows[0]?.count ?? 0;
}

/** How many lanes each of these races has, by the id of the race; races without lanes are left out. */
export async function countLanesOfRaces(
  db: Queries,
  raceIds: Iterable<number>,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const ids of partsOf([...raceIds])) {
    const rows = await db
      .selectFrom('lanes')
      .where('race_id', 'in', ids)
      .groupBy('race_id')
      .select(({ fn }) => ['race_id as raceId', fn.countAll<number>().as('count')])
      .execute();
    for (const { raceId, count } of rows) counts.set(raceId, count);
  }
  return counts;
}
