/** Races of an event that start within some time, and who is drawn in them: what reminders need to know. */
import { sql } from 'kysely';
import type { RaceState } from '../../contract/board.ts';
import type { ResultVisibility } from '../../contract/fields.ts';
import { RACED } from '../../domain/results/standings.ts';
import type { Queries } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

/** What of a race decides whether followers are reminded of it. */
interface RaceToCome {
  id: number;
  scheduledAt: number;
  state: RaceState;
  resultVisibility: ResultVisibility | null;
  /** 1 for a race that has been on the course (`hasRaced`), whether the public may know or not. */
  hasRaced: number;
}

/** Epoch milliseconds, both. */
interface Span {
  from: number;
  to: number;
}

const racesQuery = prepare<{ eventId: number } & Span, RaceToCome>((db, p) =>
  db
    .selectFrom('races as r')
    .where('r.event_id', '=', p.eventId)
    .where('r.scheduled_at', '>=', p.from)
    .where('r.scheduled_at', '<=', p.to)
    .select((eb) => [
      'r.id',
      'r.scheduled_at as scheduledAt',
      'r.state',
      'r.result_visibility as resultVisibility',
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
    ]),
);

/** The races of an event whose planned start lies between two times. */
export function listRacesBetween(db: Queries, eventId: number, span: Span): Promise<RaceToCome[]> {
  return racesQuery.run(db, { eventId, ...span });
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

/** The crews that are drawn in these races and have not withdrawn, by the race; in ascending order. */
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
