/** Version 8 of the database: what was answered for each layout of imported files, and which results came of them. */
export const VERSION_8 = `
  create table imports (
    event_id bigint not null references events (id),
    layout {text} not null,
    answers {text} not null,
    results {text} not null,
    primary key (event_id, layout)
  )
`;
