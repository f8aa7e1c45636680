/** Saves the rows of a paste in one push. */
import type { Written } from '../../../../../src/contract/console/office-writes.ts';
import { pasteWords } from '../../words/office-paste.ts';
import type { Thing, Values } from '../conflicts/conflicts.ts';
import type { Outcome } from '../conflicts/write.ts';
import { NEW } from '../table/row-drafts.ts';
import { sentRow } from '../table/row-push.ts';
import type { RowsPush } from '../table/table-state.ts';
import type { PlannedRow } from './pasted-table.ts';

interface Pasted<Row extends Values> {
  /** Those that are new or changed. */
  rows: readonly PlannedRow<string, Row>[];
  /** Sends them. */
  push: (
    eventId: number,
    push: RowsPush<Partial<Row> & { id: number | null }>,
  ) => Promise<Outcome<Written>>;
  /** What the history calls one of them. */
  subject: 'race' | 'team';
  /** The properties that one of them can have. */
  writable: readonly string[];
  /** The revision that they were compared with. */
  seen: number;
}

/** Writes them, less what is given up for what others have stored meanwhile. Never throws. */
export function savePasted<Row extends Values>(
  eventId: number,
  { rows, push, subject, writable, seen }: Pasted<Row>,
): Promise<Outcome<Written>> {
  const thingOf = ({ id, line }: { id: number | null; line: number }): Thing => ({
    subject,
    id: id ?? `${NEW}${line}`,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return push(eventId, {
    seen,
    body: (decided) => {
      const sent = rows.flatMap(
        (row) => sentRow(row.write, { thing: thingOf(row), writable, decided }) ?? [],
      );
      return sent.length === 0 ? undefined : { rows: sent };
    },
    mine: {
      valuesOf: ({ id, ...thing }) => {
        const row = thing.subject === subject && id !== undefined ? byId.get(id) : undefined;
        return row && { ...row.write };
      },
      canAdd: (thing) => thing.subject === subject,
      rivalOf: (property, theirs) => {
        const isUnique = property === (subject === 'race' ? 'raceNumber' : 'name');
        const rival = rows.find(({ write }) => isUnique && (write as Values)[property] === theirs);
        return rival && { thing: thingOf(rival), values: { ...rival.write }, instead: undefined };
      },
    },
    said: pasteWords.peek().saved(rows.length),
  });
}
