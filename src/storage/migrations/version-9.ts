/**
 * Version 9 of the database: delays that end, withdrawn entries, the plan as it was first published, and the revision
 * that the board has of its own.
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
