/** Webhooks of an event: what its managers set up, and what became of the deliveries (around, "Webhooks"). */
import type { Static } from 'typebox';
import Type from 'typebox';
import { dateTime, id, label, nullable, oneOf, text } from './fields.ts';
import { MAX_WEBHOOK_URL_LENGTH } from './limits.ts';

/** The kinds of changes of the public board. */
export const WEBHOOK_KINDS = [
  'results.changed',
  'schedule.changed',
  'delay.changed',
  'race.state',
  'notice.posted',
  'schedule.published',
  'schedule.unpublished',
] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

const kinds = () =>
  Type.Array(oneOf([...WEBHOOK_KINDS]), { minItems: 1, maxItems: WEBHOOK_KINDS.length });

export const WebhookWrite = Type.Object({
  /** Checked by `domain/webhooks/webhook-rules.ts`. */
  url: text(MAX_WEBHOOK_URL_LENGTH, { minLength: 1 }),
  kinds: kinds(),
  label: label(),
});
export type WebhookWrite = Static<typeof WebhookWrite>;

export const WebhookPatch = Type.Object({
  label: Type.Optional(label()),
  kinds: Type.Optional(kinds()),
  enabled: Type.Optional(Type.Boolean()),
});
export type WebhookPatch = Static<typeof WebhookPatch>;

export const Webhook = Type.Object({
  id: id(),
  url: Type.String(),
  kinds: kinds(),
  label: Type.String(),
  enabled: Type.Boolean(),
  createdAt: dateTime(),
  /** The HTTP status of the last attempt that was answered. */
  lastStatus: nullable(Type.Integer()),
  /** Since when no attempt has succeeded; `null` where the last one did. */
  failingSince: nullable(dateTime()),
});
export type Webhook = Static<typeof Webhook>;

export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) });
export type WebhookList = Static<typeof WebhookList>;

/** `secret`: `whsec_` and base64 of 32 bytes, shown this once. */
export const MadeWebhook = Type.Object({ ...Webhook.properties, secret: Type.String() });
export type MadeWebhook = Static<typeof MadeWebhook>;

/** Why an attempt failed, for pages, which word it themselves. */
const DELIVERY_REASONS = [
  'address-not-allowed',
  'certificate',
  'closed',
  'gone',
  'name-not-public',
  'name-servers',
  'redirect',
  'refused',
  'switched-off',
  'timed-out',
  'unknown-name',
  'unreachable',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

export const WebhookDelivery = Type.Object({
  /** The field `webhook-id` of every attempt. */
  id: id(),
  /** A kind, or `test`. */
  type: oneOf([...WEBHOOK_KINDS, 'test']),
  /** When the first change that it reports was made. */
  at: dateTime(),
  attempts: Type.Integer(),
  /** The HTTP status of the last attempt; `null` where it was not answered, or there was none. */
  status: nullable(Type.Integer()),
  /** How long the last attempt took, in milliseconds. */
  millis: nullable(Type.Integer()),
  /** What went wrong, as text; `null` where nothing has. */
  error: nullable(Type.String()),
  /** The same as a code; `null` where none of the codes fits, and only `error` says it. */
  reason: nullable(oneOf([...DELIVERY_REASONS])),
  /** When it is tried next; `null` where it is not. */
  nextAt: nullable(dateTime()),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** Newest first, at most 50. */
export const WebhookDeliveries = Type.Object({ deliveries: Type.Array(WebhookDelivery) });
export type WebhookDeliveries = Static<typeof WebhookDeliveries>;
