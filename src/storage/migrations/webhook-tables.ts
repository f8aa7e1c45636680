/** The types of the tables of webhooks, with the same conventions as the other tables, in `tables.ts`. */
import type { Generated } from 'kysely';
import type { WebhookKind } from '../../contract/webhooks.ts';

export interface WebhookTables {
  /** Other programs that are sent the changes of an event's board. */
  webhooks: {
    id: Generated<number>;
    event_id: number;
    url: string;
    /** The origin of `url`. */
    origin: string;
    label: string;
    /** JSON: a list of `WebhookKind`. */
    kinds: string;
    /** `whsec_…`, with which deliveries are signed. */
    secret: string;
    is_enabled: Generated<number>;
    created_at: number;
    /** The HTTP status of the last answer; `null`: there was none yet. */
    last_status: number | null;
    failing_since: number | null;
    /** When the service switched the webhook off, because its receiver accepted nothing any more; `null`: not. */
    given_up_at: number | null;
  };
  /** The deliveries that are to be sent to a webhook, in the order of ids, and the last ones that were sent. */
  webhook_deliveries: {
    id: Generated<number>;
    event_id: number;
    webhook_id: number;
    /** The header field `webhook-id`. */
    message_id: string;
    type: WebhookKind | 'test';
    /** When the first (`created_at`) and the last change of this delivery were made. */
    created_at: number;
    changed_at: number;
    /** The revision of the board after the last change. */
    revision: number;
    /** JSON: `NotedRaces`. */
    races: string;
    /** Counts the changes that were joined in this row. */
    version: Generated<number>;
    /** The body that is sent; set at the first attempt, and not changed after that. */
    body: string | null;
    /** When it is to be sent, as in `deliveries`; `null`: it is not sent any more. */
    due_at: number | null;
    wait_millis: Generated<number>;
    /** Whether a worker has taken the delivery and has not stored the outcome yet. */
    is_taken: Generated<number>;
    attempts: Generated<number>;
    /** The outcome of the last attempt. */
    status: number | null;
    millis: number | null;
    error: string | null;
  };
}
