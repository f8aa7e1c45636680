/** The races of a schedule. */
import type { Change } from '../../domain/history/changes.ts';
import type { Race, RaceFields, RaceStep } from '../../domain/races/race.ts';
import { RACED } from '../../domain/results/standings.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { findsAny, insertAll, updateAll } from '../engine/rows.ts';
import type { NewRow, Row } from '../migrations/tables.ts';
import { formatList, parseList } from './schedules.ts';

/** A race as it is stored, with the properties that only documents need. */
export interface StoredRace extends Race {
  /** The schedule's `rowRevision` at which the race, its lanes or its crews' names last changed. */
  revision: number;
  /** When its results, their mode or its own visibility last changed, in epoch milliseconds; `null`: never. */
  resultsAt: number | null;
}

type RaceRow = Omit<StoredRace, 'laneScheme' | 'official' | 'closed'> & {
  laneScheme: string | null;
  official: number;
  closed: number;
};

const RACE_COLUMNS = [
  'id',
  'external_id as externalId',
  'race_number as raceNumber',
  'title',
  'scheduled_at as scheduledAt',
  'distance_meters as distanceMeters',
  'boat_class as boatClass',
  'round',
  'division_label as divisionLabel',
  'result_mode as resultMode',
  'result_visibility as resultVisibility',
  'lane_scheme as laneScheme',
  'notes',
  'printed_number as printedNumber',
  'state',
  'reason',
  'is_official as official',
  'kind',
  'start_interval_seconds as startIntervalSeconds',
  'started_at as startedAt',
  'is_closed as closed',
  'clock_offset_millis as clockOffsetMillis',
  'first_published_at as firstPublishedAt',
  'revision',
  'results_at as resultsAt',
  'last_in_at as lastInAt',
] as const;

function selectRaces(db: Queries, eventId: number) {
  return db.selectFrom('races').where('event_id', '=', eventId).select(RACE_COLUMNS);
}

const racesQuery = prepare<{ eventId: number }, RaceRow>((db, p) =>
  selectRaces(db, p.eventId).orderBy('scheduled_at').orderBy('race_number'),
);

/** All races of a schedule in running order, the order of `byRunningOrder` (decision A3). */
export async function listRaces(db: Queries, eventId: number): Promise<StoredRace[]> {
  return (await racesQuery.run(db, { eventId })).map(raceOf);
}

export function hasRaces(db: Queries, eventId: number): Promise<boolean> {
  return findsAny(db.selectFrom('races').where('event_id', '=', eventId).select('id').limit(1));
}

const changedRacesQuery = prepare<{ eventId: number; revision: number }, RaceRow>((db, p) =>
  selectRaces(db, p.eventId).where('revision', '>', p.revision),
);

/** The races that have changed since a revision of the schedule, in no particular order. */
export async function listRacesChangedSince(
  db: Queries,
  eventId: number,
  revision: number,
): Promise<StoredRace[]> {
  return (await changedRacesQuery.run(db, { eventId, revision })).map(raceOf);
}

const raceQuery = prepare<{ eventId: number; externalId: string }, RaceRow>((db, p) =>
  selectRaces(db, p.eventId).where('external_id', '=', p.externalId),
);

/** One race by the sender's id. */
export async function findRace(
  db: Queries,
  eventId: number,
  externalId: string,
): Promise<StoredRace | undefined> {
  if (!canBeStored(externalId)) return undefined;
  const [row] = await raceQuery.run(db, { eventId, externalId });
  return row && raceOf(row);
}

const raceByIdQuery = prepare<{ eventId: number; id: number }, RaceRow>((db, p) =>
  selectRaces(db, p.eventId).where('id', '=', p.id),
);

/** Races by the service's own ids. One race is looked up; for several, all races of the event are read and filtered. */
export async function listRacesById(
  db: Queries,
  eventId: number,
  ids: ReadonlySet<number>,
): Promise<StoredRace[]> {
  const [id, another] = ids;
  if (id === undefined) return [];
  if (another === undefined) return (await raceByIdQuery.run(db, { eventId, id })).map(raceOf);
  return (await listRaces(db, eventId)).filter((race) => ids.has(race.id));
}

/** One race by the service's own id, or by its race number. */
export async function findRaceBy(
  db: Queries,
  eventId: number,
  column: 'id' | 'race_number',
  number: number,
): Promise<StoredRace | undefined> {
  const row = await selectRaces(db, eventId).where(column, '=', number).executeTakeFirst();
  return row && raceOf(row);
}

/** Whether an id can be stored. None contains U+0000, and PostgreSQL rejects a query for such an id. */
export function canBeStored(externalId: string): boolean {
  return !externalId.includes('\0');
}

function raceOf(row: RaceRow): StoredRace {
  const { laneScheme, official, closed } = row;
  return Object.assign(row, {
    laneScheme: parseList(laneScheme),
    official: official === 1,
    closed: closed === 1,
  });
}

function selectWithLanes(db: Queries, eventId: number) {
  return db
    .selectFrom('races as r')
    .innerJoin('lanes as l', 'l.race_id', 'r.id')
    .where('r.event_id', '=', eventId)
    .select('r.id')
    .distinct();
}

const scoredQuery = prepare<{ eventId: number }, { id: number }>((db, p) =>
  selectWithLanes(db, p.eventId).where('l.status', '!=', 'assigned'),
);

/** The ids of the races that are scored in `/v1` (decision A9). */
export async function listScoredRaceIds(db: Queries, eventId: number): Promise<Set<number>> {
  return new Set((await scoredQuery.run(db, { eventId })).map((row) => row.id));
}

const racedQuery = prepare<{ eventId: number }, { id: number }>((db, p) =>
  selectWithLanes(db, p.eventId).where('l.status', 'in', RACED),
);

/** The ids of the races that have been on the course (`hasRaced`). */
export async function listRacedRaceIds(db: Queries, eventId: number): Promise<Set<number>> {
  return new Set((await racedQuery.run(db, { eventId })).map((row) => row.id));
}

/** The change of one race with the id of its row, also of a new race, which has no `change`. */
type RaceWithId = Pick<RaceStep, 'before' | 'after'> & { id: number; change?: Change };

/** Writes races that are new or have changed; all of them count as changed at `revision`. */
export async function applyRaceSteps(
  tx: Write,
  eventId: number,
  steps: readonly RaceWithId[],
  revision: number,
): Promise<void> {
  const inserts: NewRow<'races'>[] = [];
  const updates: Partial<NewRow<'races'>>[] = [];
  const parked: Partial<NewRow<'races'>>[] = [];
  const rekeyed: Partial<NewRow<'races'>>[] = [];
  const changes = new Set(steps.flatMap(({ change }) => Object.keys(change?.after ?? {})));
  const changed = FACT_NAMES.filter((column) => changes.has(FACTS[column]));
  for (const { id, before, after } of steps) {
    const keys = { external_id: after.externalId, race_number: after.raceNumber };
    if (before === null) {
      inserts.push({ id, event_id: eventId, ...keys, ...factsOf(after, FACT_NAMES), revision });
      continue;
    }
    const { externalId, raceNumber } = before;
    updates.push({ id, revision, ...factsOf(after, changed) });
    // Two races may swap numbers, so both first get a number that no race can have.
    if (raceNumber !== after.raceNumber) parked.push({ id, race_number: -id });
    // Indexed columns are written only if they change, because writing an index is slow and rarely needed.
    if (raceNumber !== after.raceNumber || externalId !== after.externalId) {
      rekeyed.push({ id, ...keys });
    }
  }
  await updateAll(tx, 'races', ['id'], parked);
  await updateAll(tx, 'races', ['id'], rekeyed);
  await updateAll(tx, 'races', ['id'], updates);
  await insertAll(tx, 'races', inserts);
}

type RaceFacts = Omit<
  Row<'races'>,
  'id' | 'event_id' | 'external_id' | 'race_number' | 'revision' | 'results_at'
>;

/** The property of each column outside the unique indexes; the type makes sure that no such column is missing. */
const FACTS: { [Column in keyof RaceFacts]: keyof RaceFields } = {
  title: 'title',
  scheduled_at: 'scheduledAt',
  distance_meters: 'distanceMeters',
  boat_class: 'boatClass',
  round: 'round',
  division_label: 'divisionLabel',
  result_mode: 'resultMode',
  result_visibility: 'resultVisibility',
  lane_scheme: 'laneScheme',
  notes: 'notes',
  printed_number: 'printedNumber',
  state: 'state',
  reason: 'reason',
  is_official: 'official',
  kind: 'kind',
  start_interval_seconds: 'startIntervalSeconds',
  started_at: 'startedAt',
  is_closed: 'closed',
  clock_offset_millis: 'clockOffsetMillis',
  first_published_at: 'firstPublishedAt',
  last_in_at: 'lastInAt',
};
const FACT_NAMES = Object.keys(FACTS) as (keyof RaceFacts)[];

/** The given facts of a race as its columns store them: a boolean as 0 or 1, a list as JSON. */
function factsOf(race: RaceFields, columns: readonly (keyof RaceFacts)[]): RaceFacts {
  const facts: Record<string, unknown> = {};
  for (const column of columns) {
    const value = race[FACTS[column]];
    if (typeof value === 'boolean') facts[column] = Number(value);
    else facts[column] = Array.isArray(value) ? formatList(value) : value;
  }
  return facts as RaceFacts;
}

/** Which races a write has changed. */
interface Marks {
  raceIds: Iterable<number>;
  /** The ids of the races whose results have changed. */
  results: ReadonlySet<number>;
  /** The ids of the races in which a boat has come in. */
  cameIn: ReadonlySet<number>;
}

/** What races are marked with; the times are epoch milliseconds. */
interface Mark {
  rowRevision: number;
  updatedAt: number;
  boardUpdatedAt: number;
  now: number;
}

/** Marks races as changed, and stores when their results changed and when a boat came in. */
export async function markRaces(
  tx: Write,
  { raceIds, results, cameIn }: Marks,
  { rowRevision: revision, updatedAt, boardUpdatedAt, now }: Mark,
): Promise<void> {
  const ids = [...raceIds];
  const others = ids.filter((id) => !results.has(id));
  const scored = ids.filter((id) => results.has(id));
  const marks = others.map((id) => ({ id, revision }));
  await updateAll(tx, 'races', ['id'], marks);
  const results_at = Math.max(updatedAt, boardUpdatedAt);
  const dated = scored.map((id) => ({ id, revision, results_at }));
  await updateAll(tx, 'races', ['id'], dated);
  const arrivals = Array.from(cameIn, (id) => ({ id, last_in_at: now }));
  await updateAll(tx, 'races', ['id'], arrivals);
}

/** Stores the planned start of the races that the public sees for the first time as their first published plan. */
export async function keepFirstPlan(tx: Write, eventId: number): Promise<void> {
  await tx
    .updateTable('races')
    .set((eb) => ({ first_published_at: eb.ref('scheduled_at') }))
    .where('event_id', '=', eventId)
    .where('first_published_at', 'is', null)
    .execute();
}
