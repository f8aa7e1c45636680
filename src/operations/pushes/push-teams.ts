/** Crews as a timing package pushes them (specification, "PUT teams"). */
import type { TeamWrite } from '../../contract/team.ts';
import { nameOf, planTeams, type TeamStep } from '../../domain/crews/plan-teams.ts';
import { type EventRows, upserted } from '../../domain/event/event-rows.ts';
import { countNew, withIds } from '../../domain/event/upsert.ts';
import { Refusal } from '../../domain/refusal.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { listTeams } from '../../storage/event/teams.ts';
import type { EventOperation } from '../operation.ts';

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
