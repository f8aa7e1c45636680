/** Version 14 of the database: what is between start and finish, and more than one ranking (racing). */
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
