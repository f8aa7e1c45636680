/** The crews of an event. */
import type { Team, TeamFields, TeamStep } from '../../domain/crews/team.ts';
import type { LaneTeam } from '../../domain/draw/lane.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { insertAll, partsOf, updateAll } from '../engine/rows.ts';
import type { NewRow } from '../migrations/tables.ts';

type TeamRow = Omit<Team, 'adopted'> & { adopted: number };

const teamsQuery = prepare<{ eventId: number }, TeamRow>((db, p) =>
  db
    .selectFrom('teams')
    .where('event_id', '=', p.eventId)
    .orderBy('sort_order')
    .orderBy('name')
    .select([
      'id',
      'external_id as externalId',
      'name',
      'club_id as clubId',
      'boat_index as boatIndex',
      'sort_order as sortOrder',
      'adopted',
    ]),
);

/** All crews of an event, by sortOrder, then name (decision A3). */
export async function listTeams(db: Queries, eventId: number): Promise<Team[]> {
  const rows = await teamsQuery.run(db, { eventId });
  return rows.map((row) => ({ ...row, adopted: row.adopted === 1 }));
}

/** The crews of an event with these ids of the sender, by that id. */
export async function findTeams(
  db: Queries,
  eventId: number,
  externalIds: readonly string[],
): Promise<Map<string, LaneTeam>> {
  if (externalIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('teams')
    .where('event_id', '=', eventId)
    .where('external_id', 'in', externalIds)
    .select(['id', 'external_id as externalId', 'name'])
    .execute();
  return new Map(rows.map((row) => [row.externalId as string, row]));
}

/** The clubs of these crews of an event, by the id of the crew; crews without a club are left out. */
export async function listClubsOfTeams(
  db: Queries,
  eventId: number,
  teamIds: readonly number[],
): Promise<Map<number, string>> {
  const clubs = new Map<number, string>();
  for (const ids of partsOf(teamIds)) {
    const rows = await db
      .selectFrom('teams')
      .where('event_id', '=', eventId)
      .where('id', 'in', ids)
      .where('club_id', 'is not', null)
      .select(['id', 'club_id'])
      .$narrowType<{ club_id: string }>()
      .execute();
    for (const { id, club_id } of rows) clubs.set(id, club_id);
  }
  return clubs;
}

/** The change of one crew with the id of its row, also of a new crew. */
type TeamWithId = Pick<TeamStep, 'before' | 'after'> & { id: number };

/** Writes crews that are new or have changed. */
export async function applyTeamSteps(
  tx: Write,
  eventId: number,
  steps: readonly TeamWithId[],
): Promise<void> {
  const inserts: NewRow<'teams'>[] = [];
  const updates: Partial<NewRow<'teams'>>[] = [];
  const parked: { id: number; name: string }[] = [];
  for (const { id, before, after } of steps) {
    const columns = columnsOf(after);
    if (before === null) inserts.push({ id, event_id: eventId, ...columns });
    else updates.push({ id, ...columns });
    // Two crews may swap names, so both first get a name that no trimmed name can equal.
    if (before && before.name !== after.name) parked.push({ id, name: ` ${id}` });
  }
  await updateAll(tx, 'teams', ['id'], parked);
  await updateAll(tx, 'teams', ['id'], updates);
  await insertAll(tx, 'teams', inserts);
}

function columnsOf(team: TeamFields) {
  return {
    external_id: team.externalId,
    name: team.name,
    club_id: team.clubId,
    boat_index: team.boatIndex,
    sort_order: team.sortOrder,
    adopted: team.adopted ? 1 : 0,
  };
}
