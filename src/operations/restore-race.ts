/** Restores a race as it was at a moment: its properties, lanes and results. */
import type { Change } from '../domain/changes.ts';
import type { EventState } from '../domain/event-state.ts';
import { Refusal } from '../domain/refusal.ts';
import { rewindRace } from '../domain/take-back.ts';
import { listHistory } from '../storage/history.ts';
import { raceNotFound } from './change-lanes.ts';
import { changeState, loadState } from './event-changes.ts';
import type { ScheduleOperation } from './operation.ts';

interface Input {
  /** The number that the race has, or had when it was removed. */
  raceNumber: number;
  /** Epoch milliseconds. */
  at: number;
}

interface Stored {
  state: EventState;
  /** All changes since the moment, newest first. */
  later: Change[];
}

export const restoreRace: ScheduleOperation<Input, Stored, void> = {
  name: 'restore-race',
  needs: 'schedule',
  load: async (tx, { eventId }, { at }) => {
    const [state, entries] = await Promise.all([
      loadState(tx, eventId),
      listHistory(tx, eventId, { since: at }),
    ]);
    return { state, later: entries.flatMap(({ changes }) => changes.toReversed()) };
  },
  decide: (situation, { raceNumber }) => {
    const { state, later } = situation.stored;
    const raceId = findRaceId(state, later, raceNumber);
    if (raceId === undefined) return raceNotFound({ raceNumber });
    const after = rewindRace(state, later, raceId);
    if (after instanceof Refusal) return after;
    return { ...changeState(situation, state, after), result: undefined };
  },
};

/** The id of the race that has the number now, else of the removed race that had it last. */
function findRaceId(
  state: EventState,
  later: readonly Change[],
  raceNumber: number,
): number | undefined {
  const present = [...state.values()].find(
    ({ thing, properties }) => thing.subject === 'race' && properties.raceNumber === raceNumber,
  );
  const removed = later.find(
    ({ subject, before, after }) =>
      subject === 'race' && after === null && before?.raceNumber === raceNumber,
  );
  return (present?.thing ?? removed)?.id;
}
