/** The lanes of races: who is drawn in them, and what was timed or judged there. */
import type { Lane } from '../domain/lane.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';

const drawnTeamsQuery = prepare<{ eventId: number }, { teamId: number }>((db, p) =>
  db
    .selectFrom('lanes')
    .innerJoin('teams', 'teams.id', 'lanes.team_id')
    .where('teams.event_id', '=', p.eventId)
    .select('teams.id as teamId')
    .distinct(),
);

/** The ids of the crews of an event that are drawn in some race. */
export async function listDrawnTeamIds(db: Queries, eventId: number): Promise<Set<number>> {
  return new Set((await drawnTeamsQuery.run(db, { eventId })).map((row) => row.teamId));
}

interface LaneRow extends Omit<Lane, 'team'> {
  raceId: number;
  teamId: number | null;
  teamExternalId: string | null;
  teamName: string | null;
}

const LANE_COLUMNS = [
  'lanes.race_id as raceId',
  'lanes.position',
  'lanes.position_label as positionLabel',
  'lanes.status',
  'lanes.finish_time_millis as finishTimeMillis',
  'lanes.finish_place as finishPlace',
  'lanes.penalty_millis as penaltyMillis',
  'teams.id as teamId',
  'teams.external_id as teamExternalId',
  'teams.name as teamName',
] as const;

const lanesOfRaceQuery = prepare<{ raceId: number }, LaneRow>((db, p) =>
  db
    .selectFrom('lanes')
    .leftJoin('teams', 'teams.id', 'lanes.team_id')
    .where('lanes.race_id', '=', p.raceId)
    .orderBy('lanes.position')
    .select(LANE_COLUMNS),
);

/** The lanes of a race, by position. */
export async function listLanes(db: Queries, raceId: number): Promise<Lane[]> {
  return (await lanesOfRaceQuery.run(db, { raceId })).map(laneOf);
}

const changedLanesQuery = prepare<{ eventId: number; revision: number }, LaneRow>((db, p) =>
  db
    .selectFrom('races')
    .innerJoin('lanes', 'lanes.race_id', 'races.id')
    .leftJoin('teams', 'teams.id', 'lanes.team_id')
    .where('races.event_id', '=', p.eventId)
    .where('races.revision', '>', p.revision)
    .orderBy('lanes.race_id')
    .orderBy('lanes.position')
    .select(LANE_COLUMNS),
);

/** The lanes, by race id, of the races that have changed since a revision; 0 for all races. */
export async function listLanesChangedSince(
  db: Queries,
  eventId: number,
  revision: number,
): Promise<Map<number, Lane[]>> {
  const rows = await changedLanesQuery.run(db, { eventId, revision });
  const lanes = new Map<number, Lane[]>();
  for (const row of rows) {
    const ofRace = lanes.get(row.raceId);
    if (ofRace) ofRace.push(laneOf(row));
    else lanes.set(row.raceId, [laneOf(row)]);
  }
  return lanes;
}

function laneOf(row: LaneRow): Lane {
  const { teamId, teamExternalId, teamName } = row;
  return {
    position: row.position,
    positionLabel: row.positionLabel,
    team: teamId === null ? null : { id: teamId, externalId: teamExternalId, name: teamName ?? '' },
    status: row.status,
    finishTimeMillis: row.finishTimeMillis,
    finishPlace: row.finishPlace,
    penaltyMillis: row.penaltyMillis,
  };
}

interface LaneParameters extends Omit<Lane, 'team'> {
  raceId: number;
  teamId: number | null;
}

const deleteLaneQuery = prepare<{ raceId: number; position: number }, never>((db, p) =>
  db.deleteFrom('lanes').where('race_id', '=', p.raceId).where('position', '=', p.position),
);

const insertLaneQuery = prepare<LaneParameters, never>((db, p) =>
  db.insertInto('lanes').values({
    race_id: p.raceId,
    position: p.position,
    position_label: p.positionLabel,
    team_id: p.teamId,
    status: p.status,
    finish_time_millis: p.finishTimeMillis,
    finish_place: p.finishPlace,
    penalty_millis: p.penaltyMillis,
  }),
);

/** A lane before and after; `null` where it is new or gone. */
export interface LaneStep {
  before: Lane | null;
  after: Lane | null;
}

/**
 * Carries out the steps of a draw. Changed lanes leave before any is written, so that two crews may
 * swap lanes.
 */
export async function redrawLanes(
  tx: Write,
  raceId: number,
  steps: readonly LaneStep[],
): Promise<void> {
  const leaving = steps.flatMap(({ before }) => before ?? []);
  const coming = steps.flatMap(({ after }) => after ?? []);
  await deleteLaneQuery.runAll(
    tx,
    leaving.map(({ position }) => ({ raceId, position })),
  );
  await insertLaneQuery.runAll(
    tx,
    coming.map((lane) => ({ ...lane, raceId, teamId: lane.team?.id ?? null })),
  );
}

const resultQuery = prepare<Omit<LaneParameters, 'positionLabel' | 'teamId'>, never>((db, p) =>
  db
    .updateTable('lanes')
    .set({
      status: p.status,
      finish_time_millis: p.finishTimeMillis,
      finish_place: p.finishPlace,
      penalty_millis: p.penaltyMillis,
    })
    .where('race_id', '=', p.raceId)
    .where('position', '=', p.position),
);

/** Writes the results of lanes. */
export async function updateResults(
  tx: Write,
  raceId: number,
  lanes: readonly Lane[],
): Promise<void> {
  await resultQuery.runAll(
    tx,
    lanes.map((lane) => ({ ...lane, raceId })),
  );
}
