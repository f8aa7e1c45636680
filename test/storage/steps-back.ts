/** From this version of the database back to earlier ones, for tests of migrations. */

/** What takes each version back to the one before it. */
const STEPS_BACK: Record<number, string[]> = {
  16: ['drop table webhook_deliveries', 'drop table webhooks'],
  15: [
    'drop table told',
    `create table reminders_of_races (
      event_id bigint not null references schedules (event_id),
      race_id bigint not null,
      minutes integer not null,
      start_at bigint not null,
      crew_ids text not null,
      primary key (event_id, race_id, minutes)
    )`,
    `insert into reminders_of_races (event_id, race_id, minutes, start_at, crew_ids)
      select event_id, race_id, minutes, start_at, crew_ids from reminders where crew_id = 0`,
    'drop table reminders',
    'alter table reminders_of_races rename to reminders',
  ],
  12: ['drop table daily_runs', 'drop table removed_history'],
  14: [
    ...[
      ...['kind', 'start_interval_seconds', 'started_at', 'is_closed'],
      ...['clock_offset_millis', 'last_in_at'],
    ].map((name) => `alter table races drop column ${name}`),
    ...[
      ...['category', 'allowance_millis', 'is_out_of_competition'],
      ...['planned_start_millis', 'started_at', 'finished_at'],
    ].map((name) => `alter table lanes drop column ${name}`),
    'alter table schedules drop column row_revision',
  ],
  13: [
    'drop table logos',
    ...['accent', 'links', 'sponsor', 'logo'].map(
      (name) => `alter table events drop column ${name}`,
    ),
  ],
  11: [
    ...['noindex', 'is_announced'].map((name) => `alter table events drop column ${name}`),
    'alter table schedules drop column is_told',
    ...['rename_count', 'renamed_at'].map((name) => `alter table clubs drop column ${name}`),
  ],
  10: ['drop table operator_texts'],
  9: [
    'alter table delays drop column until_at',
    'alter table races drop column first_published_at',
    'alter table schedules drop column board_revision',
    'alter table schedules drop column board_updated_at',
    ...['is_withdrawn', 'withdrawn_reason'].map((name) => `alter table lanes drop column ${name}`),
  ],
  8: ['drop table imports'],
  7: [
    'drop table office_places',
    'drop table notices',
    'drop table reminders',
    'drop index follows_by_reminder',
    'alter table follows drop column remind_minutes',
    'alter table outbox drop column latest_at',
    'drop index history_by_number',
    'drop index history_by_time',
    'alter table history drop column number',
    ...['provisional_results', 'crew_gap_minutes', 'visibility_at'].map(
      (name) => `alter table schedules drop column ${name}`,
    ),
    'alter table lanes drop column source',
    ...['printed_number', 'state', 'reason', 'is_official', 'results_at'].map(
      (name) => `alter table races drop column ${name}`,
    ),
  ],
  6: [
    ...[
      ...['sessions', 'known_browsers', 'passkeys', 'passkey_challenges', 'links'],
      ...['sign_in_failures', 'key_requests', 'account_history', 'idempotency_keys'],
    ].map((name) => `drop table ${name}`),
    ...['is_operator', 'password_hash', 'language', 'closed_at'].map(
      (name) => `alter table users drop column ${name}`,
    ),
    ...['is_trial', 'is_archived'].map((name) => `alter table events drop column ${name}`),
    'alter table schedules drop column published_at',
  ],
  5: [
    'alter table schedules drop column base_revision',
    'drop index history_by_undo',
    'alter table history drop column undo_of',
  ],
  4: [
    ...['devices_by_identity', 'devices_by_network'].map((name) => `drop index ${name}`),
    ...['identity', 'network', 'follow_count', 'delivered_at'].map(
      (name) => `alter table devices drop column ${name}`,
    ),
    'alter table deliveries drop column wait_millis',
  ],
  3: ['alter table history drop column login_name'],
  2: ['deliveries', 'outbox', 'follows', 'devices', 'vapid_keys'].map(
    (name) => `drop table ${name}`,
  ),
};

/** The statements that take a database back to a version. */
export function stepsBackTo(version: number): string[] {
  const steps = Object.keys(STEPS_BACK)
    .map(Number)
    .filter((step) => step > version)
    .sort((a, b) => b - a);
  return [
    ...steps.flatMap((step) => STEPS_BACK[step] ?? []),
    `update schema_version set version = ${version}`,
  ];
}
