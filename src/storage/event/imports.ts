/** What an event remembers of imported files, by their layouts. */
import type { WrittenResult } from '../../domain/results/written-results.ts';
import type { Queries, Write } from '../engine/database.ts';

export interface RememberedImport {
  layout: string;
  /** The answers by question. */
  answers: Readonly<Record<string, unknown>>;
  /** The results that were imported from such files, as they were written. */
  results: readonly WrittenResult[];
}

/** What an event remembers, by layout; a layout of which nothing is remembered has no item. */
export async function listImports(db: Queries, eventId: number): Promise<RememberedImport[]> {
  const rows = await db
    .selectFrom('imports')
    .where('event_id', '=', eventId)
    .orderBy('layout')
    .select(['layout', 'answers', 'results'])
    .execute();
  return rows.map(({ layout, answers, results }) => ({
    layout,
    answers: JSON.parse(answers) as RememberedImport['answers'],
    results: JSON.parse(results) as WrittenResult[],
  }));
}

/** Stores what is remembered of a layout, and replaces what was stored before. */
export async function saveImport(
  tx: Write,
  eventId: number,
  { layout, ...remembered }: RememberedImport,
): Promise<void> {
  const answers = JSON.stringify(remembered.answers);
  const results = JSON.stringify(remembered.results);
  await tx
    .insertInto('imports')
    .values({ event_id: eventId, layout, answers, results })
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'layout']).doUpdateSet({ answers, results }),
    )
    .execute();
}

/** Clears the answers of these layouts; their results stay. */
export async function forgetAnswers(
  tx: Write,
  eventId: number,
  layouts: readonly string[],
): Promise<void> {
  if (layouts.length === 0) return;
  await tx
    .updateTable('imports')
    .set({ answers: '{}' })
    .where('event_id', '=', eventId)
    .where('layout', 'in', [...layouts])
    .execute();
}
