/** Sends a delivery to a webhook once, signed as Standard Webhooks says (version 1). */
import { createHmac } from 'node:crypto';
import { ATTEMPT_MILLIS } from '../../domain/webhooks/delivery-rules.ts';
import { isWebhookAddress } from '../../domain/webhooks/webhook-rules.ts';
import { GuardedPost } from '../push/guarded-post.ts';
import { parseRetryAfter } from '../push/web-push.ts';

interface Outgoing {
  url: string;
  secret: string;
  messageId: string;
  body: string;
}

/** What came of an attempt; texts name no more of the address than its host. */
export interface WebhookOutcome {
  kind: 'delivered' | 'gone' | 'later';
  /** `null`: there was no answer. */
  status: number | null;
  error: string | null;
  retryAfterMillis: number;
}

interface SenderOptions {
  /** Origins besides those of the public internet (`WEBHOOK_ORIGINS`). */
  origins: readonly string[];
  timeoutMillis?: number;
  nameServers?: readonly string[] | undefined;
}

export class WebhookSender {
  private readonly origins: readonly string[];
  private readonly poster: GuardedPost;

  constructor({ timeoutMillis = ATTEMPT_MILLIS, ...guard }: SenderOptions) {
    this.origins = guard.origins;
    this.poster = new GuardedPost({ ...guard, timeoutMillis });
  }

  async send({ url, secret, messageId, body }: Outgoing): Promise<WebhookOutcome> {
    // An origin may be listed no more.
    if (!isWebhookAddress(url, this.origins)) return failed(null, 'its address is not allowed');
    const bytes = Buffer.from(body);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': 'Running-Order-Webhooks',
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': webhookSignature(secret, `${messageId}.${timestamp}.${body}`),
    };
    try {
      const { status, retryAfter } = await this.poster.post(new URL(url), headers, bytes);
      if (status >= 200 && status < 300) return { ...DELIVERED, status };
      if (status === 410) return { ...failed(status, ANSWERS[410]), kind: 'gone' };
      const redirect = status >= 300 && status < 400 ? ANSWERS.redirect : undefined;
      const asked = parseRetryAfter(retryAfter, Date.now()) ?? 0;
      return { ...failed(status, redirect ?? `answered ${status}`), retryAfterMillis: asked };
    } catch (error) {
      const { message, code, name } = error as Error & { code?: string };
      return failed(null, message || code || name);
    }
  }

  /** Closes all connections; what is being sent fails. */
  close(): void {
    this.poster.close();
  }
}

const ANSWERS = {
  410: 'answered 410: it wants nothing any more',
  redirect: 'answered with a redirect, which is not followed',
};
const DELIVERED = { kind: 'delivered', error: null, retryAfterMillis: 0 } as const;

function failed(status: number | null, error: string): WebhookOutcome {
  return { kind: 'later', status, error, retryAfterMillis: 0 };
}

/** @param secret `whsec_` and base64 */
function webhookSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
