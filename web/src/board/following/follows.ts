/** What this device follows of the regatta on the screen: as it is stored, and as crews and races of the document. */
import { computed, signal } from '@preact/signals';
import { language } from '../../shared/page/language.ts';
import { onLocalChange, readLocal, writeLocal } from '../../shared/page/local-storage.ts';
import { urlOf } from '../../shared/page/page.ts';
import {
  atOwnStart,
  followedCrews,
  nextOf,
  myRaces as racesOfFollows,
} from '../../shared/race/my-day.ts';
import { cacheFollows } from '../document/document-cache.ts';
import { board, judged, now } from '../document/document-on-screen.ts';
import {
  type FollowSet,
  followsAnything,
  NOTHING,
  readFollowSet,
  withFollowed,
} from './follow-set.ts';

/** Beyond these, the regattas changed longest ago are forgotten on this device. */
const MAX_EVENTS = 50;

const KEY = 'follows';
/** Prefix of the keys under which an app on the home screen notes the follows taken over from its address, to do so once. */
export const TAKEN_OVER = 'taken over ';

export const follows = signal<FollowSet>(NOTHING);
/** Whether the reader has just tried to follow more than the service accepts. */
export const isTooMany = signal(false);
let eventId = 0;

/** Reads what this device follows of a regatta, now and when another tab changes it. */
export function loadFollows(ofEvent: number): void {
  eventId = ofEvent;
  const read = () => {
    follows.value = readFollowSet(followsByEvent()[eventId]);
  };
  read();
  onLocalChange(KEY, read);
}

/** What is stored for each regatta, by its id. */
export function followsByEvent(): Record<string, unknown> {
  return Object(readLocal<unknown>(KEY));
}

/** Follows the whole regatta, or stops following it. */
export function toggleEvent(): void {
  storeFollows({ ...follows.value, wholeEvent: !follows.value.wholeEvent });
}

/** Follows a crew, a race or a club, or stops following it. */
export function toggle<Kind extends 'crews' | 'races' | 'clubs'>(
  kind: Kind,
  id: FollowSet[Kind][number],
): void {
  const isFollowed = (follows.value[kind] as unknown[]).includes(id);
  follow(kind, [id], !isFollowed);
}

/** Follows several at once, or stops following them. Changes nothing where that is more than the service accepts. */
export function follow<Kind extends 'crews' | 'races' | 'clubs'>(
  kind: Kind,
  ids: readonly FollowSet[Kind][number][],
  isFollowed: boolean,
): void {
  const changed = withFollowed(follows.value, kind, ids, isFollowed);
  isTooMany.value = changed === undefined;
  if (changed) storeFollows(changed);
}

/** Stores what is followed, for this device and for its service worker. */
export function storeFollows(changed: FollowSet): void {
  follows.value = changed;
  const { [eventId]: _, ...others } = followsByEvent();
  const all = Object.entries(others)
    .map(([id, stored]) => [id, readFollowSet(stored)] as const)
    .filter(([, of]) => followsAnything(of))
    .slice(-MAX_EVENTS + 1);
  if (followsAnything(changed)) all.push([String(eventId), changed]);
  const events = Object.fromEntries(all);
  writeLocal(KEY, events);
  void cacheFollows(urlOf('.'), { language: language.value, events });
}

/** The ids of the crews that are followed, by themselves or with their club. */
const myCrewIds = computed(() =>
  board.value ? [...followedCrews(board.value, follows.value)].join(' ') : '',
);
/** The same ids as a set; the object stays the same while they do, so that a new document does not redraw rows. */
export const myCrews = computed<ReadonlySet<number>>(
  () => new Set(myCrewIds.value.split(' ').filter(Boolean).map(Number)),
);

/** Whether the reader has races of their own: following the whole event alone does not make its races their own. */
export const isFollowing = computed(() => followsAnything({ ...follows.value, wholeEvent: false }));

/** The races of what is followed, in the order of their estimated starts. */
export const myRaces = computed(() =>
  board.value ? racesOfFollows(board.value, myCrews.value, follows.value.races) : [],
);

/** The only value here that depends on the clock: its dependents are not computed again while the next race stays the same. */
const nextRace = computed(() => nextOf(myRaces.value, myCrews.value, judged.value, now.value));
/** The next of `myRaces`, with the start of the reader's own crew as its estimated start. */
export const myNext = computed(() => nextRace.value && atOwnStart(nextRace.value, myCrews.value));
