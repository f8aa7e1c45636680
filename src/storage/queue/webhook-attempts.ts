/**
 * Attempts to send to webhooks. The deliveries of one webhook are sent one after the other, in the order of their ids. A
 * worker takes a delivery by moving its due time to the end of its lease, as with notifications.
 */
import { MAX_KEPT_DELIVERIES } from '../../contract/limits.ts';
import { deliveryBody, isGivenUp } from '../../domain/webhooks/delivery-rules.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';
import { endLeftBehind, endWaiting } from './webhooks.ts';

/** A delivery that a worker has taken, with the address and secret of its webhook. */
export interface TakenDelivery {
  id: number;
  webhookId: number;
  messageId: string;
  body: string;
  attempts: number;
  /** The end of the lease, in epoch milliseconds. */
  dueAt: number;
  /** When it was taken, in epoch milliseconds. */
  takenAt: number;
  url: string;
  origin: string;
  secret: string;
}

/** How many deliveries may be taken. */
export interface Room {
  total: number;
  ofOrigin(origin: string): number;
  /** Origins to which no more may be taken. */
  full: readonly string[];
  /** Ids of deliveries that this process is still sending: a clock that was set forward may have ended their lease. */
  held: Iterable<number>;
}

/** How many due deliveries one query reads. The next query leaves out the origins that have become full. */
const LOOK_LIMIT = 50;

interface Taking {
  /** Epoch milliseconds. */
  now: number;
  room: Room;
  leaseMillis: number;
  publicUrl: string;
}

/**
 * Takes deliveries that are due, the first one of each webhook; until the lease ends, no other worker takes them. The body
 * of a delivery is written now, so later changes do not join it.
 */
export async function takeWebhookDeliveries(
  tx: Write,
  { now, room, leaseMillis, publicUrl }: Taking,
): Promise<TakenDelivery[]> {
  const taken: TakenDelivery[] = [];
  const looked = [...room.held];
  const full = new Set(room.full);
  while (taken.length < room.total) {
    const due = await listDue(tx, now, { full: [...full], looked });
    for (const row of due) {
      looked.push(row.id);
      if (row.isEnabled === 0) {
        await endLeftBehind(tx, row.id, row.dueAt);
        continue;
      }
      const ofOrigin = taken.filter(({ origin }) => origin === row.origin).length;
      if (ofOrigin >= room.ofOrigin(row.origin)) {
        full.add(row.origin);
        continue;
      }
      if (taken.length === room.total) break;
      const body = row.body ?? deliveryBody({ ...row, races: JSON.parse(row.races) }, publicUrl);
      const dueAt = now + leaseMillis;
      const { numUpdatedRows } = await tx
        .updateTable('webhook_deliveries')
        .set({ body, due_at: dueAt, wait_millis: leaseMillis, is_taken: 1 })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .where('due_at', '=', row.dueAt)
        .executeTakeFirst();
      // No row: a change has joined the delivery since it was read, or the delivery was ended.
      if (numUpdatedRows > 0n) taken.push({ ...row, body, dueAt, takenAt: now });
    }
    if (due.length < LOOK_LIMIT) break;
  }
  return taken;
}

/** The next delivery of each webhook: one that a worker has taken (it may have crashed), else the one with the lowest id. */
function heads(db: Queries) {
  return db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .where('d.due_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('d.is_taken', '=', 1),
        eb.not(
          eb.exists(
            eb
              .selectFrom('webhook_deliveries as o')
              .whereRef('o.webhook_id', '=', 'd.webhook_id')
              .where('o.due_at', 'is not', null)
              .where((other) =>
                other.or([other('o.id', '<', other.ref('d.id')), other('o.is_taken', '=', 1)]),
              )
              .select('o.id'),
          ),
        ),
      ]),
    )
    .orderBy('d.due_at')
    .orderBy('d.id');
}

async function listDue(
  db: Queries,
  now: number,
  { full, looked }: { full: readonly string[]; looked: readonly number[] },
) {
  let query = heads(db).where('d.due_at', '<=', now).limit(LOOK_LIMIT);
  if (full.length > 0) query = query.where('w.origin', 'not in', full);
  if (looked.length > 0) query = query.where('d.id', 'not in', looked);
  return query
    .select([
      ...(['d.id', 'd.webhook_id as webhookId', 'd.message_id as messageId', 'd.type'] as const),
      ...(['d.event_id as eventId', 'd.changed_at as changedAt', 'd.revision'] as const),
      ...(['d.races', 'd.version', 'd.body', 'd.attempts', 'd.due_at as dueAt'] as const),
      ...(['w.url', 'w.origin', 'w.secret', 'w.is_enabled as isEnabled'] as const),
    ])
    .execute();
}

/** Built once, because it runs after each write. */
const nextDueQuery = prepare<object, { at: number | null }>((db) =>
  heads(db).limit(1).select('d.due_at as at'),
);

/** When the next delivery to an origin with room is due, in epoch milliseconds; `undefined` if there is none. */
export async function findNextWebhookDue(
  db: Queries,
  { full }: Pick<Room, 'full'>,
): Promise<number | undefined> {
  if (full.length === 0) return (await nextDueQuery.run(db, {}))[0]?.at ?? undefined;
  const query = heads(db).limit(1).where('w.origin', 'not in', full);
  return (await query.select('d.due_at as at').executeTakeFirst())?.at ?? undefined;
}

/** The outcome of an attempt. */
export interface AttemptEnd {
  delivery: TakenDelivery;
  /** `gone`: the receiver wants no more deliveries. `untried`: this process broke the attempt off; it does not count. */
  end: 'done' | 'later' | 'gone' | 'untried';
  status: number | null;
  millis: number;
  error: string | null;
  /** When the delivery is to be tried next, in epoch milliseconds; `null`: never. */
  nextAt: number | null;
}

/**
 * Stores the outcomes of attempts, and switches off the webhooks that are given up.
 *
 * @returns the origins of the webhooks that are given up
 */
export async function endAttempts(
  tx: Write,
  ends: readonly AttemptEnd[],
  now: number,
): Promise<string[]> {
  const givenUp: string[] = [];
  for (const ended of ends) {
    const { id, webhookId, takenAt, dueAt, attempts, origin } = ended.delivery;
    const webhook = await tx
      .selectFrom('webhooks')
      .where('id', '=', webhookId)
      .select(['is_enabled as isEnabled', 'failing_since as failingSince'])
      .executeTakeFirst();
    if (!webhook) continue;
    const { end, status, millis, error } = ended;
    const isTried = end !== 'untried';
    const failingSince = webhook.failingSince ?? now;
    const isOver = end === 'gone' || (end === 'later' && isGivenUp(failingSince, now));
    const nextAt = isOver || webhook.isEnabled === 0 ? null : ended.nextAt;
    const waitMillis = nextAt === null ? 0 : Math.max(nextAt - takenAt, 0);
    await tx
      .updateTable('webhook_deliveries')
      .set({
        ...{ due_at: nextAt, wait_millis: waitMillis, is_taken: 0 },
        ...(isTried && { status, millis, error, attempts: attempts + 1 }),
      })
      .where('id', '=', id)
      // If the due time has changed, the lease had ended and another worker has taken the delivery.
      .where('due_at', '=', dueAt)
      .execute();
    if (!isTried) continue;
    await tx
      .updateTable('webhooks')
      .set({
        ...(status !== null && { last_status: status }),
        failing_since: end === 'done' ? null : failingSince,
        ...(isOver && webhook.isEnabled === 1 && { is_enabled: 0, given_up_at: now }),
      })
      .where('id', '=', webhookId)
      .execute();
    if (isOver) {
      // A person may have switched it off during the attempt.
      if (webhook.isEnabled === 1) givenUp.push(origin);
      await endWaiting(tx, webhookId);
    }
    if (nextAt === null) await forgetOld(tx, webhookId);
  }
  return givenUp;
}

/** Deletes all but the last ended deliveries of a webhook. */
async function forgetOld(tx: Write, webhookId: number): Promise<void> {
  const oldest = await tx
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .offset(MAX_KEPT_DELIVERIES)
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (!oldest) return;
  await tx
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is', null)
    .where('id', '<=', oldest.id)
    .execute();
}
