/** What this page has seen change while it was open: when delays came and what they were, when results came. */
import { signal } from '@preact/signals';
import type { Board } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/results/standings.ts';
import { type SeenDelays, seeDelays } from '../../shared/race/day-phase.ts';

/**
 * The delays of the regatta that was on the screen last, for a page that is loaded anew. They are in the state of the tab's
 * history, which is gone with the tab: a visit in which nothing is chosen stores nothing on the device.
 */
interface TabState {
  delays?: { eventId: number; seen: SeenDelays };
}

export const seenDelays = signal<SeenDelays>({});
/** When the results of a race came or changed, by its id; epoch milliseconds. */
export const resultsSeenAt = signal<ReadonlyMap<number, number>>(new Map());

/** @param before the document that it takes the place of, if any */
export function seeDocument(before: Board | undefined, document: Board): void {
  const { eventId } = document;
  const now = Date.now();
  const state: TabState = Object(history.state);
  const stored = state.delays?.eventId === eventId ? state.delays.seen : undefined;
  const seen = seeDelays(before || !stored ? seenDelays.value : stored, document, now);
  seenDelays.value = seen;
  // Browsers allow few changes of the history.
  if (JSON.stringify(seen) !== JSON.stringify(stored))
    history.replaceState({ ...state, delays: { eventId, seen } } satisfies TabState, '');
  if (before) seeResults(before, document, now);
}

function seeResults(before: Board, document: Board, now: number): void {
  const known = new Map(before.races.map((race) => [race.id, race]));
  const came = document.races.filter((race) => {
    const old = known.get(race.id);
    if (!old || old === race || !isScored(race.lanes)) return false;
    return resultsText(old) !== resultsText(race);
  });
  if (came.length === 0) return;
  resultsSeenAt.value = new Map([
    ...resultsSeenAt.value,
    ...came.map(({ id }): [number, number] => [id, now]),
  ]);
}

function resultsText({ lanes }: Board['races'][number]): string {
  return JSON.stringify(
    lanes.map(({ status, finishTimeMillis, finishPlace, penaltyMillis }) => [
      status,
      finishTimeMillis,
      finishPlace,
      penaltyMillis,
    ]),
  );
}
