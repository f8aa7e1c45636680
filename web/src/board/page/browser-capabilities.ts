/** What this browser can do, as far as notifications need it. */
import type { BrowserCapabilities } from '../following/push-availability.ts';

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
