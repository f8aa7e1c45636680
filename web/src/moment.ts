/**
 * What the moment makes of the running order. The clock moves every few seconds; what is computed
 * here changes only when it says something else, so that a page is not drawn anew for nothing.
 */
import { computed } from '@preact/signals';
import { atMoment, daysOf } from './running-order.ts';
import { board, now } from './shown.ts';
import { isVenueTime, timeOfDay, venueDay } from './times.ts';

const timezone = computed(() => board.value?.timezone ?? null);
const moment = computed(() => board.value && atMoment(board.value, now.value));

/** The venue day, YYYY-MM-DD. */
export const today = computed(() => venueDay(now.value, timezone.value));
/** The venue's time of day. */
export const clock = computed(() => timeOfDay(now.value, timezone.value));
/** Whether this device's clock says the same. */
export const isHere = computed(() => isVenueTime(now.value, timezone.value));
export const onCourse = computed(() => moment.value?.now);
export const next = computed(() => moment.value?.next[0]);
export const days = computed(() => (board.value ? daysOf(board.value) : []));
