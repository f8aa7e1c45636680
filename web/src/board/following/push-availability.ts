/** Whether a browser can receive notifications, and if not, why; and where the page shows that. */

type PushProblem = 'insecure' | 'homeScreen' | 'unsupported' | 'denied';

export interface BrowserCapabilities {
  /** The page came over https, or from this device itself. */
  secure: boolean;
  hasPush: boolean;
  permission: string;
  userAgent: string;
  touchPoints: number;
  /** Opened from the home screen. */
  standalone: boolean;
}

/** Why notifications cannot come; `undefined` when they can. */
export function pushProblem(browser: BrowserCapabilities): PushProblem | undefined {
  // An iPad calls itself a Mac; a Mac has no touch screen.
  const iOs =
    /iPhone|iPad|iPod/.test(browser.userAgent) ||
    (/Macintosh/.test(browser.userAgent) && browser.touchPoints > 1);
  if (!browser.secure) return 'insecure';
  if (!browser.hasPush) return iOs && !browser.standalone ? 'homeScreen' : 'unsupported';
  return browser.permission === 'denied' ? 'denied' : undefined;
}

/** The states of notifications on this device; `off`: not yet on, or switched off; `none`: nothing is followed. */
export const KINDS = [
  'none',
  'working',
  'on',
  'off',
  'dismissed',
  'failed',
  'denied',
  'insecure',
  'homeScreen',
  'unsupported',
] as const;
export type NotificationKind = (typeof KINDS)[number];

/** The state that the bell in the header shows. */
export function bellState(kind: NotificationKind): 'on' | 'off' | 'blocked' {
  if (kind === 'on') return 'on';
  return kind === 'denied' ? 'blocked' : 'off';
}

/** Whether notifications are on or can be switched on here, so that reminders can be chosen. */
export function canRemind(kind: NotificationKind): boolean {
  return !['denied', 'insecure', 'homeScreen', 'unsupported'].includes(kind);
}

/**
 * Whether the notice is shown in the header: after a tap on something to follow, until it is closed. Where notifications can be
 * switched on, it is shown without a tap as well, for instance in an app that was just put on the home screen.
 *
 * @param closed the kinds that the reader has closed before, on any day
 */
export function showsNotice(
  kind: NotificationKind,
  wasTapped: boolean,
  closed: readonly NotificationKind[],
): boolean {
  if (kind === 'none' || closed.includes(kind)) return false;
  return wasTapped || kind === 'off';
}

/** What this browser can do, as far as notifications need it. */
export function browserCapabilities(): BrowserCapabilities {
  const { userAgent, maxTouchPoints } = navigator;
  return {
    secure: isSecureContext,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : 'default',
    userAgent,
    touchPoints: maxTouchPoints,
    standalone:
      matchMedia('(display-mode: standalone)').matches ||
      ('standalone' in navigator && navigator.standalone === true),
  };
}
