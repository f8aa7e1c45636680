/** The buttons that follow a regatta, a race or a crew, and the notice and the bell with the state of notifications. */
import { Bell, Close, Star } from '../../../shared/components/icons.tsx';
import { words } from '../../../shared/words/board.ts';
import { later } from '../../document/later.ts';
import { follows, isTooMany, myCrews, toggle, toggleEvent } from '../../following/follows.ts';
import {
  closedNotices,
  closeNotice,
  notifications,
  switchOn,
  syncNotifications,
  wasTapped,
} from '../../following/notifications.ts';
import { bellState, showsNotice } from '../../following/push-availability.ts';
import { openDialog } from '../../page/view-state.ts';

/** @param label the text of the button, in place of the usual short one */
export function FollowRegatta({ eventId, label }: { eventId: number; label?: string }) {
  const isOn = follows.value.wholeEvent;
  return (
    <button type="button" class="pill" {...following(eventId, isOn, toggleEvent)}>
      <Bell filled={isOn} /> {label ?? words.value.followRegatta}
    </button>
  );
}

export function FollowRace({ eventId, id }: { eventId: number; id: number }) {
  const isOn = follows.value.races.includes(id);
  return (
    <button type="button" class="pill" {...following(eventId, isOn, () => toggle('races', id))}>
      <Bell filled={isOn} /> {words.value.followRace}
    </button>
  );
}

export function FollowCrew({ eventId, id, name }: { eventId: number; id: number; name: string }) {
  const isOn = follows.value.crews.includes(id);
  const isOfClub = !isOn && myCrews.value.has(id);
  const label = words.value.followCrew(name);
  const through = isOfClub ? words.value.throughClub : '';
  const attributes = following(eventId, isOn, () => toggle('crews', id));
  return (
    <button
      type="button"
      class="star"
      aria-label={[label, through].filter(Boolean).join(', ')}
      title={through || undefined}
      {...attributes}
    >
      <Star filled={isOn} isHalf={isOfClub} />
    </button>
  );
}

/** What these buttons share: the pressed state, and a handler that also sends the change to the service. */
export function following(eventId: number, isOn: boolean, onToggle: () => void) {
  const onClick = () => {
    onToggle();
    void syncNotifications(eventId, true);
  };
  return { 'aria-pressed': isOn, onClick };
}

const CAN_RETRY = ['failed', 'denied', 'dismissed', 'off'];

/** A notice with the state of notifications, the reason and what to do; once it is closed, only the bell shows the state. */
export function PushNotice({ eventId }: { eventId: number }) {
  const t = words.value;
  const parts = later.value;
  const state = notifications.value;
  const isShown = showsNotice(state.kind, wasTapped.value, closedNotices.value);
  return (
    <div class={`notice ${state.kind}`}>
      <p role="status">
        {isTooMany.value && parts && <parts.TooManyText />}
        {/* The text for `off`, with which a visit may begin, is not loaded later, so that nothing moves. */}
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
