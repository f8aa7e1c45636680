/** What an import says would become of each thing and each row, as the rows of one table. */
import type { ImportDocument, ImportItem } from '../../../../../src/contract/import.ts';

export type RowState = keyof ImportDocument['counts'];

/** The wrong ones first: they stop the import. */
export const ROW_STATES: readonly RowState[] = ['wrong', 'new', 'changed', 'skipped', 'same'];

export type PreviewRow =
  | { state: 'new' | 'changed' | 'same'; item: ImportItem }
  | {
      state: 'skipped' | 'wrong';
      file: string | undefined;
      row: number | null;
      column: string | null;
      reason: string;
    };

/** All rows, by state. */
export function previewRows({ items, skipped, wrong }: ImportDocument): PreviewRow[] {
  const rows: PreviewRow[] = [
    ...wrong.map(({ row, column, reason, file }) => {
      return { state: 'wrong' as const, row, column, reason, file };
    }),
    ...items.map((item) => ({ state: item.outcome, item })),
    ...skipped.map(({ row, reason, file }) => {
      return { state: 'skipped' as const, row, column: null, reason, file };
    }),
  ];
  const rank = new Map(ROW_STATES.map((state, index) => [state, index]));
  return rows.toSorted((a, b) => (rank.get(a.state) ?? 0) - (rank.get(b.state) ?? 0));
}

/** Named by the row itself, or of no use to whoever reads it. */
const NOT_SAID = new Set(['externalId', 'crew', 'team', 'name']);

/** What is said of something new, without what its row says anyhow. */
export function saidOfNew({ changes, race, position }: ImportItem): ImportItem['changes'] {
  const known = new Set([race, position === undefined ? undefined : String(position)]);
  return changes.filter(({ property, to }) => {
    if (to === null || to === '' || NOT_SAID.has(property)) return false;
    const isNumber = /^(raceNumber|printedNumber|positionLabel)$/.test(property);
    return !(isNumber && known.has(String(to)));
  });
}

/** Whether a write of what is previewed would do anything. */
export function canBeWritten({ questions, counts }: ImportDocument): boolean {
  return questions.length === 0 && counts.wrong === 0 && counts.new + counts.changed > 0;
}

/**
 * A start as the clocks at the venue show it.
 *
 * @param local such as `Sat 2026-06-13 09:00:00 +02:00`
 * @returns its parts; `undefined` where it is written otherwise
 */
export function partsOfLocal(
  local: string,
): { day: string; time: string; offset: string } | undefined {
  const [, day, time, offset] =
    /(\d{4}-\d\d-\d\d) (\d\d:\d\d)(?::\d\d)?(?: (\S+))?$/.exec(local) ?? [];
  if (day === undefined || time === undefined) return undefined;
  return { day, time, offset: offset ?? '' };
}
