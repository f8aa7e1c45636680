/** Restores a race as it was at a moment, also one that was removed since (console, "History"). */
import type { Change } from '../../domain/changes.ts';
import { laterChanges } from '../../domain/conflicts.ts';
import type { EventState } from '../../domain/event-state.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { NOT_THERE, rewindRace } from '../../domain/take-back.ts';
import { listHistory } from '../../storage/history.ts';
import { wasEverThere } from '../../storage/history-pages.ts';
import { changeState } from '../event-changes.ts';
import type { ScheduleOperation } from '../operation.ts';
import {
  changedMeanwhile,
  type Done,
  loadOffice,
  type Seen,
  seenFromTheFuture,
  type Since,
} from './office-operation.ts';
import { noSuchRace } from './find-race.ts';

interface Input extends Seen {
  raceId: number;
  /** Epoch milliseconds. */
  at: number;
}

interface Stored extends Since {
  state: EventState;
  /** All changes since the moment, newest first. */
  since: Change[];
  isKnown: boolean;
}

/** The result is the race's id. */
export const restoreRaceById: ScheduleOperation<Input, Stored, Done<number>> = {
  name: 'restore-race',
  needs: 'schedule',
  load: async (tx, { eventId }, input) => {
    const [office, entries] = await Promise.all([
      loadOffice(tx, eventId, input),
      listHistory(tx, eventId, { since: input.at }),
    ]);
    const since = entries.flatMap(({ changes }) => changes.toReversed());
    // To look through the whole history would keep other writes waiting.
    const isKnown =
      since.some(({ subject, id }) => subject === 'race' && id === input.raceId) ||
      (await wasEverThere(tx, eventId, 'races', input.raceId));
    return { ...office, since, isKnown };
  },
  decide: (situation, { raceId, at, seen }) => {
    const { state, revision, later, since, isKnown } = situation.stored;
    if (!isKnown) return noSuchRace(raceId);
    if (seen > revision) return seenFromTheFuture(revision);
    if (at > situation.now) return wrongMoment('is still to come');
    const after = rewindRace(state, since, raceId);
    if (after === NOT_THERE) return wrongMoment('is a moment at which the race was not there');
    if (after instanceof Refusal) return after;
    const decision = changeState(situation, state, after);
    const changed = laterChanges(later, decision.changes);
    if (changed.length > 0) return changedMeanwhile(changed);
    return { ...decision, result: { result: raceId, state: decision.state } };
  },
};

function wrongMoment(detail: string): Refusal {
  return invalid([{ field: 'at', detail }]);
}
