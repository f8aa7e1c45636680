/**
 * Notifications for what this device follows: their state, and the taps that switch them on. The code that talks to the
 * service, `send-follows.ts`, is loaded later.
 */
import { signal } from '@preact/signals';
import { readLocal, writeLocal } from '../../shared/page/local-storage.ts';
import { urlOf } from '../../shared/page/page.ts';
import { loadLater } from '../document/load-later.ts';
import { followsAnything } from './follow-set.ts';
import { follows } from './follows.ts';
import {
  browserCapabilities,
  KINDS,
  type NotificationKind,
  pushProblem,
} from './push-availability.ts';

export type NotificationState =
  | { kind: Exclude<NotificationKind, 'failed'> }
  /** Without a reason when the service did not answer. */
  | { kind: 'failed'; why?: string };

const STATE = 'notifications';
const MUTED = 'notifications off';
const CLOSED = 'closed notices';

export const notifications = signal<NotificationState>({ kind: 'none' });
/** Something to follow has been tapped since the page was opened. */
export const wasTapped = signal(false);
/** The kinds of notice that the reader has closed. */
export const closedNotices = signal<NotificationKind[]>([]);

/** Shows the state of the last visit until it has been checked, so that the page does not move. */
export function restoreNotifications(): void {
  const closed = readLocal<unknown>(CLOSED);
  closedNotices.value = Array.isArray(closed) ? closed : [];
  if (followsAnything(follows.value)) notifications.value = storedState();
}

function storedState(): NotificationState {
  const stored: unknown = Object(readLocal<unknown>(STATE));
  const { kind } = stored as Partial<NotificationState>;
  const isKnown = kind !== undefined && KINDS.includes(kind);
  return isKnown ? (stored as NotificationState) : { kind: 'none' };
}

/** Shows a state now, and first on the next visit. Nothing is stored for a device that follows nothing. */
export function showNotifications(state: NotificationState): void {
  notifications.value = state;
  writeLocal(STATE, state.kind === 'none' ? undefined : state);
}

/** Closes the notice of this kind for good. */
export function closeNotice(kind: NotificationKind): void {
  closedNotices.value = [...closedNotices.value, kind];
  writeLocal(CLOSED, closedNotices.value);
}

/** Whether the reader has switched notifications off on this device. */
export function isMuted(): boolean {
  return readLocal(MUTED) === true;
}

export function mute(muted: boolean): void {
  writeLocal(MUTED, muted);
}

/** Switches notifications on again, or tries again; to be called by a tap. */
export function switchOn(eventId: number): Promise<void> {
  mute(false);
  return syncNotifications(eventId, true);
}

/** Registers the service worker once the page has loaded. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register(urlOf('sw.js')).catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

/**
 * Brings the service up to date with what this device follows.
 *
 * @param isTap called by a tap, so that the browser may ask for permission
 */
export async function syncNotifications(eventId: number, isTap: boolean): Promise<void> {
  if (isTap) wasTapped.value = true;
  // Browsers allow the request for permission only while they handle the tap.
  const permission = isTap && canAsk() ? Notification.requestPermission() : undefined;
  const { syncFollows } = await loadLater();
  await permission;
  await syncFollows(eventId, isTap);
}

function canAsk(): boolean {
  return (
    followsAnything(follows.value) &&
    !isMuted() &&
    pushProblem(browserCapabilities()) === undefined &&
    Notification.permission === 'default'
  );
}
