/** Takes an entry, or a crew in all of its races, out of the racing, or puts it back (console, "Withdrawn"). */
import {
  touchedByCrew,
  touchedByEntry,
  withCrewWithdrawn,
  withdrawalOf,
  withEntryWithdrawn,
} from '../../domain/crews/withdraw-crew.ts';
import { lanesOf, raceOf, withLanes } from '../../domain/event/event-rows.ts';
import { presenceOf, sentOf } from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { byRunningOrder } from '../../domain/races/running-order.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

interface Wish {
  withdrawn: boolean;
  /** Left out where there is none, and where a crew is put back. */
  reason?: string | null | undefined;
}

/** One entry. The result is the race's id. */
export const withdrawEntry = officeOperation<Wish & { raceId: number; position: number }, number>({
  name: 'withdraw-crew',
  named: (_, { raceId, position }) => [presenceOf(raceId), touchedByEntry(raceId, position)],
  sent: ({ stored: { rows } }, { raceId, position, withdrawn, reason = null }) =>
    sentOf(rows, [
      [
        { subject: 'lane', id: raceId, position },
        { withdrawn, withdrawnReason: reason },
      ],
    ]),
  plan: ({ stored: { rows } }, { raceId, position, withdrawn, reason = null }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const wish = withdrawalOf(withdrawn, reason);
    if ('wrong' in wish) return invalid([{ field: 'reason', detail: wish.wrong }]);
    const lanes = withEntryWithdrawn(lanesOf(rows, raceId), position, wish.mark);
    if (lanes instanceof Refusal) return lanes;
    return {
      after: withLanes(rows, raceId, lanes),
      touched: [touchedByEntry(raceId, position)],
      result: raceId,
    };
  },
});

/** A crew in all races where it has no result. The result is the ids of its races, in running order. */
export const withdrawCrew = officeOperation<Wish & { crewId: number }, number[]>({
  name: 'withdraw-crew',
  named: ({ later, stored: { rows } }, { crewId }) => [
    { key: keyOf({ subject: 'team', id: crewId }), properties: [] },
    ...touchedByCrew(rows, crewId, later),
  ],
  plan: ({ later, stored: { rows } }, { crewId, withdrawn, reason = null }) => {
    if (!rows.teams.some(({ id }) => id === crewId)) {
      return new Refusal('not_found', `No crew of this event has the id ${crewId}.`);
    }
    const wish = withdrawalOf(withdrawn, reason);
    if ('wrong' in wish) return invalid([{ field: 'reason', detail: wish.wrong }]);
    const done = withCrewWithdrawn(rows, crewId, wish.mark);
    if (done instanceof Refusal) return done;
    const ids = new Set(done.raceIds);
    const races = rows.races.filter(({ id }) => ids.has(id)).sort(byRunningOrder);
    return {
      after: done.after,
      touched: touchedByCrew(rows, crewId, later),
      result: races.map(({ id }) => id),
    };
  },
});
