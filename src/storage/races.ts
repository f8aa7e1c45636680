/** The races of a schedule. */
import type { Race, RaceFields, RaceStep } from '../domain/plan-races.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';
import { formatList, parseList } from './schedules.ts';

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

const racesQuery = prepare<{ eventId: number }, RaceRow>((db, p) =>
  db
    .selectFrom('races')
    .where('event_id', '=', p.eventId)
    .orderBy('scheduled_at')
    .orderBy('race_number')
    .select(RACE_COLUMNS),
);

/** All races of a schedule in running order (decision A3). */
export async function listRaces(db: Queries, eventId: number): Promise<StoredRace[]> {
  return (await racesQuery.run(db, { eventId })).map(raceOf);
}

const changedRacesQuery = prepare<{ eventId: number; revision: number }, RaceRow>((db, p) =>
  db
    .selectFrom('races')
    .where('event_id', '=', p.eventId)
    .where('revision', '>', p.revision)
    .select(RACE_COLUMNS),
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
  db
    .selectFrom('races')
    .where('event_id', '=', p.eventId)
    .where('external_id', '=', p.externalId)
    .select(RACE_COLUMNS),
);

/** One race by the caller's id. */
export async function findRace(
  db: Queries,
  eventId: number,
  externalId: string,
): Promise<StoredRace | undefined> {
  const [row] = await raceQuery.run(db, { eventId, externalId });
  return row && raceOf(row);
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

interface RaceParameters extends Omit<RaceFields, 'laneScheme'> {
  id: number;
  eventId: number;
  laneScheme: string | null;
  revision: number;
}

const insertQuery = prepare<RaceParameters, never>((db, p) =>
  db.insertInto('races').values({
    event_id: p.eventId,
    external_id: p.externalId,
    race_number: p.raceNumber,
    ...factsOf(p),
  }),
);

const updateFactsQuery = prepare<RaceParameters, never>((db, p) =>
  db.updateTable('races').set(factsOf(p)).where('id', '=', p.id),
);

/** What no index holds. */
function factsOf(p: RaceParameters) {
  return {
    title: p.title,
    scheduled_at: p.scheduledAt,
    distance_meters: p.distanceMeters,
    boat_class: p.boatClass,
    round: p.round,
    division_label: p.divisionLabel,
    result_mode: p.resultMode,
    result_visibility: p.resultVisibility,
    lane_scheme: p.laneScheme,
    notes: p.notes,
    revision: p.revision,
  };
}

interface RaceKeys {
  id: number;
  externalId: string | null;
  raceNumber: number;
}

const updateKeysQuery = prepare<RaceKeys, never>((db, p) =>
  db
    .updateTable('races')
    .set({ external_id: p.externalId, race_number: p.raceNumber })
    .where('id', '=', p.id),
);

/** Carries out the steps of a push; all of them count as changed at `revision`. */
export async function applyRaceSteps(
  tx: Write,
  eventId: number,
  steps: readonly RaceStep[],
  revision: number,
): Promise<void> {
  const inserts: RaceParameters[] = [];
  const updates: RaceParameters[] = [];
  const parked: RaceKeys[] = [];
  const rekeyed: RaceKeys[] = [];
  for (const { before, after } of steps) {
    const laneScheme = formatList(after.laneScheme);
    const parameters = { ...after, id: before?.id ?? 0, eventId, laneScheme, revision };
    if (before === null) {
      inserts.push(parameters);
      continue;
    }
    updates.push(parameters);
    const { id, externalId } = before;
    // Two races may swap numbers: both leave theirs first, for one that no race can have.
    if (before.raceNumber !== after.raceNumber) parked.push({ id, externalId, raceNumber: -id });
    // Indexes are written only where their columns change, which is dear and rare.
    if (before.raceNumber !== after.raceNumber || externalId !== after.externalId) {
      rekeyed.push(parameters);
    }
  }
  await updateKeysQuery.runAll(tx, parked);
  await updateKeysQuery.runAll(tx, rekeyed);
  await updateFactsQuery.runAll(tx, updates);
  await insertQuery.runAll(tx, inserts);
}

const markRacesOfTeamQuery = prepare<{ teamId: number; revision: number }, never>((db, p) =>
  db
    .updateTable('races')
    .set({ revision: p.revision })
    .where('id', 'in', (eb) =>
      eb.selectFrom('lanes').where('team_id', '=', p.teamId).select('race_id'),
    ),
);

/** Marks the races in which crews are drawn as changed, because an answer shows their names. */
export async function markRacesOfTeams(
  tx: Write,
  teamIds: readonly number[],
  revision: number,
): Promise<void> {
  await markRacesOfTeamQuery.runAll(
    tx,
    teamIds.map((teamId) => ({ teamId, revision })),
  );
}

const markRaceQuery = prepare<{ raceId: number; revision: number }, never>((db, p) =>
  db.updateTable('races').set({ revision: p.revision }).where('id', '=', p.raceId),
);

/** Marks a race as changed at a revision. */
export async function markRace(tx: Write, raceId: number, revision: number): Promise<void> {
  await markRaceQuery.run(tx, { raceId, revision });
}
