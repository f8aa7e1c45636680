/** Restores a race as it was at a moment: its properties, lanes and results; also one that was removed since. */
import { type EventRows, noSuchRace } from '../domain/event/event-rows.ts';
import { type Change, withoutErasures } from '../domain/history/changes.ts';
import { NOT_THERE, rewindRace } from '../domain/history/take-back.ts';
import { conflict, invalid, Refusal } from '../domain/refusal.ts';
import type { Queries } from '../storage/engine/database.ts';
import { findRemoved, listHistory } from '../storage/history/history.ts';
import { wasEverThere } from '../storage/history/history-pages.ts';
import { loadWhole, raceNotFound } from './load-rows.ts';
import type { ScheduleOperation } from './operation.ts';

interface Stored {
  rows: EventRows;
  /** All changes since the moment, newest first. */
  since: Change[];
  /** Whether some of them were removed (retention). */
  isForgotten: boolean;
}

interface ByNumber {
  /** The number that the race has, or had when it was removed. */
  raceNumber: number;
  /** Epoch milliseconds. */
  at: number;
}

export const restoreRace: ScheduleOperation<ByNumber, Stored, void> = {
  name: 'restore-race',
  needs: 'schedule',
  load: (tx, { eventId }, { at }) => load(tx, eventId, at),
  plan: ({ stored: { rows, since, isForgotten } }, { raceNumber }) => {
    if (isForgotten) return FORGOTTEN;
    const raceId = findRaceId(rows, since, raceNumber);
    if (raceId === undefined) return raceNotFound({ raceNumber });
    const after = rewindRace(rows, since, raceId);
    return after instanceof Refusal ? after : { after, bringsBack: true, result: undefined };
  },
};

interface ById {
  raceId: number;
  /** Epoch milliseconds. */
  at: number;
}

/** As the race office does it (console, "History"). The result is the race's id. */
export const restoreRaceById: ScheduleOperation<ById, Stored & { isKnown: boolean }, number> = {
  name: 'restore-race',
  needs: 'schedule',
  load: async (tx, { eventId }, { raceId, at }) => {
    const loaded = await load(tx, eventId, at);
    // To look through the whole history would keep other writes waiting.
    const isKnown =
      loaded.since.some(({ subject, id }) => subject === 'race' && id === raceId) ||
      (await wasEverThere(tx, eventId, 'races', raceId));
    return { ...loaded, isKnown };
  },
  plan: ({ now, stored: { rows, since, isKnown, isForgotten } }, { raceId, at }) => {
    if (!isKnown) return noSuchRace(raceId);
    if (at > now) return wrongMoment('is still to come');
    if (isForgotten) return FORGOTTEN;
    const after = rewindRace(rows, since, raceId);
    if (after === NOT_THERE) return wrongMoment('is a moment at which the race was not there');
    return after instanceof Refusal ? after : { after, bringsBack: true, result: raceId };
  },
};

async function load(tx: Queries, eventId: number, at: number): Promise<Stored> {
  const [rows, entries, removed] = await Promise.all([
    loadWhole(tx, eventId),
    listHistory(tx, eventId, { since: at }),
    findRemoved(tx, eventId),
  ]);
  const reached = entries.at(-1)?.id ?? null;
  return {
    rows,
    since: withoutErasures(entries).flatMap(({ changes }) => changes.toReversed()),
    // Of what is left, all is later: others may have been, too.
    isForgotten: removed.to > 0 && reached === removed.oldestId,
  };
}

const FORGOTTEN = conflict(
  'The history of that moment was removed, as it is of archived events after a time: the race cannot be brought back to it.',
);

/** The id of the race that has the number now, else of the removed race that had it last. */
function findRaceId(
  { races }: EventRows,
  since: readonly Change[],
  raceNumber: number,
): number | undefined {
  const present = races.find((race) => race.raceNumber === raceNumber);
  const removed = since.find(
    ({ subject, before, after }) =>
      subject === 'race' && after === null && before?.raceNumber === raceNumber,
  );
  return (present ?? removed)?.id;
}

function wrongMoment(detail: string): Refusal {
  return invalid([{ field: 'at', detail }]);
}
