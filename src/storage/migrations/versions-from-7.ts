/** The statements of version 7 of the database and of later ones, the newest last; see `versions-1-to-6.ts`. */

/**
 * Version 7 of the database: properties of the race office that `/v1` does not have, the number of each entry in the
 * history of its event, and reminders of races.
 */
export const VERSION_7 = `
  alter table races add column printed_number {text};
  alter table races add column state {text} not null default 'planned';
  alter table races add column reason {text};
  alter table races add column is_official integer not null default 0;
  alter table races add column results_at bigint;
  update races set results_at = (
    select updated_at from schedules where schedules.event_id = races.event_id
  ) where id in (select race_id from lanes where status <> 'assigned');
  alter table schedules add column visibility_at bigint;
  alter table lanes add column source {text};
  alter table schedules add column provisional_results integer not null default 0;
  alter table schedules add column crew_gap_minutes integer not null default 40;
  alter table history add column number integer not null default 0;
  update history set number = numbered.number from (
    select id, row_number() over (partition by event_id order by id) as number from history
  ) as numbered where numbered.id = history.id;
  create unique index history_by_number on history (event_id, number);
  create index history_by_time on history (event_id, at);
  create table notices (
    id {id},
    event_id bigint not null references schedules (event_id),
    text {text} not null,
    posted_at bigint not null,
    until bigint not null
  );
  create index notices_by_event on notices (event_id);
  create table office_places (
    session_id bigint primary key references sessions (id) on delete cascade,
    event_id bigint not null references events (id),
    part {text} not null,
    race_id bigint,
    at bigint not null
  );
  create index office_places_by_event on office_places (event_id);
  alter table follows add column remind_minutes integer;
  create index follows_by_reminder on follows (event_id, remind_minutes)
    where remind_minutes is not null;
  create table reminders (
    event_id bigint not null references schedules (event_id),
    race_id bigint not null,
    minutes integer not null,
    start_at bigint not null,
    crew_ids {text} not null,
    primary key (event_id, race_id, minutes)
  );
  alter table outbox add column latest_at bigint not null default 0
`;

/** Version 8 of the database: the answers for each layout of imported files, and the results imported from such files. */
export const VERSION_8 = `
  create table imports (
    event_id bigint not null references events (id),
    layout {text} not null,
    answers {text} not null,
    results {text} not null,
    primary key (event_id, layout)
  )
`;

/**
 * Version 9 of the database: the end of a delay, withdrawn entries, the plan as it was first published, and the board's
 * own revision.
 */
export const VERSION_9 = `
  alter table delays add column until_at bigint;
  alter table lanes add column is_withdrawn integer not null default 0;
  alter table lanes add column withdrawn_reason {text};
  alter table races add column first_published_at bigint;
  alter table schedules add column board_revision bigint not null default 1;
  alter table schedules add column board_updated_at bigint not null default 0;
  update schedules set board_revision = revision, board_updated_at = updated_at;
  update races set first_published_at = scheduled_at
    where event_id in (select event_id from schedules where published_at is not null)
`;

/** Version 10 of the database: the operator's texts about the installation, one row for each text that was given. */
export const VERSION_10 = `
  create table operator_texts (
    name {text} not null,
    text {text} not null,
    primary key (name)
  )
`;

/**
 * Version 11 of the database: announced events, whether followers have been notified that a schedule is published, how
 * often a club was renamed, because the boards of its events show its name, and events hidden from search engines.
 */
export const VERSION_11 = `
  alter table events add column noindex integer not null default 0;
  alter table events add column is_announced integer not null default 0;
  alter table schedules add column is_told integer not null default 0;
  alter table clubs add column rename_count integer not null default 0;
  alter table clubs add column renamed_at bigint not null default 0
`;

/**
 * Version 12 of the database: up to which number the history of an event was removed, and when each daily task last
 * ran.
 */
export const VERSION_12 = `
  create table removed_history (
    event_id {key} references events (id),
    to_number bigint not null
  );
  create table daily_runs (
    task {text} not null,
    began_at bigint not null,
    is_over integer not null,
    primary key (task)
  )
`;

/** Version 13 of the database: how the pages of an event look, and its logo. */
export const VERSION_13 = `
  alter table events add column accent {text};
  alter table events add column links {text};
  alter table events add column sponsor {text};
  alter table events add column logo {text};
  create table logos (
    event_id bigint not null references events (id),
    type {text} not null,
    picture {text} not null,
    primary key (event_id)
  )
`;

/** Version 14 of the database: head races, times of day at start and finish, and more than one ranking (racing). */
export const VERSION_14 = `
  alter table races add column kind {text};
  alter table races add column start_interval_seconds integer;
  alter table races add column started_at bigint;
  alter table races add column is_closed integer not null default 0;
  alter table races add column clock_offset_millis integer not null default 0;
  alter table races add column last_in_at bigint;
  alter table lanes add column category {text};
  alter table lanes add column allowance_millis integer;
  alter table lanes add column is_out_of_competition integer not null default 0;
  alter table lanes add column planned_start_millis bigint;
  alter table lanes add column started_at bigint;
  alter table lanes add column finished_at bigint;
  alter table schedules add column row_revision bigint not null default 0;
  update schedules set row_revision = revision
`;

/** Version 15 of the database: reminders of entries, and what devices were notified of (racing, "Who hears what"). */
export const VERSION_15 = `
  create table reminders_of_entries (
    event_id bigint not null references schedules (event_id),
    race_id bigint not null,
    minutes integer not null,
    crew_id bigint not null default 0,
    start_at bigint not null,
    crew_ids {text} not null,
    primary key (event_id, race_id, minutes, crew_id)
  );
  insert into reminders_of_entries (event_id, race_id, minutes, start_at, crew_ids)
    select event_id, race_id, minutes, start_at, crew_ids from reminders;
  drop table reminders;
  alter table reminders_of_entries rename to reminders;
  create table told (
    event_id bigint not null,
    about {text} not null,
    race_id bigint not null,
    crew_id bigint not null,
    device_id bigint not null,
    state {text} not null,
    told_at bigint not null,
    primary key (event_id, about, race_id, crew_id, device_id)
  );
  create index told_by_device on told (device_id)
`;

/** Version 16 of the database: webhooks, which report changes of a board to other programs (around, "Webhooks"). */
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
