/** The lanes of races: which crew is drawn in each, and its result. */
import { sql } from 'kysely';
import type { LaneSource, RaceState } from '../../contract/board.ts';
import type { Lane, LaneResult, Rating, TimesOfDay, Withdrawal } from '../../domain/draw/lane.ts';
import type { RuledRace } from '../../domain/progression/who-is-through.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { deleteAll, insertAll, updateAll } from '../engine/rows.ts';
import { canBeStored } from './races.ts';

interface DrawnTeam {
  teamId: number;
  raceId: number;
  isWithdrawn: number;
}

const drawnTeamsQuery = prepare<{ eventId: number }, DrawnTeam>((db, p) =>
  db
    .selectFrom('teams')
    .innerJoin('lanes', 'lanes.team_id', 'teams.id')
    .where('teams.event_id', '=', p.eventId)
    .select([
      'lanes.team_id as teamId',
      'lanes.race_id as raceId',
      'lanes.is_withdrawn as isWithdrawn',
    ])
    .$narrowType<{ teamId: number }>(),
);

/** The ids of the races in which any of these crews of an event is drawn. */
export async function listRacesOfTeams(
  db: Queries,
  eventId: number,
  teamIds: readonly number[],
): Promise<Set<number>> {
  if (teamIds.length === 0) return new Set();
  const wanted = new Set(teamIds);
  const drawn = await drawnTeamsQuery.run(db, { eventId });
  return new Set(drawn.filter(({ teamId }) => wanted.has(teamId)).map(({ raceId }) => raceId));
}

/** The ids of the crews that are drawn in these races of an event, without those that have withdrawn from all of them. */
export async function listEnteredTeams(
  db: Queries,
  eventId: number,
  raceIds: readonly number[],
): Promise<number[]> {
  const wanted = new Set(raceIds);
  const drawn = await drawnTeamsQuery.run(db, { eventId });
  const entered = drawn.filter((lane) => lane.isWithdrawn === 0 && wanted.has(lane.raceId));
  return [...new Set(entered.map(({ teamId }) => teamId))];
}

interface LaneRow extends Omit<Lane, 'team' | 'from' | 'withdrawn' | 'outOfCompetition'> {
  isWithdrawn: number;
  isOutOfCompetition: number;
  source: string | null;
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
  'lanes.source',
  'lanes.is_withdrawn as isWithdrawn',
  'lanes.withdrawn_reason as withdrawnReason',
  'lanes.category',
  'lanes.allowance_millis as allowanceMillis',
  'lanes.is_out_of_competition as isOutOfCompetition',
  'lanes.planned_start_millis as plannedStartMillis',
  'lanes.started_at as startedAt',
  'lanes.finished_at as finishedAt',
  'teams.id as teamId',
  'teams.external_id as teamExternalId',
  'teams.name as teamName',
] as const;

function selectLanes(db: Queries) {
  return db
    .selectFrom('races')
    .innerJoin('lanes', 'lanes.race_id', 'races.id')
    .leftJoin('teams', 'teams.id', 'lanes.team_id')
    .select(LANE_COLUMNS);
}

const lanesOfRaceQuery = prepare<{ eventId: number; externalId: string }, LaneRow>((db, p) =>
  selectLanes(db)
    .where('races.event_id', '=', p.eventId)
    .where('races.external_id', '=', p.externalId)
    .orderBy('lanes.position'),
);

/** The lanes of a race, by position. @param externalId the sender's id of the race; unknown: no lanes */
export async function listLanes(db: Queries, eventId: number, externalId: string): Promise<Lane[]> {
  if (!canBeStored(externalId)) return [];
  return (await lanesOfRaceQuery.run(db, { eventId, externalId })).map(laneOf);
}

const lanesOfRaceByIdQuery = prepare<{ raceId: number }, LaneRow>((db, p) =>
  selectLanes(db).where('races.id', '=', p.raceId).orderBy('lanes.position'),
);

/** The lanes of a race, by position. @param raceId the service's own id of the race */
export async function listLanesOfRace(db: Queries, raceId: number): Promise<Lane[]> {
  return (await lanesOfRaceByIdQuery.run(db, { raceId })).map(laneOf);
}

interface RuledLaneRow {
  id: number;
  raceNumber: number;
  scheduledAt: number;
  state: RaceState;
  position: number;
  crewId: number | null;
  isWithdrawn: number;
  source: string;
}

const ruledLanesQuery = prepare<{ eventId: number }, RuledLaneRow>((db, p) =>
  db
    .selectFrom('races')
    .innerJoin('lanes', 'lanes.race_id', 'races.id')
    .where('races.event_id', '=', p.eventId)
    .where('lanes.source', 'is not', null)
    .orderBy('lanes.race_id')
    .orderBy('lanes.position')
    .select([
      'races.id',
      'races.race_number as raceNumber',
      'races.scheduled_at as scheduledAt',
      'races.state',
      'lanes.position',
      'lanes.team_id as crewId',
      'lanes.is_withdrawn as isWithdrawn',
      'lanes.source',
    ])
    .$narrowType<{ source: string }>(),
);

/** The races of an event with progression rules, each with the lanes that have a rule. */
export async function listRuledRaces(db: Queries, eventId: number): Promise<RuledRace[]> {
  const rows = Map.groupBy(await ruledLanesQuery.run(db, { eventId }), ({ id }) => id);
  return Array.from(rows.values(), (ofRace) => {
    const [{ id, raceNumber, scheduledAt, state }] = ofRace as [RuledLaneRow];
    const lanes = ofRace.map(({ position, crewId, isWithdrawn, source }) => ({
      position,
      crewId: isWithdrawn === 1 ? null : crewId,
      from: JSON.parse(source) as LaneSource,
    }));
    return { id, raceNumber, scheduledAt, state, lanes };
  });
}

/** The lanes of races, by race id. With several ids, it reads and returns the lanes of all races of the event. */
export async function listLanesOfRaces(
  db: Queries,
  eventId: number,
  raceIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Lane[]>> {
  const [id, another] = raceIds;
  if (id === undefined) return new Map();
  if (another === undefined) return new Map([[id, await listLanesOfRace(db, id)]]);
  return listLanesChangedSince(db, eventId, 0);
}

/** How many lanes one query reads: some 20 ms, during which an embedded database blocks the event loop. */
const LANES_OF_PAGE = 5000;

interface LanePage {
  eventId: number;
  revision: number;
  /** The last lane of the previous page. */
  raceId: number;
  position: number;
}

const changedLanesQuery = prepare<LanePage, LaneRow>((db, p) =>
  selectLanes(db)
    .where('races.event_id', '=', p.eventId)
    .where('races.revision', '>', p.revision)
    .where(sql<boolean>`(lanes.race_id, lanes.position) > (${p.raceId}, ${p.position})`)
    .orderBy('lanes.race_id')
    .orderBy('lanes.position')
    .limit(LANES_OF_PAGE),
);

/** A position before all lanes. */
const NO_LANE = { raceId: 0, position: 0 };

/** The lanes, by race id, of the races that have changed since a revision; 0 for all races. */
export async function listLanesChangedSince(
  db: Queries,
  eventId: number,
  revision: number,
): Promise<Map<number, Lane[]>> {
  const lanes = new Map<number, Lane[]>();
  for (let last: Pick<LaneRow, 'raceId' | 'position'> | undefined = NO_LANE; last; ) {
    const { raceId, position } = last;
    const rows = await changedLanesQuery.run(db, { eventId, revision, raceId, position });
    for (const row of rows) {
      const ofRace = lanes.get(row.raceId);
      if (ofRace) ofRace.push(laneOf(row));
      else lanes.set(row.raceId, [laneOf(row)]);
    }
    last = rows.length < LANES_OF_PAGE ? undefined : rows.at(-1);
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
    from: row.source === null ? null : (JSON.parse(row.source) as LaneSource),
    withdrawn: row.isWithdrawn === 1,
    withdrawnReason: row.withdrawnReason,
    category: row.category,
    allowanceMillis: row.allowanceMillis,
    outOfCompetition: row.isOutOfCompetition === 1,
    plannedStartMillis: row.plannedStartMillis,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  };
}

/** A lane with the ids of its race and crew. */
interface LaneOfRace extends Omit<Lane, 'team'> {
  raceId: number;
  teamId: number | null;
}

export async function insertLanes(tx: Write, lanes: readonly LaneOfRace[]): Promise<void> {
  const isPlain = !lanes.some(hasRacingFacts);
  const rows = lanes.map((lane) => ({
    ...resultOf(lane.raceId, lane),
    position_label: lane.positionLabel,
    team_id: lane.teamId,
    source: lane.from && JSON.stringify(lane.from),
    ...(isPlain ? undefined : racingFactsOf(lane)),
  }));
  await insertAll(tx, 'lanes', rows);
}

export async function deleteLanes(
  tx: Write,
  lanes: readonly Pick<LaneOfRace, 'raceId' | 'position'>[],
): Promise<void> {
  const rows = lanes.map(({ raceId, position }) => ({ race_id: raceId, position }));
  await deleteAll(tx, 'lanes', rows);
}

/** Whether a lane has any of the facts that most lanes lack. If none has, an insert leaves these columns out. */
function hasRacingFacts({
  category,
  allowanceMillis,
  outOfCompetition,
  plannedStartMillis,
  startedAt,
  finishedAt,
}: Rating & TimesOfDay): boolean {
  const isRated = category !== null || allowanceMillis !== null || outOfCompetition;
  return isRated || plannedStartMillis !== null || startedAt !== null || finishedAt !== null;
}

function racingFactsOf(lane: Rating & TimesOfDay) {
  return {
    category: lane.category,
    allowance_millis: lane.allowanceMillis,
    is_out_of_competition: Number(lane.outOfCompetition),
    planned_start_millis: lane.plannedStartMillis,
    started_at: lane.startedAt,
    finished_at: lane.finishedAt,
  };
}

/** Writes the results of lanes, withdrawals, ratings (category, allowance) and times of day. */
export async function updateLanes(
  tx: Write,
  lanes: readonly (Lane & { raceId: number })[],
): Promise<void> {
  const rows = lanes.map((lane) => ({
    ...resultOf(lane.raceId, lane),
    ...racingFactsOf(lane),
  }));
  await updateAll(tx, 'lanes', ['race_id', 'position'], rows);
}

/** Writes the results of lanes and their withdrawals, because a result takes a withdrawal back. */
export async function updateResults(
  tx: Write,
  lanes: readonly (Lane & { raceId: number })[],
): Promise<void> {
  const rows = lanes.map((lane) => resultOf(lane.raceId, lane));
  await updateAll(tx, 'lanes', ['race_id', 'position'], rows);
}

function resultOf(raceId: number, lane: LaneResult & Withdrawal & { position: number }) {
  return {
    race_id: raceId,
    position: lane.position,
    status: lane.status,
    finish_time_millis: lane.finishTimeMillis,
    finish_place: lane.finishPlace,
    penalty_millis: lane.penaltyMillis,
    is_withdrawn: Number(lane.withdrawn),
    withdrawn_reason: lane.withdrawnReason,
  };
}
