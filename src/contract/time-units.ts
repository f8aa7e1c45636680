/** Units of time, in milliseconds. */
export const SECOND_MILLIS = 1000;
export const MINUTE_MILLIS = 60_000;
export const HOUR_MILLIS = 3_600_000;
export const DAY_MILLIS = 86_400_000;
