/** The crews of an event. */
import type { LaneTeam } from '../domain/lane.ts';
import type { Team, TeamFields, TeamStep } from '../domain/plan-teams.ts';
import type { Queries, Write } from './database.ts';
import { prepare } from './prepared.ts';

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

/** The crews of an event that carry one of the given ids, by that id. */
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

interface TeamParameters extends Omit<TeamFields, 'adopted'> {
  id: number;
  eventId: number;
  adopted: number;
}

const insertQuery = prepare<TeamParameters, never>((db, p) =>
  db.insertInto('teams').values({
    event_id: p.eventId,
    external_id: p.externalId,
    name: p.name,
    club_id: p.clubId,
    boat_index: p.boatIndex,
    sort_order: p.sortOrder,
    adopted: p.adopted,
  }),
);

const updateQuery = prepare<TeamParameters, never>((db, p) =>
  db
    .updateTable('teams')
    .set({
      external_id: p.externalId,
      name: p.name,
      club_id: p.clubId,
      boat_index: p.boatIndex,
      sort_order: p.sortOrder,
      adopted: p.adopted,
    })
    .where('id', '=', p.id),
);

const parkQuery = prepare<{ id: number; name: string }, never>((db, p) =>
  db.updateTable('teams').set({ name: p.name }).where('id', '=', p.id),
);

/** Carries out the steps of a push that change something. */
export async function applyTeamSteps(
  tx: Write,
  eventId: number,
  steps: readonly TeamStep[],
): Promise<void> {
  const inserts: TeamParameters[] = [];
  const updates: TeamParameters[] = [];
  const parked: { id: number; name: string }[] = [];
  for (const { before, after } of steps) {
    const parameters = { ...after, id: before?.id ?? 0, eventId, adopted: after.adopted ? 1 : 0 };
    if (before === null) inserts.push(parameters);
    else updates.push(parameters);
    // Two crews may swap names: both leave theirs first, for one that no trimmed name can equal.
    if (before && before.name !== after.name) parked.push({ id: before.id, name: ` ${before.id}` });
  }
  await parkQuery.runAll(tx, parked);
  await updateQuery.runAll(tx, updates);
  await insertQuery.runAll(tx, inserts);
}
