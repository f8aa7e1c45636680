/** Changes properties of a crew by hand, whoever entered it; properties left out stay. */
import { aTeam, differing } from '../domain/changes.ts';
import type { Team, TeamFields } from '../domain/plan-teams.ts';
import { conflict } from '../domain/refusal.ts';
import { listRacesOfTeams } from '../storage/lanes.ts';
import { applyTeamSteps, listTeams } from '../storage/teams.ts';
import type { EventOperation } from './operation.ts';

interface Input {
  /** Before the change. */
  name: string;
  fields: Partial<Omit<TeamFields, 'externalId' | 'adopted'>>;
}

interface Stored {
  teams: Team[];
  /** The races in which the crew is drawn. */
  raceIds: ReadonlySet<number>;
}

export const editTeam: EventOperation<Input, Stored, void> = {
  name: 'edit-team',
  needs: 'event',
  load: async (tx, { eventId }, { name }) => {
    const teams = await listTeams(tx, eventId);
    const ids = teams.filter((team) => team.name === name).map(({ id }) => id);
    return { teams, raceIds: await listRacesOfTeams(tx, eventId, ids) };
  },
  decide: ({ stored: { teams, raceIds }, eventId }, { name, fields }) => {
    const before = teams.find((team) => team.name === name);
    if (!before) return conflict(`There is no crew named "${name}".`);
    const { id, ...stored } = before;
    const after = { ...stored, ...fields };
    if (teams.some((team) => team.id !== id && team.name === after.name)) {
      return conflict(`There is a crew named "${after.name}" already.`);
    }
    const { changed, changes } = differing([{ id, before, after }], () => aTeam(id, after));
    return {
      result: undefined,
      changes,
      // A schedule shows the names of the crews that are drawn, and nothing else of them.
      shows: after.name === name ? [] : [...raceIds],
      apply: (tx) => applyTeamSteps(tx, eventId, changed),
    };
  },
};
