/** The state of notifications, always in the same place; a tap opens the choices. */
import { Bell } from '../../../shared/components/icons.tsx';
import { words } from '../../../shared/words/board.ts';
import { openDialog } from '../../page/dialog-state.ts';
import { notifications } from '../../following/notifications.ts';
import { bellState } from '../../following/push-availability.ts';

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
