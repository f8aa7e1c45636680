/** A crew entered by hand, and changed by hand, whoever entered it. */
import type { EventRows } from '../../domain/event/event-rows.ts';
import { nextSortOrder, type TeamFields } from '../../domain/crews/plan-teams.ts';
import { conflict } from '../../domain/refusal.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { listTeams } from '../../storage/event/teams.ts';
import type { EventOperation } from '../operation.ts';

interface Stored {
  rows: Pick<EventRows, 'teams'>;
}

/** Without an externalId, so that a timing package can adopt it later. */
export const addTeam: EventOperation<{ name: string }, Stored & { id: number }, void> = {
  name: 'add-team',
  needs: 'event',
  load: async (tx, { eventId }) => {
    const [teams, ids] = await Promise.all([listTeams(tx, eventId), reserveIds(tx, 'teams', 1)]);
    return { rows: { teams }, id: ids[0] as number };
  },
  plan: ({ stored: { rows, id } }, { name }) => {
    const { teams } = rows;
    if (teams.some((team) => team.name === name)) {
      return conflict(`There is a crew named "${name}" already.`);
    }
    const team = {
      id,
      externalId: null,
      name,
      clubId: null,
      boatIndex: null,
      sortOrder: nextSortOrder(teams),
      adopted: false,
    };
    return { after: { teams: [...teams, team] }, result: undefined };
  },
};

interface Edit {
  /** Before the change. */
  name: string;
  /** Those that are left out stay. */
  fields: Partial<Omit<TeamFields, 'externalId' | 'adopted'>>;
}

export const editTeam: EventOperation<Edit, Stored, void> = {
  name: 'edit-team',
  needs: 'event',
  load: async (tx, { eventId }) => ({ rows: { teams: await listTeams(tx, eventId) } }),
  plan: ({ stored: { rows } }, { name, fields }) => {
    const { teams } = rows;
    const before = teams.find((team) => team.name === name);
    if (!before) return conflict(`There is no crew named "${name}".`);
    const after = { ...before, ...fields };
    if (teams.some((team) => team !== before && team.name === after.name)) {
      return conflict(`There is a crew named "${after.name}" already.`);
    }
    return {
      after: { teams: teams.map((team) => (team === before ? after : team)) },
      result: undefined,
    };
  },
};
