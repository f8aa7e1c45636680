/** Version 2 of the database: following and push notifications. */
export const VERSION_2 = `
  create table vapid_keys (
    public_key {text} primary key,
    private_key {text} not null,
    created_at bigint not null
  );
  create table devices (
    id {id},
    endpoint {text} not null unique,
    p256dh {text} not null,
    auth {text} not null,
    language {text} not null,
    created_at bigint not null
  );
  create table follows (
    device_id bigint not null references devices (id),
    event_id bigint not null references events (id),
    kind {text} not null,
    target_id bigint not null,
    primary key (event_id, kind, target_id, device_id)
  );
  create index follows_by_device on follows (device_id, event_id);
  create table outbox (
    event_id bigint not null references schedules (event_id),
    kind {text} not null,
    subject {text} not null,
    due_at bigint not null,
    state_before {text} not null,
    told_to bigint not null,
    primary key (event_id, kind, subject)
  );
  create index outbox_by_due on outbox (due_at);
  create table deliveries (
    event_id bigint not null references schedules (event_id),
    kind {text} not null,
    subject {text} not null,
    device_id bigint not null,
    due_at bigint not null,
    expires_at bigint not null,
    attempts integer not null,
    version integer not null,
    primary key (event_id, kind, subject, device_id)
  );
  create index deliveries_by_due on deliveries (due_at)
`;
