/** The state of notifications: said once, with the reason and what to do, and afterwards by the bell. */
import { Bell, Close } from '../../../shared/components/icons.tsx';
import { words } from '../../../shared/words/board.ts';
import { later } from '../../document/later.ts';
import { isTooMany } from '../../following/follows.ts';
import {
  closedNotices,
  closeNotice,
  notifications,
  switchOn,
  wasTapped,
} from '../../following/notifications.ts';
import { bellState, showsNotice } from '../../following/push-availability.ts';
import { openDialog } from '../../page/view-state.ts';

const CAN_RETRY = ['failed', 'denied', 'dismissed', 'off'];

export function PushNotice({ eventId }: { eventId: number }) {
  const t = words.value;
  const parts = later.value;
  const state = notifications.value;
  const isShown = showsNotice(state.kind, wasTapped.value, closedNotices.value);
  return (
    <div class={`notice ${state.kind}`}>
      <p role="status">
        {isTooMany.value && parts && <parts.TooManyText />}
        {/* The one that a visit may begin with is there at once, so that nothing moves. */}
        {isShown && (state.kind === 'off' ? t.notOnYet : parts && <parts.PushText state={state} />)}
      </p>
      {isShown && CAN_RETRY.includes(state.kind) && (
        <button type="button" class="pill" onClick={() => void switchOn(eventId)}>
          {state.kind === 'off' ? t.turnOn : t.retry}
        </button>
      )}
      {isShown && state.kind !== 'working' && (
        <button
          type="button"
          class="star"
          aria-label={t.bell.closeNotice}
          onClick={() => closeNotice(state.kind)}
        >
          <Close />
        </button>
      )}
    </div>
  );
}

/** The state of notifications, always in the same place; a tap opens the choices. */
export function NotificationBell() {
  const t = words.value.bell;
  const state = bellState(notifications.value.kind);
  return (
    <button
      type="button"
      class={`bell ${state}`}
      aria-label={`${t.title}: ${t[state]}`}
      aria-haspopup="dialog"
      onClick={() => openDialog({ kind: 'notifications' })}
    >
      <Bell filled={state === 'on'} isOff={state === 'blocked'} />
      <span aria-hidden="true">{t[state]}</span>
    </button>
  );
}
