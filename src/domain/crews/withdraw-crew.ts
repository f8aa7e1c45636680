/** Withdraws an entry, or a crew from all of its races, and puts it back (console, "Withdrawn"). */
import { type Lane, NO_RESULT, NOT_WITHDRAWN, type Withdrawal } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';
import { type LaterEntry, movesCrew, type Touched, touchedWhere } from '../history/conflicts.ts';
import { keyOf } from '../history/event-state.ts';
import { conflict, invalid, Refusal } from '../refusal.ts';

/** @returns the mark of a lane; or a 422 if a reason is given for a crew that is put back */
export function withdrawalOf(withdrawn: boolean, reason: string | null): Withdrawal | Refusal {
  if (withdrawn) return { withdrawn, withdrawnReason: reason };
  return reason === null
    ? NOT_WITHDRAWN
    : invalid([{ field: 'reason', detail: 'is only for crews that have withdrawn' }]);
}

/**
 * The lanes of a race after the crew of one of them has withdrawn, or been put back.
 *
 * @param stored the lanes of the race
 * @returns the lanes; a conflict if the lane has no crew, or a crew with a result is to withdraw; 404 without the lane
 */
export function withEntryWithdrawn(
  stored: readonly Lane[],
  position: number,
  mark: Withdrawal,
): Lane[] | Refusal {
  const lane = stored.find((one) => one.position === position);
  if (!lane) return new Refusal('not_found', `The race has no lane at position ${position}.`);
  if (lane.team === null) return conflict(`No crew is drawn into position ${position}.`);
  if (mark.withdrawn && !canWithdraw(lane)) {
    return conflict(
      `${JSON.stringify(lane.team.name)} has a result at position ${position}; take it back first, or post \`dns\`.`,
    );
  }
  return stored.map((one) => (one === lane ? { ...one, ...mark } : one));
}

/**
 * An event after a crew has withdrawn from all races in which it has no result, or been put back in all of them.
 *
 * @param rows of an event that has the crew
 * @returns the event, and the ids of the crew's races; or a conflict if there is no race from which it can withdraw
 */
export function withCrewWithdrawn(
  rows: EventRows,
  crewId: number,
  mark: Withdrawal,
): { after: EventRows; raceIds: number[] } | Refusal {
  const own = lanesOfCrew(rows, crewId);
  if (mark.withdrawn && !own.some(({ lane }) => canWithdraw(lane))) {
    return conflict(
      own.length === 0
        ? 'The crew is drawn in no race.'
        : 'The crew has a result in each of its races.',
    );
  }
  const lanes = new Map(rows.lanes);
  for (const { raceId, lane } of own) {
    if (!canWithdraw(lane)) continue;
    const ofRace = lanes.get(raceId) ?? [];
    lanes.set(
      raceId,
      ofRace.map((one) => (one === lane ? { ...one, ...mark } : one)),
    );
  }
  return { after: { ...rows, lanes }, raceIds: own.map(({ raceId }) => raceId) };
}

/** A crew with a result cannot withdraw: it has rowed, or was scratched by a status. */
function canWithdraw({ status }: Lane): boolean {
  return status === NO_RESULT.status;
}

/** The lanes in which a crew is drawn. */
function lanesOfCrew({ lanes }: EventRows, crewId: number): { raceId: number; lane: Lane }[] {
  return [...lanes].flatMap(([raceId, ofRace]) =>
    ofRace.filter(({ team }) => team?.id === crewId).map((lane) => ({ raceId, lane })),
  );
}

/** What a withdrawal relies on: the crew and the result of its lane, because the page showed this crew without a result. */
export function touchedByEntry(raceId: number, position: number): Touched {
  const key = keyOf({ subject: 'lane', id: raceId, position });
  return { key, properties: ['teamId', ...Object.keys(NO_RESULT)] };
}

/** The same for all lanes of a crew, and for those that it came into or left in the `later` entries. */
export function touchedByCrew(
  rows: EventRows,
  crewId: number,
  later: readonly LaterEntry[],
): Touched[] {
  return [
    ...lanesOfCrew(rows, crewId).map(({ raceId, lane }) => touchedByEntry(raceId, lane.position)),
    ...touchedWhere(later, (change) => movesCrew(change, [crewId]), ['teamId']),
  ];
}
