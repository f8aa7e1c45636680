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

/** Nothing where nothing is known of the device. */
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
 * @returns false where the service could not be told: it forgets the device when its push service says that the
 *   subscription is gone
 */
async function forgetDevice(eventId: number): Promise<boolean> {
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
