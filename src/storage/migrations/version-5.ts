/** Version 5 of the database: rows that are removed, and changes that show in all races at once. */
export const VERSION_5 = `
  alter table schedules add column base_revision bigint not null default 0;
  alter table history add column undo_of bigint references history (id);
  create unique index history_by_undo on history (undo_of)
`;
