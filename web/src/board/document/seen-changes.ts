/** What this page has seen change while it was open: when delays came and what they were, when results came. */
import { signal } from '@preact/signals';
import type { Board } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/results/standings.ts';
import { readLocal, writeLocal } from '../../shared/page/local-storage.ts';
import { type SeenDelays, seeDelays } from '../../shared/race/day-phase.ts';

/** The delays of the regatta that was on the screen last, for a page that is loaded anew. */
interface StoredDelays {
  eventId: number;
  seen: SeenDelays;
}

const KEY = 'delays';

export const seenDelays = signal<SeenDelays>({});
/** When the results of a race came or changed, by its id; epoch milliseconds. */
export const resultsSeenAt = signal<ReadonlyMap<number, number>>(new Map());

/** @param before the document that it takes the place of, if any */
export function seeDocument(before: Board | undefined, document: Board): void {
  const { eventId } = document;
  const now = Date.now();
  const stored = readLocal<StoredDelays>(KEY);
  const old = before || stored?.eventId !== eventId ? seenDelays.value : stored.seen;
  seenDelays.value = seeDelays(old, document, now);
  writeLocal(KEY, { eventId, seen: seenDelays.value } satisfies StoredDelays);
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
