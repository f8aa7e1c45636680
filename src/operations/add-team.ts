/** A crew entered by hand, without an externalId, so that a timing package can adopt it later. */

import { aTeam } from '../domain/changes.ts';
import { nextSortOrder, type Team } from '../domain/plan-teams.ts';
import { conflict } from '../domain/refusal.ts';
import { reserveIds } from '../storage/prepared.ts';
import { applyTeamSteps, listTeams } from '../storage/teams.ts';
import type { EventOperation } from './operation.ts';

interface Input {
  name: string;
}

interface Stored {
  teams: Team[];
  /** Of the new crew. */
  id: number;
}

export const addTeam: EventOperation<Input, Stored, void> = {
  name: 'add-team',
  needs: 'event',
  load: async (tx, { eventId }) => {
    const [teams, ids] = await Promise.all([listTeams(tx, eventId), reserveIds(tx, 'teams', 1)]);
    return { teams, id: ids[0] as number };
  },
  decide: ({ stored: { teams, id }, eventId }, { name }) => {
    if (teams.some((team) => team.name === name)) {
      return conflict(`There is a crew named "${name}" already.`);
    }
    const sortOrder = nextSortOrder(teams);
    const after = {
      externalId: null,
      name,
      clubId: null,
      boatIndex: null,
      sortOrder,
      adopted: false,
    };
    return {
      result: undefined,
      changes: [{ ...aTeam(id, after), before: null, after }],
      // A crew that is drawn nowhere shows nowhere.
      shows: [],
      apply: (tx) => applyTeamSteps(tx, eventId, [{ id, before: null, after }]),
    };
  },
};
