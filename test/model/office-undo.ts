/** What the specification of the console says of an undo: which changes still hold, and what an undo relies on. */
import { NO_RESULT } from './model-state.ts';
import type { Change, Facts, Reliance } from './office-state.ts';

/** One entry of the history. */
export interface Entry {
  changes: Change[];
  /** The event after the entry. */
  facts: Facts;
  isUndone: boolean;
  /** The entry that this one undoes. */
  undoes?: Entry;
}

/** The changes that still hold: an entry and the one that undid it cancel each other out. */
export function standing(entries: Entry[]): Change[] {
  const gone = new Set<Entry>();
  for (const entry of entries.toReversed()) {
    if (gone.has(entry) || !entry.undoes || !entries.includes(entry.undoes)) continue;
    gone.add(entry).add(entry.undoes);
  }
  return entries.filter((entry) => !gone.has(entry)).flatMap(({ changes }) => changes);
}

/** What an undo relies on: the properties that the entry changed, and the result of a lane that the undo would empty. */
export function reliedOn(changes: Change[], facts: Facts): Reliance[] {
  return changes.flatMap(({ key, before, after }) => {
    if (!before || !after) return { key };
    const isEmptied = before.crewId === null && after.crewId != null;
    const isRowed = (facts.get(key)?.status ?? 'assigned') !== 'assigned';
    const names = Object.keys(after);
    if (isEmptied && isRowed) names.push(...Object.keys(NO_RESULT));
    return { key, names };
  });
}

/** The two crews of a merge, or of the undo of one: one is gone or back, and its lanes changed to the other or back. */
export function crewsOfMerge(changes: Change[]): unknown[] {
  const crews = changes
    .filter(({ key, before, after }) => key.startsWith('crew ') && (!before || !after))
    .map(({ key }) => Number(key.split(' ')[1]));
  for (const { key, before, after } of changes) {
    const pair = [before?.crewId ?? null, after?.crewId ?? null];
    if (key.startsWith('lane ') && !pair.includes(null) && crews.some((id) => pair.includes(id)))
      return pair;
  }
  return [];
}
