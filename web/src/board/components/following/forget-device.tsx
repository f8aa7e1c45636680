/** Forgets this device: what it follows, here and at the service, and everything that pages have stored on it. */

import { storageKey } from '../../../shared/page/local-storage.ts';
import { urlOf } from '../../../shared/page/page.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { DEVICE, DOCUMENTS } from '../../document/document-cache.ts';
import { followsAnything, NOTHING } from '../../following/follow-set.ts';
import { follows, storeFollows, TAKEN_OVER } from '../../following/follows.ts';
import { notifications, showNotifications } from '../../following/notifications.ts';
import { forget } from '../../following/push-api.ts';
import { syncFollows } from '../../following/send-follows.ts';
import { confirm } from '../../page/view-state.ts';

/** The button that forgets this device; nothing where it follows nothing and has no notifications. */
export function ForgetDevice({ eventId }: { eventId: number }) {
  const t = laterWords.value;
  if (!followsAnything(follows.value) && notifications.value.kind === 'none') return null;
  const forget = async () => {
    const isKnownNowhere = await forgetDevice(eventId);
    confirm(isKnownNowhere ? t.forget.done : t.forget.doneHere);
  };
  return (
    <div class="forget-device">
      <button type="button" class="pill" onClick={() => void forget()}>
        {t.forget.now}
      </button>
      <p class="quiet">{t.forget.hint}</p>
    </div>
  );
}

/**
 * Forgets this device, here and at the service, for every regatta.
 *
 * @returns false where ending the subscription failed: the service then forgets the device when its push service reports that
 *   the subscription is gone
 */
async function forgetDevice(eventId: number): Promise<boolean> {
  const isForgotten = await endSubscription();
  storeFollows(NOTHING);
  // These values stay: without them, an app on the home screen would take over the follows in its address again.
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

/** Removes all values of this service from the local storage. @param kept prefix of the keys of those that stay */
function forgetLocal(kept: string): void {
  try {
    const own = storageKey('');
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
    for (const key of keys) {
      if (key?.startsWith(own) && !key.startsWith(own + kept)) localStorage.removeItem(key);
    }
  } catch {
    // A browser that refuses access to the storage has stored nothing, either.
  }
}

/** Removes the cached documents of a service, and the follows cached for its service worker. @param base its public URL */
async function forgetDocuments(base: string): Promise<void> {
  for (const name of [DOCUMENTS, DEVICE]) {
    try {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.startsWith(base)) await cache.delete(request);
      }
    } catch {
      // Without https there is no cache storage.
    }
  }
}
