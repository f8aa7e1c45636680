/**
 * Crews as a timing package pushes them (specification, "PUT teams"); and crews added by hand, and changes by hand of any
 * crew.
 */
import type { TeamWrite } from '../../contract/team.ts';
import {
  nameOf,
  nextSortOrder,
  planTeams,
  type TeamFields,
  type TeamStep,
} from '../../domain/crews/team.ts';
import { type EventRows, upserted } from '../../domain/event/event-rows.ts';
import { countNew, withIds } from '../../domain/event/upsert.ts';
import { repeatedValues } from '../../domain/races/row-writes.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { listTeams } from '../../storage/event/teams.ts';
import type { EventOperation, Plan } from '../operation.ts';

interface Stored {
  rows: Pick<EventRows, 'teams'>;
  /** One for each crew that is new. */
  newIds: number[];
}

/** The result has one step per element, in the payload's order. */
export const pushTeams: EventOperation<readonly TeamWrite[], Stored, readonly TeamStep[]> = {
  name: 'push-teams',
  needs: 'event',
  load: async (tx, { eventId }, payload) => {
    const teams = await listTeams(tx, eventId);
    const newIds = await reserveIds(tx, 'teams', countNew(teams, payload, nameOf));
    return { rows: { teams }, newIds };
  },
  plan: ({ stored: { rows, newIds } }, payload) => {
    const steps = planTeams(rows.teams, payload);
    if (steps instanceof Refusal) return steps;
    const pushed = withIds(steps, newIds).map(({ id, after }) => ({ ...after, id }));
    return { after: { teams: upserted(rows.teams, pushed) }, result: steps };
  },
};

type Crews = Pick<EventRows, 'teams'>;

interface OneTeam {
  rows: Crews;
}

/** Adds a crew without an externalId, so that a timing package can adopt it later. */
export const addTeam: EventOperation<{ name: string }, OneTeam & { id: number }, void> = {
  name: 'add-team',
  needs: 'event',
  load: async (tx, { eventId }) => {
    const [teams, ids] = await Promise.all([listTeams(tx, eventId), reserveIds(tx, 'teams', 1)]);
    return { rows: { teams }, id: ids[0] as number };
  },
  plan: ({ stored: { rows, id } }, { name }) => {
    const { teams } = rows;
    const team = {
      id,
      externalId: null,
      name,
      clubId: null,
      boatIndex: null,
      sortOrder: nextSortOrder(teams),
      adopted: false,
    };
    return unlessTaken({ teams: [...teams, team] }, name);
  },
};

interface Edit {
  /** The name before the change. */
  name: string;
  /** Those that are left out stay. */
  fields: Partial<Omit<TeamFields, 'externalId' | 'adopted'>>;
}

export const editTeam: EventOperation<Edit, OneTeam, void> = {
  name: 'edit-team',
  needs: 'event',
  load: async (tx, { eventId }) => ({ rows: { teams: await listTeams(tx, eventId) } }),
  plan: ({ stored: { rows } }, { name, fields }) => {
    const { teams } = rows;
    const before = teams.find((team) => team.name === name);
    if (!before) return conflict(`There is no crew named "${name}".`);
    const after = { ...before, ...fields };
    const changed = teams.map((team) => (team === before ? after : team));
    return unlessTaken({ teams: changed }, after.name);
  },
};

/** @param name of the crew that is added or changed */
function unlessTaken(after: Crews, name: string): Plan<Crews, void> | Refusal {
  const isTaken = repeatedValues(after.teams.map((team) => team.name)).length > 0;
  return isTaken
    ? conflict(`There is a crew named "${name}" already.`)
    : { after, result: undefined };
}
