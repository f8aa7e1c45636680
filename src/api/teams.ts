/** GET and PUT /teams: the crews of an event. */
import { readList, repeats } from '../contract/read-body.ts';
import { TeamList, type TeamWrite } from '../contract/team.ts';
import { teamView } from '../domain/team-view.ts';
import { Read } from '../http/read.ts';
import { bytesOf, Representation, textParts } from '../http/representation.ts';
import { pushTeams } from '../operations/push-teams.ts';
import { listTeams } from '../storage/teams.ts';
import { managerOf } from './admit.ts';
import { jsonBody, ok, read, write } from './route.ts';

const PATH = '/v1/events/:eventId/teams';

export const getTeams = read(PATH, async ({ database }, caller) => {
  const teams = await listTeams(database.reads, managerOf(caller).eventId);
  const parts = textParts({}, 'teams', teams, (team) => JSON.stringify(teamView(team)));
  const { bytes, etag } = await bytesOf(parts);
  return new Read(etag, () => new Representation(etag, bytes));
});

/** Answers with the crews of the payload, in its order (decision A5). */
export const putTeams = write({
  method: 'PUT',
  path: PATH,
  body: jsonBody((json) =>
    readList(TeamList, 'teams', json, repeats<TeamWrite>('externalId', 'name')),
  ),
  operation: pushTeams,
  input: (payload) => payload,
  answer: ({ result: steps }) =>
    ok({ teams: steps.map(({ after, outcome }) => ({ ...teamView(after), outcome })) }),
});
