/** A crew entered by hand, without an externalId, so that a timing package can adopt it later. */

import { nextSortOrder, type Team } from '../domain/plan-teams.ts';
import { conflict } from '../domain/refusal.ts';
import { applyTeamSteps, listTeams } from '../storage/teams.ts';
import type { EventOperation } from './operation.ts';

interface Input {
  name: string;
}

export const addTeam: EventOperation<Input, Team[], void> = {
  name: 'add-team',
  needs: 'event',
  load: (tx, { eventId }) => listTeams(tx, eventId),
  decide: ({ stored, eventId }, { name }) => {
    if (stored.some((team) => team.name === name)) {
      return conflict(`There is a crew named "${name}" already.`);
    }
    const sortOrder = nextSortOrder(stored);
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
      changes: [{ subject: 'team', name, before: null, after }],
      // A crew that is drawn nowhere shows nowhere.
      shows: [],
      apply: (tx) => applyTeamSteps(tx, eventId, [{ outcome: 'inserted', before: null, after }]),
    };
  },
};
