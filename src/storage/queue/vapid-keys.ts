/**
 * The installation's pair of keys for push messages. Browsers bind their subscriptions to the public
 * one, so it is made once, at the first start, and kept with everything else.
 */
import type { Database, Queries } from '../engine/database.ts';

/** Both in base64url: an uncompressed point of P-256, and the number that belongs to it. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys that are kept; the first process that asks makes them.
 *
 * @param mint makes a pair
 * @param now epoch milliseconds
 */
export async function provideVapidKeys(
  database: Database,
  mint: () => VapidKeys,
  now: number,
): Promise<VapidKeys> {
  const kept = await findVapidKeys(database.reads);
  if (kept) return kept;
  // Such writes wait for each other across processes, so only one of them finds none.
  return database.write(async (tx) => {
    const others = await findVapidKeys(tx);
    if (others) return others;
    const keys = mint();
    await tx
      .insertInto('vapid_keys')
      .values({ public_key: keys.publicKey, private_key: keys.privateKey, created_at: now })
      .execute();
    return keys;
  });
}

async function findVapidKeys(db: Queries): Promise<VapidKeys | undefined> {
  return db
    .selectFrom('vapid_keys')
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}
