/**
 * Version 4 of the database: how long what waits was to wait, so that a clock that is set back does not hold it up; what
 * devices are told apart by, and where they came from.
 */
export const VERSION_4 = `
  alter table deliveries add column wait_millis bigint not null default 0;
  alter table devices add column identity {text};
  alter table devices add column network {text} not null default '';
  alter table devices add column follow_count integer not null default 0;
  alter table devices add column delivered_at bigint;
  update devices set follow_count = (select count(*) from follows where device_id = devices.id)
`;

/** Made when the devices are told apart; all that is counted of devices stands in the second. */
export const INDEXES_OF_VERSION_4 = `
  create unique index devices_by_identity on devices (identity);
  create index devices_by_network on devices (network, delivered_at, created_at, follow_count)
`;
