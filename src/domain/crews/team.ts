/** A crew as it is stored and as answers show it, and the decision behind PUT /teams. */
import type { UpsertOutcome } from '../../contract/fields.ts';
import { MAX_INTEGER } from '../../contract/limits.ts';
import type { Team as TeamAnswer, TeamWrite } from '../../contract/team.ts';
import { findCollisions, matchRows, sentOrStored } from '../event/upsert.ts';
import { type Refusal, taken } from '../refusal.ts';

/** A crew of an event, without its row number. */
export interface TeamFields {
  externalId: string | null;
  name: string;
  clubId: string | null;
  boatIndex: number | null;
  sortOrder: number;
  adopted: boolean;
}

export interface Team extends TeamFields {
  id: number;
}

export interface TeamStep {
  outcome: UpsertOutcome;
  /** The stored crew; `null` when it is to be inserted. */
  before: Team | null;
  after: TeamFields;
}

/**
 * Decides what a push of crews does. (Specification, "PUT teams"; decisions L1 to L4, L13.)
 *
 * @param stored all crews of the event
 * @param payload elements with distinct externalIds and distinct names
 * @returns one step per element, in the payload's order; or a conflict that lists the names that are taken
 */
export function planTeams(
  stored: readonly Team[],
  payload: readonly TeamWrite[],
): TeamStep[] | Refusal {
  const matches = matchRows(stored, payload, nameOf);
  const refusal = refuseTaken(findCollisions(stored, matches, nameOf));
  if (refusal) return refusal;
  let last = highestSortOrder(stored);
  return matches.map(({ outcome, write, row }) => {
    const after: TeamFields = {
      externalId: write.externalId,
      name: write.name,
      clubId: sentOrStored(write.clubId, row?.clubId ?? null),
      boatIndex: sentOrStored(write.boatIndex, row?.boatIndex ?? null),
      sortOrder: sentOrStored(write.sortOrder, row?.sortOrder ?? orderAfter(last)),
      adopted: outcome === 'adopted' || (row?.adopted ?? false),
    };
    last = Math.max(last ?? after.sortOrder, after.sortOrder);
    return { outcome, before: row, after };
  });
}

function refuseTaken(collisions: ReturnType<typeof findCollisions<Team, TeamWrite, string>>) {
  const [first] = collisions;
  if (!first) return undefined;
  const { externalId, name } = first.row;
  const holder =
    externalId === null
      ? 'a crew that was entered by hand'
      : `the crew with externalId ${JSON.stringify(externalId)}`;
  return taken(
    `The name ${JSON.stringify(name)} is held by ${holder}.`,
    collisions.map(({ row, index }) => ({
      element: `teams[${index}]`,
      property: 'name',
      value: row.name,
      heldBy: { externalId: row.externalId, name: row.name },
    })),
  );
}

/** The sortOrder of a crew that is entered without one (decision L13). */
export function nextSortOrder(stored: readonly TeamFields[]): number {
  return orderAfter(highestSortOrder(stored));
}

/** The `sortOrder` of a crew at the end. @param highest of the other crews; `undefined` if there are none */
export function orderAfter(highest: number | undefined): number {
  return highest === undefined ? 0 : Math.min(highest + 1, MAX_INTEGER);
}

/** The `sortOrder` of the crew at the end; `undefined` where there is none. */
export function highestSortOrder(teams: readonly TeamFields[]): number | undefined {
  return teams.reduce<number | undefined>(
    (highest, { sortOrder }) => Math.max(highest ?? sortOrder, sortOrder),
    undefined,
  );
}

/** The natural key of a crew: by it a push finds a crew without an `externalId`. */
export function nameOf(team: { name: string }): string {
  return team.name;
}

/** A crew as answers show it. */
export function teamView(team: TeamFields): TeamAnswer {
  const { externalId, name, clubId, boatIndex, sortOrder, adopted } = team;
  return { externalId, name, clubId, boatIndex, sortOrder, adopted };
}
