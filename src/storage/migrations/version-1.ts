/** Version 1 of the database: events, their schedules, and who may write them. */
export const VERSION_1 = `
  create table users (
    id {id},
    display_name {text} not null,
    email {text} unique,
    created_at bigint not null
  );
  create table clubs (
    id {id},
    name {text} not null,
    created_at bigint not null
  );
  create table memberships (
    user_id bigint not null references users (id),
    club_id bigint not null references clubs (id),
    role {text} not null,
    primary key (user_id, club_id)
  );
  create table api_keys (
    id {id},
    user_id bigint not null references users (id),
    label {text} not null,
    key_hash {text} not null unique,
    key_prefix {text} not null unique,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
  );
  create index api_keys_by_user on api_keys (user_id);
  create table events (
    id {id},
    club_id bigint not null references clubs (id),
    creator_id bigint not null references users (id),
    name {text} not null,
    start_date {text} not null,
    end_date {text} not null,
    timezone {text},
    city {text} not null,
    country_code {text} not null,
    created_at bigint not null
  );
  create index events_by_club on events (club_id, start_date, id);
  create index events_by_creator on events (creator_id, start_date, id);
  create table schedules (
    event_id {key} references events (id),
    status {text} not null,
    lane_scheme {text},
    default_result_mode {text} not null,
    default_result_visibility {text} not null,
    revision bigint not null,
    updated_at bigint not null
  );
  create table teams (
    id {id},
    event_id bigint not null references events (id),
    external_id {text},
    name {text} not null,
    club_id {text},
    boat_index integer,
    sort_order integer not null,
    adopted integer not null
  );
  create unique index teams_by_external_id on teams (event_id, external_id);
  create unique index teams_by_name on teams (event_id, name);
  create table races (
    id {id},
    event_id bigint not null references schedules (event_id),
    external_id {text},
    race_number integer not null,
    title {text},
    scheduled_at bigint not null,
    distance_meters integer,
    boat_class {text},
    round {text},
    division_label {text},
    result_mode {text} not null,
    result_visibility {text},
    lane_scheme {text},
    notes {text},
    revision bigint not null
  );
  create unique index races_by_external_id on races (event_id, external_id);
  create unique index races_by_number on races (event_id, race_number);
  create table lanes (
    race_id bigint not null references races (id),
    position integer not null,
    position_label {text},
    team_id bigint references teams (id),
    status {text} not null,
    finish_time_millis integer,
    finish_place integer,
    penalty_millis integer,
    primary key (race_id, position)
  );
  create unique index lanes_by_team on lanes (team_id, race_id);
  create table delays (
    event_id bigint not null references schedules (event_id),
    venue_day {text} not null,
    delay_minutes integer not null,
    primary key (event_id, venue_day)
  );
  create table history (
    id {id},
    event_id bigint not null references events (id),
    at bigint not null,
    user_id bigint references users (id),
    key_prefix {text},
    operation {text} not null,
    changes {text} not null
  );
  create index history_by_event on history (event_id, id)
`;
