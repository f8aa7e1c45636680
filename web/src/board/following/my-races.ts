/** State computed from the document and what is followed: my crews, my races, and the next of them. */
import { computed } from '@preact/signals';
import { followedCrews, nextOf, myRaces as racesOfFollows } from '../../shared/race/my-day.ts';
import { board, judged, now } from '../document/document-on-screen.ts';
import { followsAnything } from './follow-set.ts';
import { follows } from './follows.ts';

/** The ids of the crews that are followed, by themselves or with their club. */
const myCrewIds = computed(() =>
  board.value ? [...followedCrews(board.value, follows.value)].join(' ') : '',
);
/** The same as a set; one object while they are the same, so that a new document draws no row anew. */
export const myCrews = computed<ReadonlySet<number>>(
  () => new Set(myCrewIds.value.split(' ').filter(Boolean).map(Number)),
);

/** Whether races of the reader's own are among all of them: the whole event has none. */
export const isFollowing = computed(() => followsAnything({ ...follows.value, wholeEvent: false }));

/** In the order of their estimated starts. */
export const myRaces = computed(() =>
  board.value ? racesOfFollows(board.value, myCrews.value, follows.value.races) : [],
);

export const myNext = computed(() => nextOf(myRaces.value, myCrews.value, judged.value, now.value));
