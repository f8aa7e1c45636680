/** Says whether notifications will come, and if not, why and what to do. */
import { MAX_FOLLOWED } from '../../../../src/contract/limits.ts';
import { words } from '../../shared/language.ts';
import { isTooMany } from '../follows.ts';
import { notifications, syncNotifications } from '../notifications.ts';

const CAN_RETRY = ['failed', 'denied', 'dismissed', 'off'];

export function PushNotice({ eventId }: { eventId: number }) {
  const t = words.value;
  const state = notifications.value;
  return (
    <div class={`notice ${state.kind}`}>
      <p role="status">
        {isTooMany.value && `${t.tooMany(MAX_FOLLOWED)} `}
        {state.kind === 'failed'
          ? t.push.failed(state.why ?? t.push.unreachable)
          : state.kind !== 'none' && t.push[state.kind]}
      </p>
      {CAN_RETRY.includes(state.kind) && (
        <button type="button" class="pill" onClick={() => void syncNotifications(eventId, true)}>
          {state.kind === 'off' ? t.turnOn : t.retry}
        </button>
      )}
    </div>
  );
}
