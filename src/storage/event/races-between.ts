/** Races of an event that start within a span of time, and the crews in them, as reminders need them. */
import { sql } from 'kysely';
import type { RaceKind, RaceState } from '../../contract/board.ts';
import type { EntryStatus, ResultVisibility } from '../../contract/fields.ts';
import { RACED } from '../../domain/results/standings.ts';
import type { Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

/** The properties of a race that decide whether followers are reminded of it. */
export interface RaceToCome {
  id: number;
  scheduledAt: number;
  state: RaceState;
  resultVisibility: ResultVisibility | null;
  kind: RaceKind | null;
  startIntervalSeconds: number | null;
  startedAt: number | null;
  /** 1 for a race for which no more results are expected. */
  isClosed: number;
  /** 1 for a race that has been on the course (`hasRaced`), whether the public may know or not. */
  hasRaced: number;
}

/** Epoch milliseconds, both ends included. */
interface Span {
  from: number;
  to: number;
}

function selectRaces(db: Queries, p: { eventId: number } & Span) {
  return db
    .selectFrom('races as r')
    .where('r.event_id', '=', p.eventId)
    .where('r.scheduled_at', '>=', p.from)
    .where('r.scheduled_at', '<=', p.to)
    .select((eb) => [
      'r.id',
      'r.scheduled_at as scheduledAt',
      'r.state',
      'r.result_visibility as resultVisibility',
      'r.kind',
      'r.start_interval_seconds as startIntervalSeconds',
      'r.started_at as startedAt',
      'r.is_closed as isClosed',
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('lanes as l')
              .whereRef('l.race_id', '=', 'r.id')
              .where('l.status', 'in', RACED)
              .select(sql.lit(1).as('one')),
          ),
        )
        .then(sql.lit(1))
        .else(sql.lit(0))
        .end()
        .as('hasRaced'),
    ]);
}

/** The rule of `raceKind` in SQL; never null. */
const IS_HEAD = sql<boolean>`coalesce(r.kind,
  case when r.start_interval_seconds is null then 'lanes' else 'head' end) = 'head'`;

const racesQuery = prepare<{ eventId: number } & Span, RaceToCome>((db, p) =>
  selectRaces(db, p).where(sql<boolean>`not ${IS_HEAD}`),
);

/** The races of an event, without head races, whose planned start is within a span. */
export function listRacesBetween(db: Queries, eventId: number, span: Span): Promise<RaceToCome[]> {
  return racesQuery.run(db, { eventId, ...span });
}

/** A head race, and the facts that limit when its entries start. */
export interface HeadRaceToCome extends RaceToCome {
  /** How many lanes have a crew. */
  drawn: number;
  /** The largest planned start of an entry, from that of the race, in milliseconds; `null`: no entry has one. */
  maxStartMillis: number | null;
}

const headRacesQuery = prepare<{ eventId: number } & Span, HeadRaceToCome>((db, p) =>
  selectRaces(db, p)
    .where(IS_HEAD)
    .select([
      sql<number>`(select count(*) from lanes where race_id = r.id and team_id is not null)`.as(
        'drawn',
      ),
      sql<number | null>`(select max(planned_start_millis) from lanes
        where race_id = r.id and team_id is not null)`.as('maxStartMillis'),
    ]),
);

/** The head races of an event whose planned start is within a span. */
export function listHeadRacesBetween(
  db: Queries,
  eventId: number,
  span: Span,
): Promise<HeadRaceToCome[]> {
  return headRacesQuery.run(db, { eventId, ...span });
}

const drawnQuery = prepare<{ eventId: number } & Span, { raceId: number; crewId: number }>(
  (db, p) =>
    db
      .selectFrom('races as r')
      .innerJoin('lanes as l', 'l.race_id', 'r.id')
      .where('r.event_id', '=', p.eventId)
      .where('r.scheduled_at', '>=', p.from)
      .where('r.scheduled_at', '<=', p.to)
      .where('l.team_id', 'is not', null)
      .where('l.is_withdrawn', '=', 0)
      .orderBy('l.team_id')
      .select(['r.id as raceId', 'l.team_id as crewId'])
      .$narrowType<{ crewId: number }>(),
);

/** The crews that are drawn in races of a span and have not withdrawn, by race id; each list in ascending order. */
export async function listCrewsBetween(
  db: Queries,
  eventId: number,
  span: Span,
): Promise<Map<number, number[]>> {
  const crews = new Map<number, number[]>();
  for (const { raceId, crewId } of await drawnQuery.run(db, { eventId, ...span })) {
    const ofRace = crews.get(raceId);
    if (ofRace) ofRace.push(crewId);
    else crews.set(raceId, [crewId]);
  }
  return crews;
}

/** A lane of a head race, also an empty one, with what reminders need of it. */
export interface EntryToCome {
  crewId: number | null;
  isWithdrawn: number;
  status: EntryStatus;
  plannedStartMillis: number | null;
  startedAt: number | null;
}

const entriesQuery = prepare<{ raceId: number }, EntryToCome>((db, p) =>
  db
    .selectFrom('lanes')
    .where('race_id', '=', p.raceId)
    .orderBy('position')
    .select([
      'team_id as crewId',
      'is_withdrawn as isWithdrawn',
      'status',
      'planned_start_millis as plannedStartMillis',
      'started_at as startedAt',
    ]),
);

/** The lanes of a race, by position. */
export function listEntries(db: Queries, raceId: number): Promise<EntryToCome[]> {
  return entriesQuery.run(db, { raceId });
}
