/** What the operator says of the installation. */
import type { Installation } from '../../contract/console/installation.ts';
import { NOTHING_SAID } from '../../domain/accounts/installation-rules.ts';
import type { Queries, Write } from '../engine/database.ts';

export async function findInstallation(db: Queries): Promise<Installation> {
  const rows = await db.selectFrom('operator_texts').selectAll().execute();
  const given = Object.fromEntries(rows.map(({ name, text }) => [name, text]));
  return { ...NOTHING_SAID, ...given };
}

/** Changes texts; `null` clears one, and what is left out stays. */
export async function saveTexts(tx: Write, texts: Partial<Installation>): Promise<void> {
  const all = Object.entries(texts) as [keyof Installation, string | null][];
  for (const [name, text] of all) {
    await tx.deleteFrom('operator_texts').where('name', '=', name).execute();
    if (text !== null) await tx.insertInto('operator_texts').values({ name, text }).execute();
  }
}
