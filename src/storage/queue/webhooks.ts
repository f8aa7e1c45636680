/**
 * The webhooks of events, the deliveries that are to be sent to them, and the last ones that were sent. Secrets are stored in
 * plain text, like the keys of push messages, and only the sender reads them. Deliveries are sent in the order of their ids.
 */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_KEPT_DELIVERIES } from '../../contract/limits.ts';
import type { WebhookDelivery as ShownDelivery, WebhookKind } from '../../contract/webhooks.ts';
import type { WatchedWebhook } from '../../domain/event/attention.ts';
import {
  JOIN_MILLIS,
  joinedRaces,
  NO_RACES,
  type NotedRaces,
} from '../../domain/webhooks/delivery-rules.ts';
import type { WebhookNews } from '../../domain/webhooks/webhook-news.ts';
import type { Queries, Write } from '../engine/database.ts';
import { prepare } from '../engine/prepared.ts';

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

function selectWebhooks(db: Queries, eventId: number) {
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

/** The webhooks of an event, oldest first. */
export async function listWebhooks(db: Queries, eventId: number): Promise<StoredWebhook[]> {
  const rows = await selectWebhooks(db, eventId).execute();
  return rows.map(({ kinds, isEnabled, ...row }) => ({
    ...row,
    kinds: JSON.parse(kinds) as WebhookKind[],
    enabled: isEnabled === 1,
  }));
}

/** A new webhook. */
interface NewWebhook {
  id: number;
  url: string;
  /** The origin of `url`. */
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

/** Saves a webhook. If it is off, its waiting deliveries are ended; a switch on or off clears its record of failures. */
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

/** Deletes a webhook with all its deliveries. */
export async function deleteWebhook(tx: Write, id: number): Promise<void> {
  await tx.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Ends the waiting deliveries of a webhook, so that they are not sent; one that a worker has taken is left alone. */
export async function endWaiting(tx: Write, webhookId: number): Promise<void> {
  await endUnsent(tx).where('webhook_id', '=', webhookId).where('is_taken', '=', 0).execute();
}

/** Ends a delivery whose worker crashed and whose webhook was switched off since. @param dueAt as it was read */
export async function endLeftBehind(tx: Write, id: number, dueAt: number | null): Promise<void> {
  await endUnsent(tx).where('id', '=', id).where('due_at', '=', dueAt).execute();
}

function endUnsent(tx: Write) {
  return tx
    .updateTable('webhook_deliveries')
    .set(({ fn, val }) => ({
      ...{ due_at: null, is_taken: 0 },
      error: fn.coalesce('error', val(SWITCHED_OFF)),
    }))
    .where('due_at', 'is not', null);
}

const SWITCHED_OFF = 'the webhook was switched off';

/** The webhooks of an event that the service has switched off and nobody has switched on since. */
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

/** A webhook that is switched on, and the current revision of the board of its event. */
interface WebhookToNotify {
  id: number;
  /** JSON: a list of `WebhookKind`. */
  kinds: string;
  revision: number;
}

const toTellQuery = prepare<{ eventId: number }, WebhookToNotify>((db, p) =>
  db
    .selectFrom('webhooks as w')
    .innerJoin('events as e', 'e.id', 'w.event_id')
    .innerJoin('schedules as s', 's.event_id', 'e.id')
    .innerJoin('clubs as c', 'c.id', 'e.club_id')
    .where('w.event_id', '=', p.eventId)
    .where('w.is_enabled', '=', 1)
    .orderBy('w.id')
    .select(['w.id', 'w.kinds', sql<number>`s.board_revision + c.rename_count`.as('revision')]),
);

/** The webhooks of an event that are switched on. */
export function listWebhooksToNotify(db: Queries, eventId: number): Promise<WebhookToNotify[]> {
  return toTellQuery.run(db, { eventId });
}

interface Moment {
  eventId: number;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Notes changes for the webhooks that want their kind. A change joins a delivery of the same kind that was not tried yet.
 */
export async function noteDeliveries(
  tx: Write,
  webhooks: readonly WebhookToNotify[],
  news: readonly WebhookNews[],
  moment: Moment,
): Promise<void> {
  for (const { id: webhookId, kinds, revision } of webhooks) {
    const wanted = JSON.parse(kinds) as WebhookKind[];
    for (const { kind, races } of news) {
      if (!wanted.includes(kind)) continue;
      const noted = { webhookId, type: kind, revision, dueAt: moment.now + JOIN_MILLIS };
      if (await hasJoined(tx, noted, races, moment)) continue;
      await insertDelivery(tx, { ...noted, races: joinedRaces(NO_RACES, races) }, moment);
    }
  }
}

interface NewDelivery {
  webhookId: number;
  type: WebhookKind | 'test';
  revision: number;
  /** Epoch milliseconds. */
  dueAt: number;
  races: NotedRaces;
}

/** A delivery that has not been tried yet, so that changes can still join it. */
function findWaiting(tx: Write, webhookId: number, type: NewDelivery['type']) {
  return tx
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('type', '=', type)
    .where('body', 'is', null)
    .where('due_at', 'is not', null)
    .select(['id', 'message_id as messageId', 'races', 'version'])
    .executeTakeFirst();
}

async function hasJoined(
  tx: Write,
  { webhookId, type, revision }: Omit<NewDelivery, 'races'>,
  races: WebhookNews['races'],
  { now }: Moment,
): Promise<boolean> {
  const waiting = await findWaiting(tx, webhookId, type);
  if (!waiting) return false;
  // The conditions are repeated because a worker may have taken the delivery since it was read.
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({
      races: JSON.stringify(joinedRaces(JSON.parse(waiting.races) as NotedRaces, races)),
      ...{ revision, changed_at: now, version: waiting.version + 1 },
    })
    .where('id', '=', waiting.id)
    .where('version', '=', waiting.version)
    .where('body', 'is', null)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Large enough that no two messages get the same id by chance, whichever installations send them: receivers recognise a
 * repeated message by its id. In JSON it is an integer, like every id of the console.
 */
const MAX_MESSAGE_ID = 2 ** 48 - 1;

/** @returns the message id of the delivery, as `findDelivery` takes it */
async function insertDelivery(
  tx: Write,
  { webhookId, type, revision, dueAt, races }: NewDelivery,
  { eventId, now }: Moment,
): Promise<string> {
  const messageId = String(randomInt(1, MAX_MESSAGE_ID));
  await tx
    .insertInto('webhook_deliveries')
    .values({
      ...{ event_id: eventId, webhook_id: webhookId, message_id: messageId, type, revision },
      ...{ created_at: now, changed_at: now, races: JSON.stringify(races) },
      ...{ due_at: dueAt, wait_millis: dueAt - now },
    })
    .execute();
  return messageId;
}

/** Adds a test delivery after the waiting ones, unless one waits already. @returns its message id */
export async function noteTest(tx: Write, webhookId: number, moment: Moment): Promise<string> {
  const waiting = await findWaiting(tx, webhookId, 'test');
  if (waiting) return waiting.messageId;
  const webhooks = await listWebhooksToNotify(tx, moment.eventId);
  const revision = webhooks.find(({ id }) => id === webhookId)?.revision ?? 0;
  const noted = { webhookId, type: 'test' as const, revision, dueAt: moment.now, races: NO_RACES };
  return insertDelivery(tx, noted, moment);
}

/** A delivery as the managers of the event see it. Instants are epoch milliseconds. */
export interface StoredDelivery {
  webhookId: number;
  messageId: string;
  type: ShownDelivery['type'];
  createdAt: number;
  attempts: number;
  status: number | null;
  millis: number | null;
  error: string | null;
  dueAt: number | null;
}

function selectDeliveries(db: Queries, eventId: number) {
  return db
    .selectFrom('webhook_deliveries')
    .where('event_id', '=', eventId)
    .select([
      ...(['webhook_id as webhookId', 'message_id as messageId', 'type'] as const),
      ...(['created_at as createdAt', 'attempts', 'status', 'millis', 'error'] as const),
      'due_at as dueAt',
    ]);
}

/** The last deliveries of a webhook, newest first. */
export function listDeliveries(
  db: Queries,
  eventId: number,
  webhookId: number,
): Promise<StoredDelivery[]> {
  return selectDeliveries(db, eventId)
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(MAX_KEPT_DELIVERIES)
    .execute();
}

export function findDelivery(
  db: Queries,
  eventId: number,
  messageId: string,
): Promise<StoredDelivery | undefined> {
  return selectDeliveries(db, eventId).where('message_id', '=', messageId).executeTakeFirst();
}

/** Makes a delivery due at once, also one that has ended; one that a worker has taken is left alone. */
export async function sendAgain(tx: Write, messageId: string, now: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ due_at: now, wait_millis: 0, attempts: 0 })
    .where('message_id', '=', messageId)
    .where('is_taken', '=', 0)
    .execute();
}
