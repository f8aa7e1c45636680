/** Forgets this device: what it follows, here and at the service, and everything that pages have stored on it. */
import { laterWords } from '../../../shared/words/later.ts';
import { confirm } from '../../following/confirmation.ts';
import { followsAnything } from '../../following/follow-set.ts';
import { follows } from '../../following/follows.ts';
import { forgetDevice } from '../../following/forget-device.ts';
import { notifications } from '../../following/notifications.ts';

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
