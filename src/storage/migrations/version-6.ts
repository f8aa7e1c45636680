/** Version 6 of the database: accounts of the console, their sign-in, sessions, links and history; events that are tried and archived. */
export const VERSION_6 = `
  alter table users add column is_operator integer not null default 0;
  alter table users add column password_hash {text};
  alter table users add column language {text};
  alter table users add column closed_at bigint;
  create table sessions (
    id {id},
    user_id bigint not null references users (id),
    token_hash {text} not null unique,
    device {text} not null,
    began_with {text} not null,
    created_at bigint not null,
    last_seen_at bigint not null,
    proved_at bigint not null
  );
  create index sessions_by_user on sessions (user_id);
  create table known_browsers (
    token_hash {text} not null,
    user_id bigint not null references users (id),
    created_at bigint not null,
    primary key (token_hash, user_id)
  );
  create index known_browsers_by_user on known_browsers (user_id);
  create table passkeys (
    id {id},
    user_id bigint not null references users (id),
    credential_id {text} not null unique,
    public_key {text} not null,
    sign_count bigint not null,
    transports {text} not null,
    label {text} not null,
    created_at bigint not null,
    last_used_at bigint
  );
  create index passkeys_by_user on passkeys (user_id);
  create table passkey_challenges (
    challenge {text} primary key,
    user_id bigint,
    expires_at bigint not null
  );
  create index passkey_challenges_by_time on passkey_challenges (expires_at);
  create table links (
    id {id},
    kind {text} not null,
    token_hash {text} not null unique,
    user_id bigint references users (id),
    club_id bigint references clubs (id),
    role {text},
    email {text},
    made_by bigint references users (id),
    is_mailed integer not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  );
  create index links_by_club on links (club_id);
  create index links_by_user on links (user_id);
  create table sign_in_failures (
    subject {text} primary key,
    failures integer not null,
    last_at bigint not null
  );
  create index sign_in_failures_by_time on sign_in_failures (last_at);
  create table key_requests (
    id {id},
    key_id bigint not null references api_keys (id),
    at bigint not null,
    operation {text} not null,
    event_id bigint,
    status integer not null,
    code {text}
  );
  create index key_requests_by_key on key_requests (key_id, id);
  create table account_history (
    id {id},
    at bigint not null,
    user_id bigint references users (id),
    login_name {text},
    operation {text} not null,
    subject_id bigint references users (id),
    club_id bigint references clubs (id),
    details {text} not null
  );
  create index account_history_by_user on account_history (user_id, id);
  create index account_history_by_subject on account_history (subject_id, id);
  create index account_history_by_club on account_history (club_id, id);
  create table idempotency_keys (
    user_id bigint not null references users (id),
    idempotency_key {text} not null,
    body_hash {text} not null,
    result_id bigint not null,
    created_at bigint not null,
    primary key (user_id, idempotency_key)
  );
  create index idempotency_keys_by_time on idempotency_keys (created_at);
  alter table events add column is_trial integer not null default 0;
  alter table events add column is_archived integer not null default 0;
  alter table schedules add column published_at bigint;
  update schedules set published_at = (
    select min(at) from history
    where history.event_id = schedules.event_id and history.operation = 'publish-schedule'
  );
  update schedules set published_at = updated_at where published_at is null and status = 'published'
`;
