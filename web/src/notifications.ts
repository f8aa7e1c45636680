/** Notifications for what this device follows: asks, subscribes, tells the service, and says why not. */
import { signal } from '@preact/signals';
import { type Follows, follows, followsAnything } from './follows.ts';
import { language } from './language.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import { urlOf } from './page.ts';
import { Refused, sendFollows, subscribe } from './push-api.ts';
import { board, races as racesShown } from './shown.ts';
import { recall, remember } from './stored.ts';
import { thisBrowser } from './this-browser.ts';

export type NotificationState =
  | { kind: 'none' | 'working' | 'on' | 'off' | 'dismissed' | Obstacle }
  /** Without a reason the service was not reached. */
  | { kind: 'failed'; why?: string };

const STATE = 'notifications';

export const notifications = signal<NotificationState>({ kind: 'none' });

/** What was true on the last visit stands until it has been looked at, so that nothing moves then. */
export function recallNotifications(): void {
  if (followsAnything(follows.value))
    notifications.value = recall<NotificationState>(STATE) ?? { kind: 'none' };
}

/** What was sent last is sent again after this time: the service may have lost it. */
const SEND_AGAIN_MILLIS = 12 * 3_600_000;
const WORKER_MILLIS = 15_000;

interface Sent {
  text: string;
  at: number;
}

/** Registers the service worker, once the page has all it needs. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register(urlOf('sw.js')).catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

let running = false;
let again = false;

/**
 * Brings the service to what this device follows.
 *
 * @param tapped somebody has just tapped: the browser may ask for permission
 */
export async function syncNotifications(eventId: number, tapped: boolean): Promise<void> {
  // The question must be asked in the very turn of the tap.
  const asked = tapped && canAsk() ? Notification.requestPermission() : undefined;
  if (running) {
    again = true;
    return;
  }
  running = true;
  try {
    if (asked) await asked;
    do {
      again = false;
      notifications.value = await sync(eventId, tapped);
      remember(STATE, notifications.value);
    } while (again);
  } finally {
    running = false;
  }
}

function canAsk(): boolean {
  return (
    followsAnything(follows.value) &&
    obstacleOf(thisBrowser()) === undefined &&
    Notification.permission === 'default'
  );
}

async function sync(eventId: number, tapped: boolean): Promise<NotificationState> {
  const wants = followsAnything(follows.value);
  const key = `sent ${eventId}`;
  const sent = recall<Sent>(key);
  // Nothing followed and nothing ever sent: there is nothing to forget either.
  if (!wants && !sent?.text) return { kind: 'none' };
  const obstacle = obstacleOf(thisBrowser());
  if (obstacle) return { kind: wants ? obstacle : 'none' };
  if (Notification.permission !== 'granted')
    return { kind: !wants ? 'none' : tapped ? 'dismissed' : 'off' };
  if (tapped) notifications.value = { kind: 'working' };
  const followed = { eventId, ...followable(), language: language.value };
  try {
    const registration = await worker();
    const current = await registration.pushManager.getSubscription();
    const text = JSON.stringify([current?.endpoint, followed]);
    const isRecent = sent && sent.text === text && Date.now() - sent.at < SEND_AGAIN_MILLIS;
    if (!isRecent) {
      const subscription = await subscribe(registration, urlOf);
      await sendFollows(subscription, followed, urlOf);
      const told = wants ? JSON.stringify([subscription.endpoint, followed]) : '';
      remember(key, { text: told, at: Date.now() } satisfies Sent);
    }
    return { kind: wants ? 'on' : 'none' };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'failed', why: error.message };
    // A private window says only now that it does not allow notifications.
    if (error instanceof DOMException && /permission denied/i.test(error.message))
      return { kind: wants ? 'denied' : 'none' };
    // A browser whose push service cannot be reached throws an AbortError with words of its own.
    if (error instanceof DOMException) return { kind: 'failed', why: error.message };
    return { kind: 'failed' };
  }
}

/** Without crews and races that have been taken out of the running order: the service refuses them. */
function followable(): Follows {
  const { wholeEvent, crews, races } = follows.value;
  if (!board.value) return follows.value;
  const known = new Set(board.value.crews.map((crew) => crew.id));
  return {
    wholeEvent,
    crews: crews.filter((id) => known.has(id)),
    races: races.filter((id) => racesShown.value.has(id)),
  };
}

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(urlOf('sw.js'));
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no service worker')), WORKER_MILLIS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}
