/** Webhooks of an event in the console. */
import { formatInstant, formatInstantOrNull } from '../../contract/instant.ts';
import { Refusal } from '../../domain/refusal.ts';
import { reasonOf } from '../../domain/webhooks/delivery-rules.ts';
import { isWebhookAddress, NOT_AN_ADDRESS } from '../../domain/webhooks/webhook-rules.ts';
import { signedInPerson } from '../../operations/actor.ts';
import {
  changeWebhook,
  dropWebhook,
  makeWebhook,
  noSuchWebhook,
  sendAgain,
  tryWebhook,
} from '../../operations/office/webhooks.ts';
import { performTogether } from '../../operations/operation.ts';
import type { Write } from '../../storage/engine/database.ts';
import {
  listDeliveries,
  listWebhooks,
  type StoredDelivery,
  type StoredWebhook,
} from '../../storage/queue/webhooks.ts';
import type { Call } from '../permissions.ts';
import { makeOnce } from '../repeats.ts';
import { type ConsoleRoute, consoleTurn, route } from '../route.ts';

type EventCall = Call & { found: number };

export const WEBHOOK_ROUTES: readonly ConsoleRoute[] = [
  route('GET /events/{eventId}/webhooks', async ({ console: { database }, found: eventId }) => ({
    webhooks: (await listWebhooks(database.reads, eventId)).map(webhookView),
  })),
  // The secret is in the answer, and nowhere else.
  route('POST /events/{eventId}/webhooks', async (call) => {
    const { webhookOrigins } = call.console.settings;
    const form = await call.read((field, text) =>
      field === 'url' && !isWebhookAddress(text, webhookOrigins) ? NOT_AN_ADDRESS : undefined,
    );
    if (form instanceof Refusal) return form;
    const { value: wish, turn } = form;
    const made = await performTogether(call.console, { ...terms(call), turn }, (performNext, tx) =>
      makeOnce(tx, call, wish, () => makeWebhook(performNext, tx, call.found, wish)),
    );
    if (made instanceof Refusal) return made;
    return { ...webhookView(made), secret: made.secret };
  }),
  route('PATCH /events/{eventId}/webhooks/{webhookId}', async (call) => {
    const form = await call.read();
    if (form instanceof Refusal) return form;
    const { value, turn } = form;
    const wish = { ...value, id: call.id('webhookId') };
    const changed = await performTogether(
      call.console,
      { ...terms(call), turn },
      (performNext, tx) => changeWebhook(performNext, tx, wish),
    );
    return changed instanceof Refusal ? changed : webhookView(changed);
  }),
  route('DELETE /events/{eventId}/webhooks/{webhookId}', (call) =>
    performTogether(call.console, terms(call), (performNext, tx) =>
      dropWebhook(performNext, tx, call.id('webhookId')),
    ),
  ),
  route('GET /events/{eventId}/webhooks/{webhookId}/deliveries', async (call) => {
    const { found: eventId } = call;
    const { database } = call.console;
    const id = call.id('webhookId');
    return database.snapshot(async (tx) => {
      const webhooks = await listWebhooks(tx, eventId);
      if (!webhooks.some((each) => each.id === id)) return noSuchWebhook();
      return { deliveries: (await listDeliveries(tx, eventId, id)).map(deliveryView) };
    });
  }),
  route('POST /events/{eventId}/webhooks/{webhookId}/test', (call) =>
    send(call, (tx, moment) => tryWebhook(tx, call.id('webhookId'), moment)),
  ),
  route('POST /events/{eventId}/webhooks/deliveries/{deliveryId}/again', (call) =>
    send(call, (tx, moment) => sendAgain(tx, { messageId: String(call.id('deliveryId')) }, moment)),
  ),
  route('POST /events/{eventId}/webhooks/{webhookId}/deliveries/{deliveryId}/again', (call) => {
    const which = { messageId: String(call.id('deliveryId')), id: call.id('webhookId') };
    return send(call, (tx, moment) => sendAgain(tx, which, moment));
  }),
];

function terms({ found: eventId, session }: EventCall) {
  return { actor: signedInPerson(session.userId), eventId, turn: consoleTurn() };
}

/** Queues a delivery; that makes no entry in the history. */
async function send(
  call: EventCall,
  note: (tx: Write, moment: { eventId: number; now: number }) => Promise<StoredDelivery | Refusal>,
) {
  const { actor, eventId, turn } = terms(call);
  const noted = await call.console.database.writeEvent(
    eventId,
    async (tx) => (await actor.objection(tx, eventId)) ?? note(tx, { eventId, now: Date.now() }),
    { turn },
  );
  return noted instanceof Refusal ? noted : deliveryView(noted);
}

function webhookView({ createdAt, failingSince, kinds, ...webhook }: StoredWebhook) {
  const { id, url, label, enabled, lastStatus } = webhook;
  return {
    ...{ id, url, kinds: [...kinds], label, enabled },
    createdAt: formatInstant(createdAt),
    lastStatus,
    failingSince: formatInstantOrNull(failingSince),
  };
}

function deliveryView({ messageId, type, createdAt, dueAt, ...delivery }: StoredDelivery) {
  const { attempts, status, millis, error } = delivery;
  return {
    ...{ id: Number(messageId), type, at: formatInstant(createdAt) },
    ...{ attempts, status, millis, error, reason: reasonOf(error) },
    nextAt: formatInstantOrNull(dueAt),
  };
}
