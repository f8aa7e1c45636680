/** Who withdraws, and who is put back: an entry, or a crew in all of its races (console, "Withdrawn"). */
import { type Lane, NO_RESULT, NOT_WITHDRAWN, type Withdrawal } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';
import { type LaterEntry, movesCrew, type Touched, touchedWhere } from '../history/conflicts.ts';
import { keyOf } from '../history/event-state.ts';
import { conflict, invalid, Refusal } from '../refusal.ts';

/** @returns 422 where a reason is given for a crew that is put back */
export function withdrawalOf(withdrawn: boolean, reason: string | null): Withdrawal | Refusal {
  if (withdrawn) return { withdrawn, withdrawnReason: reason };
  return reason === null
    ? NOT_WITHDRAWN
    : invalid([{ field: 'reason', detail: 'is only for crews that have withdrawn' }]);
}

/**
 * The lanes of a race in which the crew of one of them has withdrawn, or is put back.
 *
 * @param stored the lanes of the race
 * @returns a conflict where nobody stands in the lane, or whoever does has a result; 404 where there is no such lane
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
 * The event in which a crew has withdrawn from all races where it has no result, or is put back in all of them.
 *
 * @param rows in which the crew is there
 * @returns the event, and the ids of the crew's races; or a conflict where it could withdraw from none
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

/** Whoever has a result has rowed, or was scratched by a status. */
function canWithdraw({ status }: Lane): boolean {
  return status === NO_RESULT.status;
}

/** The lanes in which a crew is drawn. */
function lanesOfCrew({ lanes }: EventRows, crewId: number): { raceId: number; lane: Lane }[] {
  return [...lanes].flatMap(([raceId, ofRace]) =>
    ofRace.filter(({ team }) => team?.id === crewId).map((lane) => ({ raceId, lane })),
  );
}

/** Who stands in a lane, and what came in there: somebody withdraws the crew that the page showed, without a result. */
export function touchedByEntry(raceId: number, position: number): Touched {
  const key = keyOf({ subject: 'lane', id: raceId, position });
  return { key, properties: ['teamId', ...Object.keys(NO_RESULT)] };
}

/** The lanes of a crew, and those that it came into or left since. */
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
