/** GET and PUT /teams: the crews of an event. */
import { repeats } from '../contract/reading/read-body.ts';
import type { TeamWrite } from '../contract/team.ts';
import { teamView } from '../domain/crews/team-view.ts';
import { Read } from '../http/answers/read.ts';
import { bytesOf, Representation, textParts } from '../http/answers/representation.ts';
import { pushTeams } from '../operations/pushes/push-teams.ts';
import { listTeams } from '../storage/event/teams.ts';
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
