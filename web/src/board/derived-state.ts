/** State computed from the document and the clock. It changes only when its value differs. */
import { computed } from '@preact/signals';
import { currentRaces, daysOf } from '../shared/running-order.ts';
import { isVenueTime, timeOfDay, venueDay } from '../shared/times.ts';
import { board, currentAt, isStale, now } from './document-on-screen.ts';

const timezone = computed(() => board.value?.timezone ?? null);
const current = computed(() => board.value && currentRaces(board.value, now.value));

/** The venue day, YYYY-MM-DD. */
export const today = computed(() => venueDay(now.value, timezone.value));
/** The venue's time of day. */
export const clock = computed(() => timeOfDay(now.value, timezone.value));
/** Whether this device's clock shows the same time. */
export const isHere = computed(() => isVenueTime(now.value, timezone.value));
export const onCourse = computed(() => current.value?.onCourse);
export const next = computed(() => current.value?.next[0]);
export const days = computed(() => (board.value ? daysOf(board.value) : []));
/** When the document was last current, if the connection is lost; epoch milliseconds. */
export const offlineSince = computed(() => (isStale.value ? currentAt.value : undefined));
