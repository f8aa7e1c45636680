/** Says whether notifications will come, and if not why and what to do. */
import { follows, MOST_FOLLOWED, tooMany } from '../follows.ts';
import { words } from '../language.ts';
import { notifications, syncNotifications } from '../notifications.ts';

export function PushNotice({ eventId }: { eventId: number }) {
  const t = words.value;
  const state = notifications.value;
  const retry = () => void syncNotifications(eventId, true);
  const canRetry = ['failed', 'denied', 'dismissed', 'off'].includes(state.kind);
  return (
    <div class={`notice ${state.kind}`}>
      <p role="status">
        {tooMany.value && `${t.tooMany(MOST_FOLLOWED)} `}
        {state.kind === 'failed'
          ? t.push.failed(state.why ?? t.push.unreachable)
          : state.kind !== 'none' && t.push[state.kind]}
      </p>
      {canRetry && follows.value && (
        <button type="button" class="pill" onClick={retry}>
          {state.kind === 'off' ? t.turnOn : t.retry}
        </button>
      )}
    </div>
  );
}
