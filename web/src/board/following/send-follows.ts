/** Brings the service up to date with what this device follows, and makes and ends its push subscription. */
import type { Follows as FollowsOfEvent } from '../../../../src/contract/following.ts';
import { HOUR_MILLIS } from '../../../../src/contract/time-units.ts';
import { language } from '../../shared/page/language.ts';
import { readLocal, writeLocal } from '../../shared/page/local-storage.ts';
import { urlOf } from '../../shared/page/page.ts';
import { cacheFollows, type DeviceFollows } from '../document/document-cache.ts';
import { board, races as racesById } from '../document/document-on-screen.ts';
import { type FollowSet, followsAnything, readFollowSet } from './follow-set.ts';
import { follows, followsByEvent } from './follows.ts';
import {
  isMuted,
  mute,
  type NotificationState,
  notifications,
  showNotifications,
} from './notifications.ts';
import { followAgain, forget, Refused, sendFollows, subscribe } from './push-api.ts';
import { browserCapabilities, pushProblem } from './push-availability.ts';

/** The same follows are sent again after this time: the service may have lost them. */
const RESEND_MILLIS = 12 * HOUR_MILLIS;
const WORKER_MILLIS = 15_000;

/** What was last sent to the service. */
interface Sent {
  /** The subscription's endpoint and what it follows; empty when it follows nothing. */
  text: string;
  /** The endpoint and what the reader has chosen, including crews and races that the board does not have at the moment. */
  chosen?: string;
  /** Epoch milliseconds. */
  at: number;
}

const sentKey = (eventId: number) => `sent ${eventId}`;

let isRunning = false;
let runsAgain = false;

/** Runs one at a time; what changes meanwhile is sent afterwards. @see syncNotifications */
export async function syncFollows(eventId: number, isTap: boolean): Promise<void> {
  if (isRunning) {
    runsAgain = true;
    return;
  }
  isRunning = true;
  try {
    do {
      runsAgain = false;
      showNotifications(await sync(eventId, isTap));
    } while (runsAgain);
  } finally {
    isRunning = false;
  }
}

/** Switches notifications off on this device, for every regatta; what is followed stays marked. */
export async function switchOff(eventId: number): Promise<void> {
  mute(true);
  writeLocal(sentKey(eventId), null);
  try {
    const subscription = await (await worker()).pushManager.getSubscription();
    if (subscription) await forget(subscription, urlOf);
  } catch {
    // The service forgets the device when its push service says that the subscription is gone.
  }
  await syncFollows(eventId, false);
}

async function sync(eventId: number, isTap: boolean): Promise<NotificationState> {
  const wants = followsAnything(follows.value);
  const key = sentKey(eventId);
  // Nothing is followed, and the service has nothing to forget.
  if (!wants && !readLocal<Sent>(key)?.text) return { kind: 'none' };
  const problem = pushProblem(browserCapabilities());
  if (problem) return { kind: wants ? problem : 'none' };
  if (isMuted()) return { kind: wants ? 'off' : 'none' };
  if (Notification.permission !== 'granted')
    return { kind: !wants ? 'none' : isTap ? 'dismissed' : 'off' };
  const known = followable();
  if (isKeptBack(known, isTap)) return { kind: 'on' };
  if (isTap) notifications.value = { kind: 'working' };
  try {
    await send({ eventId, ...known, language: language.value }, isTap);
    return { kind: wants ? 'on' : 'none' };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'failed', why: error.message };
    if (!(error instanceof DOMException)) return { kind: 'failed' };
    // A private window refuses only at this point.
    if (/permission denied/i.test(error.message)) return { kind: wants ? 'denied' : 'none' };
    // When its push service is out of reach, the browser gives its own reason.
    return { kind: 'failed', why: error.message };
  }
}

/**
 * Sends what is followed, unless the service has had the same lately. Without a tap, it also sends nothing while the board
 * lacks some of it and the reader has chosen nothing else since.
 */
async function send(followed: FollowsOfEvent, isTap: boolean): Promise<void> {
  const key = sentKey(followed.eventId);
  const textOf = (subscription: PushSubscription | null) =>
    JSON.stringify([subscription?.endpoint, followed]);
  const wish = follows.value;
  const chosenOf = (subscription: PushSubscription | null) =>
    JSON.stringify([subscription?.endpoint, wish]);
  const registration = await worker();
  const current = await registration.pushManager.getSubscription();
  const sent = readLocal<Sent>(key);
  if (sent?.text === textOf(current) && Date.now() - sent.at < RESEND_MILLIS) return;
  // The service may know why a crew is missing: it was merged into another one, or an undo will bring it back.
  const isSame = sent?.text && (sent.chosen ?? chosenOf(current)) === chosenOf(current);
  if (isSame && !isTap && isMissingSome(followed)) return;
  const subscription = await subscribe(registration, urlOf);
  await sendFollows(subscription, followed, urlOf);
  const [text, chosen] = [
    followsAnything(wish) ? textOf(subscription) : '',
    chosenOf(subscription),
  ];
  writeLocal(key, { text, chosen, at: Date.now() } satisfies Sent);
  if (subscription.endpoint === current?.endpoint) return;
  const { language, events } = deviceFollows();
  const { [followed.eventId]: _, ...others } = events;
  await followAgain(subscription, { language, events: others }, urlOf);
}

/** Stores the chosen language for the service worker, which needs it to follow again. */
export async function keepLanguage(): Promise<void> {
  const device = deviceFollows();
  if (Object.keys(device.events).length > 0) await cacheFollows(urlOf('.'), device);
}

function deviceFollows(): DeviceFollows {
  const events = Object.entries(followsByEvent()).map(
    ([id, stored]) => [id, readFollowSet(stored)] as const,
  );
  return { language: language.value, events: Object.fromEntries(events) };
}

/**
 * Whether nothing is sent, so that the service keeps what it knows: for an event that is only announced it refuses crews and
 * races, and would forget those followed before its running order was unpublished. A tap is sent, unless nothing else is
 * followed.
 */
function isKeptBack(known: FollowSet, isTap: boolean): boolean {
  if (board.value?.status !== 'announced' || !isMissingSome(known)) return false;
  return !isTap || !followsAnything(known);
}

/** Whether the board lacks crews or races that are followed. */
function isMissingSome({ crews, races }: Pick<FollowSet, 'crews' | 'races'>): boolean {
  return crews.length < follows.value.crews.length || races.length < follows.value.races.length;
}

/** What is followed, without removed crews and races, which the service would refuse. */
function followable(): FollowSet {
  if (!board.value) return follows.value;
  const { crews, races } = follows.value;
  const known = new Set(board.value.crews.map((crew) => crew.id));
  return {
    ...follows.value,
    crews: crews.filter((id) => known.has(id)),
    races: races.filter((id) => racesById.value.has(id)),
  };
}

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(urlOf('sw.js'));
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no service worker')), WORKER_MILLIS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}
