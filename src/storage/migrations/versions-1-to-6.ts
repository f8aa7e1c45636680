/**
 * The statements of versions 1 to 6 of the database. Words in braces are column types that differ between databases
 * (`migrations.ts`).
 */

/** Version 1 of the database: events, their schedules, people, clubs and API keys. */
export const VERSION_1 = `
  create table users (
    id {id},
    display_name {text} not null,
    email {text} unique,
    created_at bigint not null
  );
  create table clubs (
    id {id},
    name {text} not null,
    created_at bigint not null
  );
  create table memberships (
    user_id bigint not null references users (id),
    club_id bigint not null references clubs (id),
    role {text} not null,
    primary key (user_id, club_id)
  );
  create table api_keys (
    id {id},
    user_id bigint not null references users (id),
    label {text} not null,
    key_hash {text} not null unique,
    key_prefix {text} not null unique,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
  );
  create index api_keys_by_user on api_keys (user_id);
  create table events (
    id {id},
    club_id bigint not null references clubs (id),
    creator_id bigint not null references users (id),
    name {text} not null,
    start_date {text} not null,
    end_date {text} not null,
    timezone {text},
    city {text} not null,
    country_code {text} not null,
    created_at bigint not null
  );
  create index events_by_club on events (club_id, start_date, id);
  create index events_by_creator on events (creator_id, start_date, id);
  create table schedules (
    event_id {key} references events (id),
    status {text} not null,
    lane_scheme {text},
    default_result_mode {text} not null,
    default_result_visibility {text} not null,
    revision bigint not null,
    updated_at bigint not null
  );
  create table teams (
    id {id},
    event_id bigint not null references events (id),
    external_id {text},
    name {text} not null,
    club_id {text},
    boat_index integer,
    sort_order integer not null,
    adopted integer not null
  );
  create unique index teams_by_external_id on teams (event_id, external_id);
  create unique index teams_by_name on teams (event_id, name);
  create table races (
    id {id},
    event_id bigint not null references schedules (event_id),
    external_id {text},
    race_number integer not null,
    title {text},
    scheduled_at bigint not null,
    distance_meters integer,
    boat_class {text},
    round {text},
    division_label {text},
    result_mode {text} not null,
    result_visibility {text},
    lane_scheme {text},
    notes {text},
    revision bigint not null
  );
  create unique index races_by_external_id on races (event_id, external_id);
  create unique index races_by_number on races (event_id, race_number);
  create table lanes (
    race_id bigint not null references races (id),
    position integer not null,
    position_label {text},
    team_id bigint references teams (id),
    status {text} not null,
    finish_time_millis integer,
    finish_place integer,
    penalty_millis integer,
    primary key (race_id, position)
  );
  create unique index lanes_by_team on lanes (team_id, race_id);
  create table delays (
    event_id bigint not null references schedules (event_id),
    venue_day {text} not null,
    delay_minutes integer not null,
    primary key (event_id, venue_day)
  );
  create table history (
    id {id},
    event_id bigint not null references events (id),
    at bigint not null,
    user_id bigint references users (id),
    key_prefix {text},
    operation {text} not null,
    changes {text} not null
  );
  create index history_by_event on history (event_id, id)
`;

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

/** Version 3 of the database: the login name of the person at the command line. */
export const VERSION_3 = 'alter table history add column login_name {text}';

/**
 * Version 4 of the database: the intended wait of each delivery, so that a clock that is set back does not delay it; the
 * identity of devices, and the network that they came from.
 */
export const VERSION_4 = `
  alter table deliveries add column wait_millis bigint not null default 0;
  alter table devices add column identity {text};
  alter table devices add column network {text} not null default '';
  alter table devices add column follow_count integer not null default 0;
  alter table devices add column delivered_at bigint;
  update devices set follow_count = (select count(*) from follows where device_id = devices.id)
`;

/** Created after `identifyDevices`. The second index has all columns that counting devices reads. */
export const INDEXES_OF_VERSION_4 = `
  create unique index devices_by_identity on devices (identity);
  create index devices_by_network on devices (network, delivered_at, created_at, follow_count)
`;

/** Version 5 of the database: undo, removal of rows, and the last revision that changed all races at once. */
export const VERSION_5 = `
  alter table schedules add column base_revision bigint not null default 0;
  alter table history add column undo_of bigint references history (id);
  create unique index history_by_undo on history (undo_of)
`;

/**
 * Version 6 of the database: accounts of the console, their sign-in, sessions, links and history; trial events and archived
 * events.
 */
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
