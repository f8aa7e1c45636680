/** Crews as a timing package pushes them (specification, "PUT teams"). */
import type { TeamWrite } from '../contract/team.ts';
import { aTeam, differing } from '../domain/changes.ts';
import { nameOf, planTeams, type Team, type TeamStep } from '../domain/plan-teams.ts';
import { Refusal } from '../domain/refusal.ts';
import { countNew, withIds } from '../domain/upsert.ts';
import { listRacesOfTeams } from '../storage/lanes.ts';
import { reserveIds } from '../storage/prepared.ts';
import { applyTeamSteps, listTeams } from '../storage/teams.ts';
import type { EventOperation } from './operation.ts';

interface Stored {
  teams: Team[];
  /** One for each crew that is new. */
  newIds: number[];
  /** The races that show a crew under another name or externalId after the push. */
  raceIds: ReadonlySet<number>;
}

/** The result has one step per element, in the payload's order. */
export const pushTeams: EventOperation<readonly TeamWrite[], Stored, readonly TeamStep[]> = {
  name: 'push-teams',
  needs: 'event',
  load: async (tx, { eventId }, payload) => {
    const teams = await listTeams(tx, eventId);
    const [newIds, raceIds] = await Promise.all([
      reserveIds(tx, 'teams', countNew(teams, payload, nameOf)),
      listRacesOfTeams(tx, eventId, renamed(teams, payload)),
    ]);
    return { teams, newIds, raceIds };
  },
  decide: ({ stored, eventId }, payload) => {
    const steps = planTeams(stored.teams, payload);
    if (steps instanceof Refusal) return steps;
    const { changed, changes } = differing(withIds(steps, stored.newIds), ({ id, after }) =>
      aTeam(id, after),
    );
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
