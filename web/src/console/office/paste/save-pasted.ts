/** Saves the rows of a paste in one push. */
import type { Written } from '../../../../../src/contract/console/office-writes.ts';
import { leftOf } from '../conflicts.ts';
import { type Outcome, writeOffice } from '../write.ts';
import { pasteWords } from './paste-words.ts';
import type { PlannedRow } from './planned-row.ts';

interface Pasted {
  /** Those that are new or changed. */
  rows: readonly PlannedRow<string, object>[];
  /** The property of the push that holds them, and its path. */
  list: 'races' | 'crews';
  /** What the history calls one of them. */
  subject: 'race' | 'team';
  /** The revision that they were compared with. */
  seen: number;
}

/** Writes them, less what is given up for what others have stored meanwhile. Never throws. */
export function savePasted(
  eventId: number,
  { rows, list, subject, seen }: Pasted,
): Promise<Outcome<Written>> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return writeOffice(eventId, {
    path: `/${list}`,
    seen,
    body: (isDropped) => {
      const sent = rows.flatMap(({ id, write }) => {
        const left = leftOf(write, { subject, id }, isDropped);
        return Object.keys(left).length === 0 ? [] : [{ id, ...left }];
      });
      return sent.length === 0 ? undefined : { [list]: sent };
    },
    mine: {
      valueOf: ({ id, ...thing }, property) => {
        const row = thing.subject === subject && id !== undefined ? byId.get(id) : undefined;
        return (row?.write as Record<string, unknown> | undefined)?.[property];
      },
    },
    said: pasteWords.peek().saved(rows.length),
  });
}
