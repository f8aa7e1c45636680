/** The types of the tables. Instants are integer epoch milliseconds, booleans are 0 or 1, lists are JSON text. */
import type { Generated, Insertable, Selectable } from 'kysely';
import type { RaceKind, RaceState } from '../../contract/board.ts';
import type { OperatorTextName } from '../../contract/console/installation.ts';
import type { OfficePart } from '../../contract/console/office.ts';
import type { LinkKind } from '../../contract/console/sign-in.ts';
import type { EntryStatus, ResultMode, ResultVisibility } from '../../contract/fields.ts';
import type { NewsKind } from '../../contract/following.ts';
import type { ScheduleStatus } from '../../contract/schedule.ts';
import type { Role } from '../../domain/accounts/roles.ts';
import type { LogoType } from '../../domain/event/look.ts';
import type { WebhookTables } from './webhook-tables.ts';

export interface Tables extends WebhookTables {
  users: {
    id: Generated<number>;
    display_name: string;
    /** Normalised by `emailAddress`; `null`: none was given, or the account is closed. */
    email: string | null;
    created_at: number;
    is_operator: Generated<number>;
    /** Written by `hashPassword`; `null`: no password. */
    password_hash: string | null;
    /** BCP 47 tag. */
    language: string | null;
    closed_at: number | null;
  };
  clubs: {
    id: Generated<number>;
    name: string;
    created_at: number;
    /** How often the club was renamed; the boards of its events show its name, so this counts in their revisions. */
    rename_count: Generated<number>;
    renamed_at: Generated<number>;
  };
  memberships: { club_id: number; user_id: number; role: Role };
  api_keys: {
    id: Generated<number>;
    user_id: number;
    label: string;
    key_hash: string;
    key_prefix: string;
    created_at: number;
    last_used_at: number | null;
    revoked_at: number | null;
  };
  events: {
    id: Generated<number>;
    club_id: number;
    creator_id: number;
    name: string;
    start_date: string;
    end_date: string;
    /** As the organiser wrote it; validated, not canonicalised. */
    timezone: string | null;
    city: string;
    country_code: string;
    created_at: number;
    is_trial: Generated<number>;
    is_archived: Generated<number>;
    /** Whether search engines are asked not to list the event. */
    noindex: Generated<number>;
    is_announced: Generated<number>;
    /** A colour, as `#rrggbb`. */
    accent: string | null;
    /** JSON: a list of `LookLink`. */
    links: string | null;
    sponsor: string | null;
    /** The version of the logo in `logos`; `null`: the event has no logo. */
    logo: string | null;
  };
  /** The logos of the events that have one of their own. */
  logos: {
    event_id: number;
    /** The media type. */
    type: LogoType;
    /** The picture in base64. */
    picture: string;
  };
  schedules: {
    event_id: number;
    status: ScheduleStatus;
    lane_scheme: string | null;
    default_result_mode: ResultMode;
    default_result_visibility: ResultVisibility;
    /** Counts the changes that a reader of the schedule could see. */
    revision: number;
    /** Counts the changes of rows that any document could show; each race has the number of its last change. */
    row_revision: Generated<number>;
    /** The last `row_revision` that changed all races or removed one: older documents cannot be updated race by race. */
    base_revision: number;
    updated_at: number;
    /** When the default visibility of results last changed; `null`: never. */
    visibility_at: number | null;
    /** When the schedule was first published; `null`: never. */
    published_at: number | null;
    provisional_results: Generated<number>;
    crew_gap_minutes: Generated<number>;
    board_revision: Generated<number>;
    board_updated_at: Generated<number>;
    /** Whether followers have been notified that the schedule is published. */
    is_told: Generated<number>;
  };
  teams: {
    id: Generated<number>;
    event_id: number;
    external_id: string | null;
    name: string;
    club_id: string | null;
    boat_index: number | null;
    sort_order: number;
    adopted: number;
  };
  races: {
    id: Generated<number>;
    event_id: number;
    external_id: string | null;
    race_number: number;
    title: string | null;
    scheduled_at: number;
    distance_meters: number | null;
    boat_class: string | null;
    round: string | null;
    division_label: string | null;
    result_mode: ResultMode;
    result_visibility: ResultVisibility | null;
    lane_scheme: string | null;
    notes: string | null;
    printed_number: string | null;
    state: Generated<RaceState>;
    /** Why it is cancelled or postponed. */
    reason: string | null;
    is_official: Generated<number>;
    /** The planned start when the race was first published; `null`: it never was. */
    first_published_at: number | null;
    /** When its results, their mode or its own visibility last changed; `null`: never. */
    results_at: number | null;
    kind: RaceKind | null;
    start_interval_seconds: number | null;
    started_at: number | null;
    is_closed: Generated<number>;
    clock_offset_millis: Generated<number>;
    /** When a boat of the race last came in; `null`: never. */
    last_in_at: number | null;
    /** The schedule's `row_revision` at which the race, its lanes or its crews' names last changed. */
    revision: number;
  };
  lanes: {
    race_id: number;
    position: number;
    position_label: string | null;
    team_id: number | null;
    status: EntryStatus;
    finish_time_millis: number | null;
    finish_place: number | null;
    penalty_millis: number | null;
    /** JSON: a `LaneSource`. */
    source: string | null;
    /** Whether the crew has withdrawn: it keeps its lane, but is not entered, and no result of it is expected. */
    is_withdrawn: Generated<number>;
    withdrawn_reason: string | null;
    category: string | null;
    allowance_millis: number | null;
    is_out_of_competition: Generated<number>;
    /** From the planned start of the race to that of the boat. */
    planned_start_millis: number | null;
    started_at: number | null;
    finished_at: number | null;
  };
  delays: {
    event_id: number;
    venue_day: string;
    delay_minutes: number;
    /** Races planned at or after this instant keep their plan; `null`: the delay holds for the whole day. */
    until_at: number | null;
  };
  history: {
    id: Generated<number>;
    event_id: number;
    /** The number of the entry in the event's history, counted from 1: the revision of the race office. */
    number: number;
    at: number;
    user_id: number | null;
    key_prefix: string | null;
    /** The name by which the operating system knows the person at the command line. */
    login_name: string | null;
    operation: string;
    /** JSON: a list of `Change`. */
    changes: string;
    /** The entry that this one undoes. */
    undo_of: number | null;
  };
  /** The number of the newest entry that was removed from an event's history. No row: no entry was removed. */
  removed_history: { event_id: number; to_number: number };
  /** Notices of the race office to all followers of an event, shown until their end or until they are deleted. */
  notices: {
    id: Generated<number>;
    event_id: number;
    text: string;
    posted_at: number;
    until: number;
  };
  /** What an event remembers of imported files with one layout. */
  imports: {
    event_id: number;
    layout: string;
    /** JSON: an object with the answer to each question. */
    answers: string;
    /** JSON: the results that were imported from such files, a list of `WrittenResult`. */
    results: string;
  };
  /** In which part of a race office a session is at the moment. */
  office_places: {
    session_id: number;
    event_id: number;
    part: OfficePart;
    race_id: number | null;
    at: number;
  };
  /** People who are signed in to the console: one row for each browser. */
  sessions: {
    id: Generated<number>;
    user_id: number;
    token_hash: string;
    /** The browser and system that the browser names itself. */
    device: string;
    began_with: SessionStart;
    created_at: number;
    last_seen_at: number;
    /** When the person last proved their identity. */
    proved_at: number;
  };
  /** Browsers that have signed in to an account before; several people may share one. */
  known_browsers: { token_hash: string; user_id: number; created_at: number };
  passkeys: {
    id: Generated<number>;
    user_id: number;
    /** Base64url. */
    credential_id: string;
    /** COSE, in base64url. */
    public_key: string;
    sign_count: number;
    /** JSON: a list of texts. */
    transports: string;
    label: string;
    created_at: number;
    last_used_at: number | null;
  };
  /** Challenges that were sent to browsers and are not answered yet. */
  passkey_challenges: { challenge: string; user_id: number | null; expires_at: number };
  /** Links that work once: invitations, sign-in links and set-up links. */
  links: {
    id: Generated<number>;
    kind: LinkKind;
    token_hash: string;
    /** The person whom a sign-in link signs in. */
    user_id: number | null;
    /** The club of an invitation. */
    club_id: number | null;
    role: Role | null;
    email: string | null;
    /** Who made it; `null`: the command line or the service. */
    made_by: number | null;
    is_mailed: number;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  /** Failed sign-ins in a row of a subject: an account, a network or a browser. */
  sign_in_failures: { subject: string; failures: number; last_at: number };
  /** The last requests of each key. */
  key_requests: {
    id: Generated<number>;
    key_id: number;
    at: number;
    /** The method and the template of the path, such as `PUT /v1/events/:eventId/teams`. */
    operation: string;
    event_id: number | null;
    status: number;
    code: string | null;
  };
  account_history: {
    id: Generated<number>;
    at: number;
    user_id: number | null;
    login_name: string | null;
    operation: string;
    subject_id: number | null;
    club_id: number | null;
    /** JSON: an object. */
    details: string;
  };
  /** The operator's texts about the installation; a text that was not given has no row. */
  operator_texts: { name: OperatorTextName; text: string };
  /** The last run of each daily task, by whichever process. */
  daily_runs: { task: 'retention'; began_at: number; is_over: number };
  /** Requests that have created something, so that repeating one creates nothing. */
  idempotency_keys: {
    user_id: number;
    idempotency_key: string;
    body_hash: string;
    result_id: number;
    created_at: number;
  };
  /** The pair of keys with which this installation signs its push messages. */
  vapid_keys: { public_key: string; private_key: string; created_at: number };
  /** Browsers that follow something; nothing is stored about the people who use them. */
  devices: {
    id: Generated<number>;
    /** The address at which its push service accepts messages. */
    endpoint: string;
    /** Identifies the device in all spellings of its endpoint (`endpointIdentity`). */
    identity: string | null;
    p256dh: string;
    auth: string;
    /** BCP 47 tag. */
    language: string;
    created_at: number;
    /** The network of its first request, as a /24 or /48; empty when it is not known. */
    network: Generated<string>;
    /** How many rows of `follows` it has. */
    follow_count: Generated<number>;
    /** When the push service first accepted a message for it; `null`: never. */
    delivered_at: number | null;
  };
  follows: {
    device_id: number;
    event_id: number;
    kind: FollowKind;
    /** The id of the event, crew or race; of a club, its `clubNumber`. */
    target_id: number;
    /** How long before a race the device is reminded; the same in all its rows of the event. `null`: never. */
    remind_minutes: number | null;
  };
  /** News of which followers are to be notified: one row for each subject. */
  outbox: {
    event_id: number;
    kind: NewsKind;
    /** See `NewsSubject`. */
    subject: string;
    /** When the news will have settled. */
    due_at: number;
    /** The latest time to which further changes may move `due_at`. */
    latest_at: Generated<number>;
    /** What every follower saw before the first change of this row (`publicState`); empty when followers differ. */
    state_before: string;
    /** The id of the last device that has got its delivery, in the order of ids; 0 before the fan-out. */
    told_to: number;
  };
  /** The last reminder, for each choice of minutes, of a race (crew 0) or of an entry of a head race. */
  reminders: {
    event_id: number;
    race_id: number;
    minutes: number;
    crew_id: Generated<number>;
    start_at: number;
    crew_ids: string;
  };
  /** What a device was last notified of: the result of a crew or of a race (crew 0), or where a crew was drawn. */
  told: {
    event_id: number;
    about: 'result' | 'draw';
    race_id: number;
    crew_id: number;
    device_id: number;
    state: string;
    told_at: number;
  };
  /** Notifications to be sent: one row for each device. */
  deliveries: {
    event_id: number;
    kind: NewsKind;
    subject: string;
    device_id: number;
    /** When it is to be sent; a worker that takes the delivery moves this to the end of its lease. */
    due_at: number;
    /** The wait up to `due_at` when it was set; 0 for a delivery that was due at once. */
    wait_millis: Generated<number>;
    expires_at: number;
    attempts: number;
    /** Counts the news that were joined in this row. */
    version: number;
  };
}

/** The tables whose rows have an id that the database assigns. */
export type TableWithIds = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown } ? Name : never;
}[keyof Tables];

export type FollowKind = 'event' | 'crew' | 'race' | 'club';

/** How a person signed in. */
export type SessionStart = 'password' | 'passkey' | 'link';

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
