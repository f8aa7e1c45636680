/** A crew as answers show it. */
import type { Team } from '../../contract/team.ts';
import type { TeamFields } from './plan-teams.ts';

export function teamView(team: TeamFields): Team {
  const { externalId, name, clubId, boatIndex, sortOrder, adopted } = team;
  return { externalId, name, clubId, boatIndex, sortOrder, adopted };
}
