/** Version 16 of the database: programs of others that are told what changes on a board (around, "Webhooks"). */
export const VERSION_16 = `
  create table webhooks (
    id {id},
    event_id bigint not null references events (id),
    url {text} not null,
    origin {text} not null,
    label {text} not null,
    kinds {text} not null,
    secret {text} not null,
    is_enabled integer not null default 1,
    created_at bigint not null,
    last_status integer,
    failing_since bigint,
    given_up_at bigint
  );
  create index webhooks_by_event on webhooks (event_id);
  create table webhook_deliveries (
    id {id},
    event_id bigint not null references events (id),
    webhook_id bigint not null references webhooks (id),
    message_id {text} not null unique,
    type {text} not null,
    created_at bigint not null,
    changed_at bigint not null,
    revision bigint not null,
    races {text} not null,
    version integer not null default 1,
    body {text},
    due_at bigint,
    wait_millis bigint not null default 0,
    is_taken integer not null default 0,
    attempts integer not null default 0,
    status integer,
    millis integer,
    error {text}
  );
  create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
  create index webhook_deliveries_by_event on webhook_deliveries (event_id);
  create index webhook_deliveries_by_due on webhook_deliveries (due_at)
`;
