/** What this device follows of the regatta on the screen. */
import { signal } from '@preact/signals';
import { language } from '../../shared/page/language.ts';
import { onLocalChange, readLocal, writeLocal } from '../../shared/page/local-storage.ts';
import { urlOf } from '../../shared/page/page.ts';
import { cacheFollows } from '../document/document-cache.ts';
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
/** Begins the keys of what an app on the home screen has taken over from its address, once. */
export const TAKEN_OVER = 'taken over ';

export const follows = signal<FollowSet>(NOTHING);
/** The reader wants to follow more than the service takes. */
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

function followsByEvent(): Record<string, unknown> {
  return Object(readLocal<unknown>(KEY));
}

/** Follows the whole regatta, or no longer. */
export function toggleEvent(): void {
  storeFollows({ ...follows.value, wholeEvent: !follows.value.wholeEvent });
}

/** Follows a crew, a race or a club, or no longer. */
export function toggle<Kind extends 'crews' | 'races' | 'clubs'>(
  kind: Kind,
  id: FollowSet[Kind][number],
): void {
  const isFollowed = (follows.value[kind] as unknown[]).includes(id);
  follow(kind, [id], !isFollowed);
}

/** Follows several at once, or none of them any longer. Changes nothing where that is more than the service takes. */
export function follow<Kind extends 'crews' | 'races' | 'clubs'>(
  kind: Kind,
  ids: readonly FollowSet[Kind][number][],
  isFollowed: boolean,
): void {
  const changed = withFollowed(follows.value, kind, ids, isFollowed);
  isTooMany.value = changed === undefined;
  if (changed) storeFollows(changed);
}

/** @param minutes before the start; `null`: no reminders */
export function chooseReminder(minutes: number | null): void {
  storeFollows({ ...follows.value, remindMinutes: minutes });
}

/** Keeps what is followed on this device, and for its service worker. */
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
