/**
 * Version 7 of the database: what the race office keeps and `/v1` has no word for, the number of each entry of an event's
 * history, and who is reminded of races.
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
