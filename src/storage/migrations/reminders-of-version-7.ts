/** The second half of version 7 of the database: who is reminded of races, and of which they were; see `versions.ts`. */

export const REMINDERS_OF_VERSION_7 = `
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
