/** Notifications for what this device follows: permission, subscription, state. */
import { signal } from '@preact/signals';
import type { Follows as FollowsOfEvent } from '../../../src/contract/board.ts';
import { language } from '../shared/language.ts';
import { readLocal, writeLocal } from '../shared/local-storage.ts';
import { urlOf } from '../shared/page.ts';
import { browserCapabilities } from './browser-capabilities.ts';
import { board, races as racesById } from './document-on-screen.ts';
import type { Follows } from './document-cache.ts';
import { follows, followsAnything } from './follows.ts';
import { Refused, sendFollows, subscribe } from './push-api.ts';
import { type PushProblem, pushProblem } from './push-availability.ts';

type NotificationState =
  | { kind: 'none' | 'working' | 'on' | 'off' | 'dismissed' | PushProblem }
  /** Without a reason when the service did not answer. */
  | { kind: 'failed'; why?: string };

const STATE = 'notifications';

export const notifications = signal<NotificationState>({ kind: 'none' });

/** Shows the state of the last visit until it has been checked, so that the page does not move. */
export function restoreNotifications(): void {
  if (followsAnything(follows.value))
    notifications.value = readLocal<NotificationState>(STATE) ?? { kind: 'none' };
}

/** The same follows are sent again after this time: the service may have lost them. */
const RESEND_MILLIS = 12 * 3_600_000;
const WORKER_MILLIS = 15_000;

/** What the service has been sent last. */
interface Sent {
  /** The subscription's endpoint and what it follows; empty when it follows nothing. */
  text: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Registers the service worker once the page has loaded. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register(urlOf('sw.js')).catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

let isRunning = false;
let runsAgain = false;

/**
 * Brings the service up to date with what this device follows.
 *
 * @param isTap called by a tap, so that the browser may ask for permission
 */
export async function syncNotifications(eventId: number, isTap: boolean): Promise<void> {
  // Browsers allow the question only while they handle the tap.
  const permission = isTap && canAsk() ? Notification.requestPermission() : undefined;
  if (isRunning) {
    runsAgain = true;
    return;
  }
  isRunning = true;
  try {
    if (permission) await permission;
    do {
      runsAgain = false;
      notifications.value = await sync(eventId, isTap);
      writeLocal(STATE, notifications.value);
    } while (runsAgain);
  } finally {
    isRunning = false;
  }
}

function canAsk(): boolean {
  return (
    followsAnything(follows.value) &&
    pushProblem(browserCapabilities()) === undefined &&
    Notification.permission === 'default'
  );
}

async function sync(eventId: number, isTap: boolean): Promise<NotificationState> {
  const wants = followsAnything(follows.value);
  const key = `sent ${eventId}`;
  // Nothing is followed, and the service has nothing to forget.
  if (!wants && !readLocal<Sent>(key)?.text) return { kind: 'none' };
  const problem = pushProblem(browserCapabilities());
  if (problem) return { kind: wants ? problem : 'none' };
  if (Notification.permission !== 'granted')
    return { kind: !wants ? 'none' : isTap ? 'dismissed' : 'off' };
  if (isTap) notifications.value = { kind: 'working' };
  try {
    await send({ eventId, ...followable(), language: language.value }, key, wants);
    return { kind: wants ? 'on' : 'none' };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'failed', why: error.message };
    if (!(error instanceof DOMException)) return { kind: 'failed' };
    // A private window refuses only now.
    if (/permission denied/i.test(error.message)) return { kind: wants ? 'denied' : 'none' };
    // When its push service is out of reach, the browser gives its own reason.
    return { kind: 'failed', why: error.message };
  }
}

/** Sends what is followed, unless the service has had the same lately. */
async function send(followed: FollowsOfEvent, key: string, wants: boolean): Promise<void> {
  const textOf = (subscription: PushSubscription | null) =>
    JSON.stringify([subscription?.endpoint, followed]);
  const registration = await worker();
  const current = await registration.pushManager.getSubscription();
  const sent = readLocal<Sent>(key);
  if (sent?.text === textOf(current) && Date.now() - sent.at < RESEND_MILLIS) return;
  const subscription = await subscribe(registration, urlOf);
  await sendFollows(subscription, followed, urlOf);
  const text = wants ? textOf(subscription) : '';
  writeLocal(key, { text, at: Date.now() } satisfies Sent);
}

/** What is followed, without removed crews and races, which the service would refuse. */
function followable(): Follows {
  const { wholeEvent, crews, races } = follows.value;
  if (!board.value) return follows.value;
  const known = new Set(board.value.crews.map((crew) => crew.id));
  return {
    wholeEvent,
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
