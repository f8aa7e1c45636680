/** Crews as a timing package pushes them (specification, "PUT teams"). */
import type { TeamWrite } from '../contract/team.ts';
import { differing } from '../domain/changes.ts';
import { planTeams, type Team, type TeamStep } from '../domain/plan-teams.ts';
import { Refusal } from '../domain/refusal.ts';
import { listRacesOfTeams } from '../storage/lanes.ts';
import { applyTeamSteps, listTeams } from '../storage/teams.ts';
import type { EventOperation } from './operation.ts';

interface Stored {
  teams: Team[];
  /** The races that show a crew under another name or externalId after the push. */
  raceIds: ReadonlySet<number>;
}

/** Results in one step per element, in the payload's order. */
export const pushTeams: EventOperation<readonly TeamWrite[], Stored, readonly TeamStep[]> = {
  name: 'push-teams',
  needs: 'event',
  load: async (tx, { eventId }, payload) => {
    const teams = await listTeams(tx, eventId);
    return { teams, raceIds: await listRacesOfTeams(tx, eventId, renamed(teams, payload)) };
  },
  decide: ({ stored, eventId }, payload) => {
    const steps = planTeams(stored.teams, payload);
    if (steps instanceof Refusal) return steps;
    const { changed, changes } = differing('team', steps, ({ after }) => after.name);
    return {
      result: steps,
      changes,
      // A schedule shows the names and ids of the crews that are drawn, and only of those.
      shows: [...stored.raceIds],
      apply: (tx) => applyTeamSteps(tx, eventId, changed),
    };
  },
};

/** The crews that get another name, and those that are adopted and so get an externalId. */
function renamed(teams: readonly Team[], payload: readonly TeamWrite[]): number[] {
  const names = new Map(payload.map(({ externalId, name }) => [externalId, name]));
  const adoptable = new Set(names.values());
  return teams
    .filter(({ externalId, name }) =>
      externalId === null ? adoptable.has(name) : (names.get(externalId) ?? name) !== name,
    )
    .map(({ id }) => id);
}
