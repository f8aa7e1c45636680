/** Version 11 of the database: events that search engines are asked to leave out. */
export const VERSION_11 = `
  alter table events add column noindex integer not null default 0
`;
