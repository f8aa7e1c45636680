/**
 * The limits of what crosses the wire. Nothing is imported here, so that pages can use them without loading
 * schemas. Lengths count Unicode code points (decision R10); those without a reason are the specification's
 * ("Limits").
 */

/** Integers (decision R8): what four bytes hold, with a sign. */
export const MAX_INTEGER = 2_147_483_647;

/** The body of a push (decision R4). */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** Elements in one push (decision R6). */
export const MAX_ELEMENTS = 5000;
/** Lanes of a race, and so lanes and results in one push (decision R6). */
export const MAX_LANES_OF_RACE = 1000;
/** Rows of an event (decision R6): three times those of the largest regattas, and few enough to be read as one document. */
export const MAX_RACES_OF_EVENT = 5000;
export const MAX_LANES_OF_EVENT = 20_000;
export const MAX_CREWS_OF_EVENT = 20_000;
/** Violations that one answer names (decision R11). */
export const MAX_VIOLATIONS = 100;
/** Events in the list of the API. */
export const MAX_LISTED_EVENTS = 200;
/** Items on one page of a list that has a `next`. */
export const MAX_LISTED = 200;
/** Entries on one page of a history. */
export const HISTORY_PAGE_ENTRIES = 50;
/** Labels in a lane scheme (decision L23). */
export const MAX_LANE_SCHEME_ITEMS = 100;

export const MAX_EXTERNAL_ID_LENGTH = 128;
export const MAX_CREW_NAME_LENGTH = 120;
export const MAX_CLUB_ID_LENGTH = 64;
export const MAX_TITLE_LENGTH = 200;
/** Each of boat class, round and division, and the category of an entry. */
export const MAX_RACE_LABEL_LENGTH = 60;
export const MAX_NOTES_LENGTH = 500;
export const MAX_POSITION_LABEL_LENGTH = 40;

/** Seconds between two boats of a head race (racing, "Kind of race"). */
export const MAX_START_INTERVAL_SECONDS = 3600;
/** A handicap, in favour of a crew or against it (racing, "Categories, allowance, out of competition"). */
export const MAX_ALLOWANCE_MILLIS = 3_600_000;
/** How far the clocks of start and finish may be apart (racing, "Times of day"). */
export const MAX_CLOCK_OFFSET_MILLIS = 600_000;

/** The delay of a day, early or late: one day (decision A7). */
export const MAX_DELAY_MINUTES = 1440;

/** Crews, and races, that one device follows of one regatta; who wants more follows the regatta. */
export const MAX_FOLLOWED = 200;
/** Clubs that one device follows of one regatta (board, "Additions"). */
export const MAX_FOLLOWED_CLUBS = 50;
/** How long before a race a reminder comes (board, "Additions"). */
export const MIN_REMIND_MINUTES = 5;
export const MAX_REMIND_MINUTES = 120;
/** The address of a push subscription; those of today's services have some hundred characters. */
export const MAX_ENDPOINT_LENGTH = 2000;
/** A subscription's keys in base64url, padded or not: 65 bytes and 16 take 88 and 24 characters (RFC 8291). */
export const MAX_P256DH_LENGTH = 100;
export const MAX_AUTH_LENGTH = 40;
/** The tag of a language; RFC 5646, section 4.4.1, recommends room for 35 characters. */
export const MAX_LANGUAGE_TAG_LENGTH = 35;

/** The name of a person or a club, and of an event. */
export const MAX_NAME_LENGTH = 200;
/** An e-mail address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const MAX_EMAIL_LENGTH = 254;
/** What the operator says on a page of the installation, such as the imprint. */
export const MAX_OPERATOR_TEXT_LENGTH = 5000;
/** The address of a contact: mail or web. */
export const MAX_ADDRESS_LENGTH = 500;
/** A password, once it is normalised (console, "Passwords"). */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
/** The label of an API key. */
export const MAX_LABEL_LENGTH = 100;
/** Keys of one person that are not revoked: one for each program and place, with room to spare. */
export const MAX_LIVE_KEYS = 50;
/** The last requests of a key that are kept (console, "API keys"). */
export const MAX_KEPT_REQUESTS = 50;
/** Days of an event: a series over a year is the longest that makes sense. */
export const MAX_EVENT_DAYS = 366;
/** The field `Idempotency-Key`: room for a UUID and a prefix several times. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 200;
export const MAX_CITY_LENGTH = 100;
/** The name of an IANA zone. */
export const MAX_ZONE_LENGTH = 100;

/** What an event says of its look (adopt, "One look per event"). */
export const MAX_LINKS = 8;
export const MAX_LINK_LABEL_LENGTH = 40;
export const MAX_SPONSOR_LENGTH = 80;
export const MAX_LOGO_BYTES = 512 * 1024;
/** Pixels of a side of a PNG. */
export const MAX_LOGO_PIXELS = 4000;

/** One file of an import (tools.md, "Import"). */
export const MAX_IMPORT_FILE_BYTES = 5 * 1024 * 1024;
/** Rows and columns that are read of a table. */
export const MAX_IMPORT_ROWS = 5000;
export const MAX_IMPORT_COLUMNS = 200;
/** All files of an import in the console: a folder of results has some 300 of a few KiB. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_FILES = 500;
/** The files in base64, and room for their names and the answers. */
export const MAX_IMPORT_BODY_BYTES = Math.ceil(MAX_IMPORT_BYTES / 3) * 4 + 1024 * 1024;
/** The body of a form of the console. */
export const MAX_FORM_BYTES = 64 * 1024;

/** The number of a race as it is printed, such as "16A". */
export const MAX_PRINTED_NUMBER_LENGTH = 10;
/** Why a race is cancelled or postponed. */
export const MAX_REASON_LENGTH = 200;
export const MAX_NOTICE_LENGTH = 300;
/** Notices of an event whose time is not over: more than crews read, and few enough for every phone. */
export const MAX_NOTICES = 50;
/** Rules of one race: one for each lane of the longest lane scheme. */
export const MAX_RULES = 100;
/** Races whose rules are set in one write: all semi-finals and finals of a large regatta. */
export const MAX_RULED_RACES = 200;
/** Races, and crews, of one draw by the program (around, "Draw by the program"). */
export const MAX_DRAWN_RACES = 24;
export const MAX_DRAWN_CREWS = 1000;
/** Races that one rule of a progression compares. */
export const MAX_SOURCE_RACES = 24;
/** Races that all rules of an event name, each counted as often as it is named. */
export const MAX_SOURCES_OF_EVENT = 10_000;
/** Minutes between two races of a crew, for the warning of the race office: one day. */
export const MAX_CREW_GAP_MINUTES = 1440;
/** Changes that one answer names as conflicts. */
export const MAX_NAMED_CHANGES = 100;
/** Webhooks of an event (around, "Webhooks"). */
export const MAX_WEBHOOKS = 10;
/** The address of a receiver: some have a long secret in it. */
export const MAX_WEBHOOK_URL_LENGTH = 1000;
/** The last deliveries of a webhook that are kept. */
export const MAX_KEPT_DELIVERIES = 50;
/** The body of one delivery: ids and addresses, no results. */
export const MAX_WEBHOOK_BODY_BYTES = 2048;
