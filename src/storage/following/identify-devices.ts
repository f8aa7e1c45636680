/** Part of a migration: gives devices that came before it their identity. */
import type { Transaction } from 'kysely';
import { endpointIdentity } from '../../domain/following/endpoint-identity.ts';
import { deleteAll, partsOf, updateAll } from '../engine/bulk.ts';
import type { Tables } from '../migrations/tables.ts';

const PAGE_ROWS = 1000;

/** Of devices that turn out to be the same one, the newest is kept. */
export async function identifyDevices(tx: Transaction<Tables>): Promise<void> {
  const newest = new Map<string, number>();
  const same: number[] = [];
  for (let after = 0; ; ) {
    const page = await tx
      .selectFrom('devices')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .select(['id', 'endpoint'])
      .execute();
    for (const { id, endpoint } of page) {
      const identity = endpointIdentity(endpoint);
      const older = newest.get(identity);
      if (older !== undefined) same.push(older);
      newest.set(identity, id);
    }
    after = page.at(-1)?.id ?? 0;
    if (page.length < PAGE_ROWS) break;
  }
  for (const table of ['deliveries', 'follows'] as const) {
    await deleteAll(
      tx,
      table,
      same.map((device_id) => ({ device_id })),
    );
  }
  await deleteAll(
    tx,
    'devices',
    same.map((id) => ({ id })),
  );
  const rows = Array.from(newest, ([identity, id]) => ({ id, identity }));
  for (const page of partsOf(rows, PAGE_ROWS)) await updateAll(tx, 'devices', ['id'], page);
}
