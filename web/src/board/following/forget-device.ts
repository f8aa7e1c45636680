/** Forgets this device: its subscription, what it follows, and everything that pages have stored on it. */
import { storageKey } from '../../shared/page/local-storage.ts';
import { urlOf } from '../../shared/page/page.ts';
import { DEVICE, DOCUMENTS } from '../document/document-cache.ts';
import { NOTHING } from './follow-set.ts';
import { storeFollows, TAKEN_OVER } from './follows.ts';
import { showNotifications } from './notifications.ts';
import { forget } from './push-api.ts';
import { syncFollows } from './send-follows.ts';

/**
 * Forgets this device, here and at the service, for every regatta.
 *
 * @returns false where the service could not be told: it forgets the device when its push service says that the
 *   subscription is gone
 */
export async function forgetDevice(eventId: number): Promise<boolean> {
  const isForgotten = await endSubscription();
  storeFollows(NOTHING);
  // An app on the home screen would follow again what its address carries.
  forgetLocal(TAKEN_OVER);
  await forgetDocuments(urlOf('.'));
  showNotifications({ kind: 'none' });
  await syncFollows(eventId, false);
  return isForgotten;
}

/** @returns whether the service knows no subscription of this device any more */
async function endSubscription(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return true;
  try {
    const registration = await navigator.serviceWorker.getRegistration(urlOf('.'));
    const subscription = await registration?.pushManager?.getSubscription();
    if (subscription) await forget(subscription, urlOf);
    return true;
  } catch {
    return false;
  }
}

/** Removes all values of this service. @param kept begins the keys of those that stay */
function forgetLocal(kept: string): void {
  try {
    const own = storageKey('');
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    for (const key of keys) {
      if (key?.startsWith(own) && !key.startsWith(own + kept)) localStorage.removeItem(key);
    }
  } catch {
    // It has stored nothing, either.
  }
}

/** Removes all documents of a service, and what its worker knows of follows. @param base its public URL */
async function forgetDocuments(base: string): Promise<void> {
  for (const name of [DOCUMENTS, DEVICE]) {
    try {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.startsWith(base)) await cache.delete(request);
      }
    } catch {
      // Without https there is no such storage.
    }
  }
}
