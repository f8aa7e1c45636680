/** Says once whether notifications will come, and if not, why and what to do. Afterwards the bell says it. */
import { Close } from '../../../shared/components/icons.tsx';
import { words } from '../../../shared/words/board.ts';
import { isTooMany } from '../../following/follows.ts';
import { later } from '../../document/later.ts';
import {
  closedNotices,
  closeNotice,
  notifications,
  switchOn,
  wasTapped,
} from '../../following/notifications.ts';
import { showsNotice } from '../../following/push-availability.ts';

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
