/** Limits that are asked for where no schema is, so that it need not be loaded. */

/** At most this many violations are reported in one answer (decision R11). */
export const MAX_VIOLATIONS = 100;
