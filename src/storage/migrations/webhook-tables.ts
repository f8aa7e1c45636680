/** The tables of webhooks, as the queries see them; the others stand in `tables.ts`, which says how. */
import type { Generated } from 'kysely';
import type { WebhookKind } from '../../contract/webhooks.ts';

export interface WebhookTables {
  /** Programs of others that are told what changes on the board of an event. */
  webhooks: {
    id: Generated<number>;
    event_id: number;
    url: string;
    /** Of `url`. */
    origin: string;
    label: string;
    /** JSON: a list of `WebhookKind`. */
    kinds: string;
    /** `whsec_…`, with which deliveries are signed. */
    secret: string;
    is_enabled: Generated<number>;
    created_at: number;
    /** The last HTTP status. */
    last_status: number | null;
    failing_since: number | null;
    /** When the service switched it off, because nobody took anything any more. */
    given_up_at: number | null;
  };
  /** What is to be sent to a webhook, in the order of ids, and the last of what was sent. */
  webhook_deliveries: {
    id: Generated<number>;
    event_id: number;
    webhook_id: number;
    /** The field `webhook-id`. */
    message_id: string;
    type: WebhookKind | 'test';
    /** When the first and the last change came that it stands for. */
    created_at: number;
    changed_at: number;
    /** The revision of the board after the last one. */
    revision: number;
    /** JSON: `NotedRaces`. */
    races: string;
    /** Counts the changes that came together in this row. */
    version: Generated<number>;
    /** As it is sent, from the first attempt on. */
    body: string | null;
    /** When it is to be tried, as in `deliveries`; `null`: never again. */
    due_at: number | null;
    wait_millis: Generated<number>;
    /** Whether a worker has taken it, and has not said how that ended. */
    is_taken: Generated<number>;
    attempts: Generated<number>;
    /** Of the last attempt. */
    status: number | null;
    millis: number | null;
    error: string | null;
  };
}
