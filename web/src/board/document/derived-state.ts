/** State computed from the document and the clock. It changes only when its value differs. */
import { computed } from '@preact/signals';
import { isDayOver, noResultsSince, toldDelay } from '../../shared/race/day-phase.ts';
import { currentOf, daysOf, newestResult } from '../../shared/race/running-order.ts';
import { isVenueTime, timeOfDay } from '../../shared/times.ts';
import {
  board,
  currentAt,
  isStale,
  judged,
  moment,
  now,
  resultsSeenAt,
  seenDelays,
  today,
} from './document-on-screen.ts';

export { today } from './document-on-screen.ts';

/** For this long a result that has come is marked as new. */
const FRESH_MILLIS = 30_000;

export const timezone = computed(() => board.value?.timezone ?? null);
export const days = computed(() => (board.value ? daysOf(board.value) : []));
const current = computed(() => currentOf(days.value, judged.value, moment.value));

/** The venue's time of day. */
export const clock = computed(() => timeOfDay(now.value, timezone.value));
/** Whether this device's clock shows the same time. */
export const isHere = computed(() => isVenueTime(now.value, timezone.value));
/** The races on the course, the last started first. */
export const onCourse = computed(() => current.value.onCourse);
export const next = computed(() => current.value.next[0]);
/** Races of today whose time has passed, and that wait for a result. */
export const waiting = computed(() => current.value.waiting);
/** Today with its races, if there are any. */
export const raceDay = computed(() => days.value.find(({ day }) => day === today.value));
/** Whether no race of today is still to come, on the course or waited for. */
export const isRaceDayOver = computed(
  () => raceDay.value !== undefined && isDayOver(raceDay.value, judged.value, moment.value),
);
/** The delay to show for each venue day; `undefined` where none is to be shown. */
export const toldDelays = computed(
  () => new Map(days.value.map((day) => [day.day, toldDelay(day, seenDelays.value, moment.value)])),
);

const newest = computed(() =>
  newestResult(board.value?.races ?? [], now.value, resultsSeenAt.value),
);
export const lastResult = computed(() => newest.value?.race);
/** Whether the last result has just come. */
export const isResultFresh = computed(() => {
  const at = newest.value?.at ?? null;
  return at !== null && now.value - at < FRESH_MILLIS;
});
/** Since when no results have come although races wait for theirs, epoch milliseconds; `undefined` while they come. */
export const withoutResultsSince = computed(() =>
  noResultsSince(waiting.value, judged.value, newest.value?.at ?? undefined, now.value),
);

/** The notices whose time is not over, newest first. */
export const notices = computed(
  () => board.value?.notices.filter(({ until }) => Date.parse(until) > now.value) ?? [],
);
/** When the document was last current, if the connection is lost; epoch milliseconds. */
export const offlineSince = computed(() => (isStale.value ? currentAt.value : undefined));
