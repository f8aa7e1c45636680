/**
 * The limits of what crosses the wire. Nothing is imported here, so that pages can use them without loading
 * schemas. Lengths count Unicode code points (decision R10); those without a reason are the specification's
 * ("Limits").
 */

/** Integers (decision R8): what four bytes hold, with a sign. */
export const MAX_INTEGER = 2_147_483_647;

/** Elements in one push (decision R6). */
export const MAX_ELEMENTS = 5000;
/** Violations that one answer names (decision R11). */
export const MAX_VIOLATIONS = 100;
/** Events in a list. */
export const MAX_LISTED_EVENTS = 200;
/** Labels in a lane scheme (decision L23). */
export const MAX_LANE_SCHEME_ITEMS = 100;

export const MAX_EXTERNAL_ID_LENGTH = 128;
export const MAX_CREW_NAME_LENGTH = 120;
export const MAX_CLUB_ID_LENGTH = 64;
export const MAX_TITLE_LENGTH = 200;
/** Each of boat class, round and division. */
export const MAX_RACE_LABEL_LENGTH = 60;
export const MAX_NOTES_LENGTH = 500;
export const MAX_POSITION_LABEL_LENGTH = 40;

/** The delay of a day, early or late: one day (decision A7). */
export const MAX_DELAY_MINUTES = 1440;

/** Crews, and races, that one device follows of one regatta; who wants more follows the regatta. */
export const MAX_FOLLOWED = 200;
/** The address of a push subscription; those of today's services have some hundred characters. */
export const MAX_ENDPOINT_LENGTH = 2000;
/** A subscription's keys in base64url, padded or not: 65 bytes and 16 take 88 and 24 characters (RFC 8291). */
export const MAX_P256DH_LENGTH = 100;
export const MAX_AUTH_LENGTH = 40;
/** The tag of a language; RFC 5646, section 4.4.1, recommends room for 35 characters. */
export const MAX_LANGUAGE_TAG_LENGTH = 35;
