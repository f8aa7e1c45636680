/** The races of a schedule. */
import type { Race, RaceFields, RaceStep } from '../domain/plan-races.ts';
import { insertAll, updateAll } from './bulk.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';
import { formatList, parseList } from './schedules.ts';
import type { NewRow, Row } from './tables.ts';

/** A race as stored, with the revision at which an answer about it last changed. */
export interface StoredRace extends Race {
  revision: number;
}

type RaceRow = Omit<StoredRace, 'laneScheme'> & { laneScheme: string | null };

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
  'revision',
] as const;

function selectRaces(db: Queries, eventId: number) {
  return db.selectFrom('races').where('event_id', '=', eventId).select(RACE_COLUMNS);
}

const racesQuery = prepare<{ eventId: number }, RaceRow>((db, p) =>
  selectRaces(db, p.eventId).orderBy('scheduled_at').orderBy('race_number'),
);

/** All races of a schedule in running order, as `byRunningOrder` has it (decision A3). */
export async function listRaces(db: Queries, eventId: number): Promise<StoredRace[]> {
  return (await racesQuery.run(db, { eventId })).map(raceOf);
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

/** One race by the caller's id. */
export async function findRace(
  db: Queries,
  eventId: number,
  externalId: string,
): Promise<StoredRace | undefined> {
  if (!canBeStored(externalId)) return undefined;
  const [row] = await raceQuery.run(db, { eventId, externalId });
  return row && raceOf(row);
}

/** One race by the service's own number, or by the one that people call it by. */
export async function findRaceBy(
  db: Queries,
  eventId: number,
  column: 'id' | 'race_number',
  number: number,
): Promise<StoredRace | undefined> {
  const row = await selectRaces(db, eventId).where(column, '=', number).executeTakeFirst();
  return row && raceOf(row);
}

/** No id contains U+0000, and some databases refuse to look for one that does. */
export function canBeStored(externalId: string): boolean {
  return !externalId.includes('\0');
}

function raceOf(row: RaceRow): StoredRace {
  return Object.assign(row, { laneScheme: parseList(row.laneScheme) });
}

const scoredQuery = prepare<{ eventId: number }, { id: number }>((db, p) =>
  db
    .selectFrom('races as r')
    .innerJoin('lanes as l', 'l.race_id', 'r.id')
    .where('r.event_id', '=', p.eventId)
    .where('l.status', '!=', 'assigned')
    .select('r.id')
    .distinct(),
);

/** The ids of the races that are scored (decision A9). */
export async function listScoredRaceIds(db: Queries, eventId: number): Promise<Set<number>> {
  return new Set((await scoredQuery.run(db, { eventId })).map((row) => row.id));
}

/** What becomes of one race, with the number of its row, also of one that is new. */
type RaceWithId = Pick<RaceStep, 'before' | 'after'> & { id: number };

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
  const changed = changedFacts(steps);
  for (const { id, before, after } of steps) {
    const keys = { external_id: after.externalId, race_number: after.raceNumber };
    const facts = factsOf(after);
    if (before === null) {
      inserts.push({ id, event_id: eventId, ...keys, ...facts, revision });
      continue;
    }
    const { externalId, raceNumber } = before;
    const update: Record<string, unknown> = { id, revision };
    for (const column of changed) update[column] = facts[column];
    updates.push(update);
    // Two races may swap numbers: both leave theirs first, for one that no race can have.
    if (raceNumber !== after.raceNumber) parked.push({ id, race_number: -id });
    // Indexes are written only where their columns change, which is dear and rare.
    if (raceNumber !== after.raceNumber || externalId !== after.externalId) {
      rekeyed.push({ id, ...keys });
    }
  }
  await updateAll(tx, 'races', ['id'], parked);
  await updateAll(tx, 'races', ['id'], rekeyed);
  await updateAll(tx, 'races', ['id'], updates);
  await insertAll(tx, 'races', inserts);
}

/** The columns of facts that some step changes; all others can be left alone. */
function changedFacts(steps: readonly Pick<RaceStep, 'before' | 'after'>[]): (keyof RaceFacts)[] {
  const changed = new Set<keyof RaceFacts>();
  for (const { before, after } of steps) {
    if (before === null) continue;
    const [old, facts] = [factsOf(before), factsOf(after)];
    for (const column of Object.keys(facts) as (keyof RaceFacts)[]) {
      if (old[column] !== facts[column]) changed.add(column);
    }
  }
  return [...changed];
}

type RaceFacts = Omit<Row<'races'>, 'id' | 'event_id' | 'external_id' | 'race_number' | 'revision'>;

/** What no unique index holds: every column that is left, or the type is violated. */
function factsOf(race: RaceFields): RaceFacts {
  return {
    title: race.title,
    scheduled_at: race.scheduledAt,
    distance_meters: race.distanceMeters,
    boat_class: race.boatClass,
    round: race.round,
    division_label: race.divisionLabel,
    result_mode: race.resultMode,
    result_visibility: race.resultVisibility,
    lane_scheme: formatList(race.laneScheme),
    notes: race.notes,
  };
}

/** Marks races as changed at a revision. */
export async function markRaces(
  tx: Write,
  raceIds: readonly number[],
  revision: number,
): Promise<void> {
  const rows = raceIds.map((id) => ({ id, revision }));
  await updateAll(tx, 'races', ['id'], rows);
}
