/** Version 13 of the database: how the pages of an event look, and its logo. */
export const VERSION_13 = `
  alter table events add column accent {text};
  alter table events add column links {text};
  alter table events add column sponsor {text};
  alter table events add column logo {text};
  create table logos (
    event_id bigint not null references events (id),
    type {text} not null,
    picture {text} not null,
    primary key (event_id)
  )
`;
