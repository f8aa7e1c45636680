/** Limits that are asked for where no schema is, so that it need not be loaded. */

/** At most this many violations are reported in one answer (decision R11). */
export const MAX_VIOLATIONS = 100;

/** One device follows at most this many crews, and this many races, of one regatta. */
export const MAX_FOLLOWED = 200;
