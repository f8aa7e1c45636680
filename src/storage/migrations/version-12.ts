/**
 * Version 12 of the database: up to which number the history of an event was removed, and when what is done each day was
 * last done.
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
