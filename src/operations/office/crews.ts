/**
 * Writes of crews by the race office: edits of several, all or nothing (console, "Rows"); merging two that are one (console,
 * "Crews"); and withdrawing a crew from one race or from all of its races, or putting it back (console, "Withdrawn").
 */
import type { CrewsWrite, MergeWrite } from '../../contract/console/office-writes.ts';
import {
  emptyChangeOfKeptCrew,
  mergeCrews as merged,
  planOfficeCrews,
  touchedByMerge,
} from '../../domain/crews/office-crews.ts';
import {
  touchedByCrew,
  touchedByEntry,
  withCrewWithdrawn,
  withdrawalOf,
  withEntryWithdrawn,
} from '../../domain/crews/withdraw-crew.ts';
import { lanesOf, raceOf, withLanes } from '../../domain/event/event-rows.ts';
import type { Change } from '../../domain/history/changes.ts';
import {
  movesCrew,
  presenceOf,
  sentOf,
  sentOfRows,
  touchedWhere,
} from '../../domain/history/conflicts.ts';
import { keyOf } from '../../domain/history/event-state.ts';
import { byRunningOrder } from '../../domain/races/race.ts';
import { findMissing, namedRows } from '../../domain/races/row-writes.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { officeOperation } from './office-operation.ts';

/** Adds, changes and removes crews. The result is the ids of the crews in the payload's order. */
export const editCrews = officeOperation<Omit<CrewsWrite, 'seen'>, number[]>({
  name: 'edit-crews',
  newRows: { table: 'teams', count: ({ crews }) => crews.filter(({ id }) => id === null).length },
  named: ({ later }, { crews, removed = [] }) => {
    const names = new Set<unknown>(crews.map(({ name }) => name ?? null));
    const takesName = ({ subject, after }: Change) => subject === 'team' && names.has(after?.name);
    return [
      ...touchedWhere(later, takesName, ['name']),
      ...touchedWhere(later, (change) => movesCrew(change, removed), ['teamId']),
    ];
  },
  sent: ({ stored: { rows } }, { crews, removed = [] }) => [
    ...sentOfRows(rows, 'team', crews),
    ...removed.map((id) => ({ key: keyOf({ subject: 'team', id }) })),
  ],
  plan: ({ later, stored: { rows, newIds } }, write) => {
    const { crews, removed = [] } = write;
    const named = namedRows({ list: 'crews', rows: crews, removed });
    const missing = findMissing(named, { subject: 'team', rows: rows.teams, later });
    if (missing) return missing;
    const planned = planOfficeCrews(rows, write, newIds);
    if (planned instanceof Refusal) return planned;
    return { after: planned.rows, result: planned.ids };
  },
});

/** The result is the id of the crew that is kept. Followers of the removed crew follow both, also after an undo. */
export const mergeCrews = officeOperation<Omit<MergeWrite, 'seen'>, number>({
  name: 'merge-crews',
  named: ({ later, stored: { rows } }, { keep, remove }) => {
    const isThere = (crewId: number) => rows.teams.some(({ id }) => id === crewId);
    if (keep === remove || !isThere(keep) || !isThere(remove)) return [];
    return touchedByMerge(rows, { keep, remove }, later);
  },
  sent: ({ later, stored: { rows } }, pair) => touchedByMerge(rows, pair, later),
  plan: ({ later, stored: { rows } }, { keep, remove }) => {
    if (keep === remove) {
      return invalid([{ field: 'remove', detail: 'must be another crew than `keep`' }]);
    }
    const named = [
      { field: 'keep', id: keep },
      { field: 'remove', id: remove },
    ];
    const missing = findMissing(named, { subject: 'team', rows: rows.teams, later });
    if (missing) return missing;
    const after = merged(rows, { keep, remove });
    if (after instanceof Refusal) return after;
    return {
      after,
      oneCrew: [keep, remove],
      touched: touchedByMerge(rows, { keep, remove }, later),
      followersOf: { crewId: remove, follow: keep },
      foundBy: emptyChangeOfKeptCrew(rows, { keep, remove }),
      result: keep,
    };
  },
});

interface Wish {
  withdrawn: boolean;
  /** Left out when there is none, and when a crew is put back. */
  reason?: string | null | undefined;
}

/** Withdraws one entry, or puts it back. The result is the race's id. */
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
    const mark = withdrawalOf(withdrawn, reason);
    if (mark instanceof Refusal) return mark;
    const lanes = withEntryWithdrawn(lanesOf(rows, raceId), position, mark);
    if (lanes instanceof Refusal) return lanes;
    return {
      after: withLanes(rows, raceId, lanes),
      touched: [touchedByEntry(raceId, position)],
      result: raceId,
    };
  },
});

/** Withdraws a crew from all races where it has no result, or puts it back. The result is their ids, in running order. */
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
    const mark = withdrawalOf(withdrawn, reason);
    if (mark instanceof Refusal) return mark;
    const done = withCrewWithdrawn(rows, crewId, mark);
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
