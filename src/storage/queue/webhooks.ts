/** The webhooks of events. Their secrets are kept as the keys of push messages are: as they are, and read by the sender alone. */
import type { WebhookKind } from '../../contract/webhooks.ts';
import type { WatchedWebhook } from '../../domain/event/attention.ts';
import type { Queries, Write } from '../engine/database.ts';

/** A webhook as its managers know it. Instants are epoch milliseconds. */
export interface StoredWebhook {
  id: number;
  url: string;
  kinds: readonly WebhookKind[];
  label: string;
  enabled: boolean;
  createdAt: number;
  lastStatus: number | null;
  failingSince: number | null;
}

function select(db: Queries, eventId: number) {
  return db
    .selectFrom('webhooks')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .select([
      ...(['id', 'url', 'kinds', 'label', 'is_enabled as isEnabled'] as const),
      ...(['created_at as createdAt', 'last_status as lastStatus'] as const),
      'failing_since as failingSince',
    ]);
}

/** Those of an event, oldest first. */
export async function listWebhooks(db: Queries, eventId: number): Promise<StoredWebhook[]> {
  const rows = await select(db, eventId).execute();
  return rows.map(({ kinds, isEnabled, ...row }) => ({
    ...row,
    kinds: JSON.parse(kinds) as WebhookKind[],
    enabled: isEnabled === 1,
  }));
}

/** A webhook as it is made. */
interface NewWebhook {
  id: number;
  url: string;
  /** Of `url`. */
  origin: string;
  kinds: readonly WebhookKind[];
  label: string;
  secret: string;
  createdAt: number;
}

export async function insertWebhook(
  tx: Write,
  eventId: number,
  { id, url, origin, kinds, label, secret, createdAt }: NewWebhook,
): Promise<void> {
  const row = { id, event_id: eventId, url, origin, kinds: JSON.stringify(kinds), label, secret };
  await tx
    .insertInto('webhooks')
    .values({ ...row, created_at: createdAt })
    .execute();
}

/** Once it is switched off, what waits is not sent; once it is switched on, it counts as one that takes what it is sent. */
export async function saveWebhook(
  tx: Write,
  id: number,
  { kinds, label, enabled }: Pick<StoredWebhook, 'kinds' | 'label' | 'enabled'>,
  wasEnabled: boolean,
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({
      kinds: JSON.stringify(kinds),
      label,
      is_enabled: enabled ? 1 : 0,
      ...(enabled !== wasEnabled && { failing_since: null, given_up_at: null }),
    })
    .where('id', '=', id)
    .execute();
  if (!enabled) await endWaiting(tx, id);
}

/** Gives a webhook another label, wherever it is shown. */
export async function setWebhookLabel(tx: Write, id: number, label: string): Promise<void> {
  await tx.updateTable('webhooks').set({ label }).where('id', '=', id).execute();
}

/** With all that was sent to it, and is to be. */
export async function deleteWebhook(tx: Write, id: number): Promise<void> {
  await tx.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** What waits to be sent to a webhook is not sent; what is under way comes to its end. */
export async function endWaiting(tx: Write, webhookId: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set(({ fn, val }) => ({ due_at: null, error: fn.coalesce('error', val(SWITCHED_OFF)) }))
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .where('is_taken', '=', 0)
    .execute();
}

const SWITCHED_OFF = 'the webhook was switched off';

/** Those of an event that the service has switched off and nobody on since. */
export async function listGivenUp(db: Queries, eventId: number): Promise<WatchedWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .where('event_id', '=', eventId)
    .where('given_up_at', 'is not', null)
    .orderBy('id')
    .select(['id', 'label', 'given_up_at as at'])
    .execute();
  return rows.flatMap(({ at, ...row }) => (at === null ? [] : { ...row, at }));
}
