/** What the browser that this page is open in can do. */
import type { Browser } from './obstacle.ts';

/** The browser that this page is open in. */
export function thisBrowser(): Browser {
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
