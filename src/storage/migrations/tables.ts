/** The tables, as the queries see them. Instants are integer epoch milliseconds, booleans 0 or 1, lists JSON text. */
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
    /** As `emailAddress` normalises it; `null` also once the account is closed. */
    email: string | null;
    created_at: number;
    is_operator: Generated<number>;
    /** As `passwordHash` writes it. */
    password_hash: string | null;
    /** BCP 47 tag. */
    language: string | null;
    closed_at: number | null;
  };
  clubs: {
    id: Generated<number>;
    name: string;
    created_at: number;
    /** How often it has got another name, which the boards of its events show. */
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
    /** Search engines are asked to leave it out. */
    noindex: Generated<number>;
    is_announced: Generated<number>;
    /** As `#rrggbb`. */
    accent: string | null;
    /** JSON: a list of `LookLink`. */
    links: string | null;
    sponsor: string | null;
    /** The version of the logo that `logos` has; `null`: none. */
    logo: string | null;
  };
  /** Pictures of events that have a logo of their own. */
  logos: {
    event_id: number;
    /** Its media type. */
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
    /** Counts the changes of its rows that any document could show: each race carries the number of its last one. */
    row_revision: Generated<number>;
    /** The last of them that changed all races, or removed one: no document is built on an earlier one. */
    base_revision: number;
    updated_at: number;
    /** When the default visibility of results last changed; `null`: never. */
    visibility_at: number | null;
    /** When it was first published. */
    published_at: number | null;
    provisional_results: Generated<number>;
    crew_gap_minutes: Generated<number>;
    board_revision: Generated<number>;
    board_updated_at: Generated<number>;
    /** Whether followers have been told that it is published. */
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
    /** The start that was planned when it was first published; `null`: it never was. */
    first_published_at: number | null;
    /** When its results, their mode or its own visibility last changed; `null`: never. */
    results_at: number | null;
    kind: RaceKind | null;
    start_interval_seconds: number | null;
    started_at: number | null;
    is_closed: Generated<number>;
    clock_offset_millis: Generated<number>;
    /** When a boat of it last came in; `null`: never. */
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
    /** The crew does not row: it keeps its lane and is neither entered nor awaited. */
    is_withdrawn: Generated<number>;
    withdrawn_reason: string | null;
    category: string | null;
    allowance_millis: number | null;
    is_out_of_competition: Generated<number>;
    /** After the planned start of the race. */
    planned_start_millis: number | null;
    started_at: number | null;
    finished_at: number | null;
  };
  delays: {
    event_id: number;
    venue_day: string;
    delay_minutes: number;
    /** Races of the day that are planned at or after it keep their plan; `null`: it holds for the whole day. */
    until_at: number | null;
  };
  history: {
    id: Generated<number>;
    event_id: number;
    /** Among the entries of the event, counted from 1: the revision of the race office. */
    number: number;
    at: number;
    user_id: number | null;
    key_prefix: string | null;
    /** Of the person at the command line, as the operating system has it. */
    login_name: string | null;
    operation: string;
    /** JSON: a list of `Change`. */
    changes: string;
    /** The entry that this one undoes. */
    undo_of: number | null;
  };
  /** The number of the newest entry that was removed from the history of an event; of most none was. */
  removed_history: { event_id: number; to_number: number };
  /** What the race office tells everybody, until it is taken back. */
  notices: {
    id: Generated<number>;
    event_id: number;
    text: string;
    posted_at: number;
    until: number;
  };
  /** What an event remembers of the files of one layout. */
  imports: {
    event_id: number;
    layout: string;
    /** JSON: an object, by question. */
    answers: string;
    /** JSON: the results that came of such files, a list of `WrittenResult`. */
    results: string;
  };
  /** Where in a race office somebody is. */
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
    /** What the browser says it is. */
    device: string;
    began_with: SessionStart;
    created_at: number;
    last_seen_at: number;
    /** When the person last proved who they are. */
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
  /** Challenges that browsers have been given and have not answered yet. */
  passkey_challenges: { challenge: string; user_id: number | null; expires_at: number };
  /** Links that let somebody in, each once. */
  links: {
    id: Generated<number>;
    kind: LinkKind;
    token_hash: string;
    /** Of a sign-in link: whose. */
    user_id: number | null;
    /** Of an invitation. */
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
  /** Failed sign-ins in a row, of an account or an address. */
  sign_in_failures: { subject: string; failures: number; last_at: number };
  /** The last requests of each key. */
  key_requests: {
    id: Generated<number>;
    key_id: number;
    at: number;
    /** Method and template of the path. */
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
  /** What the operator says of the installation; of a text that was not given there is no row. */
  operator_texts: { name: OperatorTextName; text: string };
  /** The last run of what is done once a day, whichever process does it. */
  daily_runs: { task: 'retention'; began_at: number; is_over: number };
  /** Requests that made something, so that repeating one makes nothing. */
  idempotency_keys: {
    user_id: number;
    idempotency_key: string;
    body_hash: string;
    result_id: number;
    created_at: number;
  };
  /** The one pair of keys with which this installation signs its push messages. */
  vapid_keys: { public_key: string; private_key: string; created_at: number };
  /** Browsers that follow something; nothing is known of the people who hold them. */
  devices: {
    id: Generated<number>;
    /** Where its push service takes messages. */
    endpoint: string;
    /** The same for all ways to write the endpoint (`endpointIdentity`). */
    identity: string | null;
    p256dh: string;
    auth: string;
    /** BCP 47 tag. */
    language: string;
    created_at: number;
    /** Where it came from, as a /24 or /48; empty when that is not known. */
    network: Generated<string>;
    /** How many things it follows. */
    follow_count: Generated<number>;
    /** When a message first reached it, in epoch milliseconds. */
    delivered_at: number | null;
  };
  follows: {
    device_id: number;
    event_id: number;
    kind: FollowKind;
    /** The id of the event, crew or race; of a club, its `clubNumber`. */
    target_id: number;
    /** How long before a race the device is reminded of it; the same in all its rows of the event. */
    remind_minutes: number | null;
  };
  /** News of which followers are to be notified: one row for each subject. */
  outbox: {
    event_id: number;
    kind: NewsKind;
    /** See `NewsSubject`. */
    subject: string;
    /** When the news have settled. */
    due_at: number;
    /** Until when what comes in may put that off. */
    latest_at: Generated<number>;
    /** What every follower saw before the first change that it stands for (`publicState`); empty when they differ. */
    state_before: string;
    /** The last device that has been given a delivery; 0 before the first one has. */
    told_to: number;
  };
  /** The last reminder of each race, or entry of a head race (else crew 0), to those who want it so long before. */
  reminders: {
    event_id: number;
    race_id: number;
    minutes: number;
    crew_id: Generated<number>;
    start_at: number;
    crew_ids: string;
  };
  /** What a device was last told of the result of a crew, or of a race (crew 0), or of where the crew was drawn. */
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
    /** When it is to be tried; a worker that takes it moves this to the end of its lease. */
    due_at: number;
    /** How long before `due_at` that was decided, at most; 0 when it is to be tried at once. */
    wait_millis: Generated<number>;
    expires_at: number;
    attempts: number;
    /** Counts the news that came together in this row. */
    version: number;
  };
}

/** The tables whose rows are told apart by a number that the database gives them. */
export type TableWithIds = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown } ? Name : never;
}[keyof Tables];

export type FollowKind = 'event' | 'crew' | 'race' | 'club';

/** How a person signed in. */
export type SessionStart = 'password' | 'passkey' | 'link';

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;
