/**
 * Version 11 of the database: events that are announced, whether followers have been told that a running order is out,
 * how often a club has got another name, which the boards of its events show; and events that search engines leave out.
 */
export const VERSION_11 = `
  alter table events add column noindex integer not null default 0;
  alter table events add column is_announced integer not null default 0;
  alter table schedules add column is_told integer not null default 0;
  alter table clubs add column rename_count integer not null default 0;
  alter table clubs add column renamed_at bigint not null default 0
`;
