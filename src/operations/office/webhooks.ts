/**
 * Adds, changes, removes and tests webhooks of an event (around, "Webhooks"). No document shows them, so no document
 * changes; the history says who did it, and names only the origin of the URL.
 */
import { randomBytes } from 'node:crypto';
import { WEBHOOK_KINDS, type WebhookPatch, type WebhookWrite } from '../../contract/webhooks.ts';
import { aWebhook, type Change, changeOf } from '../../domain/history/changes.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import {
  objectionToKinds,
  objectionToMore,
  originOf,
} from '../../domain/webhooks/webhook-rules.ts';
import type { Write } from '../../storage/engine/database.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import {
  deleteWebhook,
  findDelivery,
  insertWebhook,
  listWebhooks,
  noteTest,
  type StoredDelivery,
  type StoredWebhook,
  saveWebhook,
  sendAgain as storeAgain,
} from '../../storage/queue/webhooks.ts';
import type { EventOperation, PerformNext } from '../operation.ts';

/** No rows of the event, only its webhooks. */
interface Stored {
  rows: Record<never, never>;
  webhooks: readonly StoredWebhook[];
}

interface Storing extends Stored {
  /** The id of the new webhook. */
  id: number;
}

/** The result is the webhook. */
export const addWebhook: EventOperation<WebhookWrite, Storing, StoredWebhook> = {
  name: 'add-webhook',
  needs: 'event',
  load: async (tx, { eventId }) => {
    const [webhooks, ids] = await Promise.all([
      listWebhooks(tx, eventId),
      reserveIds(tx, 'webhooks', 1),
    ]);
    return { rows: {}, webhooks, id: ids[0] as number };
  },
  plan: ({ now, stored: { webhooks, id } }, { url, label, kinds }) => {
    const objection = objectionToKinds(kinds) ?? objectionToMore(webhooks.length);
    if (objection) return objection;
    const made: StoredWebhook = {
      ...{ id, url, label, kinds: inOrder(kinds), enabled: true, createdAt: now },
      ...{ lastStatus: null, failingSince: null },
    };
    return { after: {}, result: made, recorded: recorded(null, made) };
  },
};

/** The result is the webhook before and after. */
export const editWebhook: EventOperation<
  WebhookPatch & { id: number },
  Stored,
  { before: StoredWebhook; after: StoredWebhook }
> = {
  name: 'edit-webhook',
  needs: 'event',
  load: loadWebhooks,
  plan: ({ stored: { webhooks } }, { id, kinds, ...patch }) => {
    const before = webhooks.find((each) => each.id === id);
    if (!before) return noSuchWebhook();
    const objection = kinds && objectionToKinds(kinds);
    if (objection) return objection;
    const after = { ...before, ...patch, ...(kinds && { kinds: inOrder(kinds) }) };
    // A person who switches a webhook on has repaired the receiver.
    if (after.enabled !== before.enabled) after.failingSince = null;
    const changes = recorded(before, after);
    const result = { before, after };
    return { after: {}, result, ...(changes.length > 0 && { recorded: changes }) };
  },
};

export const removeWebhook: EventOperation<{ id: number }, Stored, void> = {
  name: 'remove-webhook',
  needs: 'event',
  load: loadWebhooks,
  plan: ({ stored: { webhooks } }, { id }) => {
    const before = webhooks.find((each) => each.id === id);
    if (!before) return noSuchWebhook();
    return { after: {}, result: undefined, recorded: recorded(before, null) };
  },
};

/** Makes a webhook. @returns it with its secret, which is never shown again */
export async function makeWebhook(
  performNext: PerformNext,
  tx: Write,
  eventId: number,
  wish: WebhookWrite,
): Promise<(StoredWebhook & { secret: string }) | Refusal> {
  const done = await performNext(addWebhook, wish);
  if (done instanceof Refusal) return done;
  const { result: made } = done;
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  await insertWebhook(tx, eventId, { ...made, origin: originOf(made.url), secret });
  return { ...made, secret };
}

export async function changeWebhook(
  performNext: PerformNext,
  tx: Write,
  wish: WebhookPatch & { id: number },
): Promise<StoredWebhook | Refusal> {
  const done = await performNext(editWebhook, wish);
  if (done instanceof Refusal) return done;
  const { before, after } = done.result;
  if (done.hasChanged) await saveWebhook(tx, wish.id, after, before.enabled);
  return after;
}

export async function dropWebhook(
  performNext: PerformNext,
  tx: Write,
  id: number,
): Promise<undefined | Refusal> {
  const done = await performNext(removeWebhook, { id });
  if (done instanceof Refusal) return done;
  await deleteWebhook(tx, id);
  return undefined;
}

interface Moment {
  eventId: number;
  /** Epoch milliseconds. */
  now: number;
}

/** Queues a test delivery to a webhook. @returns the delivery */
export async function tryWebhook(
  tx: Write,
  id: number,
  moment: Moment,
): Promise<StoredDelivery | Refusal> {
  const objection = await objectionToSending(tx, id, moment);
  if (objection) return objection;
  return delivered(tx, await noteTest(tx, id, moment), moment);
}

/** Queues a delivery again, unchanged. @param id of its webhook; left out for any webhook of the event */
export async function sendAgain(
  tx: Write,
  { messageId, id }: { messageId: string; id?: number },
  moment: Moment,
): Promise<StoredDelivery | Refusal> {
  const delivery = await findDelivery(tx, moment.eventId, messageId);
  if (!delivery || (id !== undefined && delivery.webhookId !== id)) {
    return new Refusal('not_found', 'There is no such delivery.');
  }
  const objection = await objectionToSending(tx, delivery.webhookId, moment);
  if (objection) return objection;
  await storeAgain(tx, messageId, moment.now);
  return delivered(tx, messageId, moment);
}

async function delivered(
  tx: Write,
  messageId: string,
  { eventId }: Moment,
): Promise<StoredDelivery> {
  const delivery = await findDelivery(tx, eventId, messageId);
  if (!delivery) throw new Error('A delivery is there once it is noted.');
  return delivery;
}

async function objectionToSending(
  tx: Write,
  id: number,
  { eventId }: Moment,
): Promise<Refusal | undefined> {
  const { webhooks } = await loadWebhooks(tx, { eventId });
  const webhook = webhooks.find((each) => each.id === id);
  if (!webhook) return noSuchWebhook();
  return webhook.enabled ? undefined : conflict('The webhook is switched off: switch it on first.');
}

const SECRET_BYTES = 32;

async function loadWebhooks(tx: Write, { eventId }: Pick<Moment, 'eventId'>): Promise<Stored> {
  return { rows: {}, webhooks: await listWebhooks(tx, eventId) };
}

/** The same for a webhook that does not exist and for one of another event. */
export function noSuchWebhook(): Refusal {
  return new Refusal('not_found', 'There is no such webhook.');
}

function inOrder(kinds: readonly string[]): StoredWebhook['kinds'] {
  return WEBHOOK_KINDS.filter((kind) => kinds.includes(kind));
}

function recorded(before: StoredWebhook | null, after: StoredWebhook | null): Change[] {
  const named = after ?? before;
  if (!named) return [];
  const thing = aWebhook(named.id, { origin: originOf(named.url) });
  return [changeOf(thing, before && factsOf(before), after && factsOf(after)) ?? []].flat();
}

function factsOf({ label, kinds, enabled }: StoredWebhook) {
  return { label, kinds, enabled };
}
