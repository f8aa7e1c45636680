/** Version 15 of the database: reminders of single entries, and what devices were told of crews (racing, "Who hears what"). */
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
