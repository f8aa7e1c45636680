/** GET and PUT /teams: the crews of an event. */
import { repeats } from '../contract/read-body.ts';
import type { TeamWrite } from '../contract/team.ts';
import { teamView } from '../domain/team-view.ts';
import { Read } from '../http/read.ts';
import { bytesOf, Representation, textParts } from '../http/representation.ts';
import { pushTeams } from '../operations/push-teams.ts';
import { listTeams } from '../storage/teams.ts';
import { managerOf } from './admit.ts';
import { type ApiRoute, read, write } from './route.ts';

export const API_TEAM_ROUTES: readonly ApiRoute[] = [
  read('GET /events/{eventId}/teams', async ({ database }, caller) => {
    const teams = await listTeams(database.reads, managerOf(caller).eventId);
    const parts = textParts({}, 'teams', teams, (team) => JSON.stringify(teamView(team)));
    const { bytes, etag } = await bytesOf(parts);
    return new Read(etag, () => new Representation(etag, bytes));
  }),
  // Answers with the crews of the payload, in its order (decision A5).
  write('PUT /events/{eventId}/teams', {
    judge: () => repeats<TeamWrite>('externalId', 'name'),
    operation: pushTeams,
    input: (teams) => teams,
    answer: ({ result: steps }) => ({
      teams: steps.map(({ after, outcome }) => ({ ...teamView(after), outcome })),
    }),
  }),
];
