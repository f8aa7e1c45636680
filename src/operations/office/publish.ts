/** Publishes and un-publishes the schedule in the race office (console, "Publish"). */
import type { ScheduleStatus } from '../../contract/account.ts';
import { laterChanges } from '../../domain/conflicts.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ScheduleOperation } from '../operation.ts';
import { publishSchedule, unpublishSchedule } from '../schedule.ts';
import {
  changedMeanwhile,
  loadSince,
  type Seen,
  seenFromTheFuture,
  type Since,
} from './office-operation.ts';

type OfStatus = ScheduleOperation<Seen, Since, ScheduleStatus>;

/** In the way is only somebody else who has changed the same; the result is the status as it is now. */
export const publishInOffice = inOffice(publishSchedule);
export const unpublishInOffice = inOffice(unpublishSchedule);

function inOffice(operation: typeof publishSchedule): OfStatus {
  return {
    name: operation.name,
    needs: 'schedule',
    load: (tx, { eventId }, { seen }) => loadSince(tx, eventId, seen),
    decide: ({ stored: { revision, later }, ...situation }, { seen }) => {
      if (seen > revision) return seenFromTheFuture(revision);
      const decision = operation.decide({ ...situation, stored: undefined }, undefined);
      if (decision instanceof Refusal) return decision;
      const changed = laterChanges(later, decision.changes);
      if (changed.length > 0) return changedMeanwhile(changed);
      return { ...decision, result: decision.result.status };
    },
  };
}
