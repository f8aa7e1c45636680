/** The buttons that follow a regatta, a race or a crew, with one tap. */
import { Bell, Star } from '../../../shared/components/icons.tsx';
import { words } from '../../../shared/words/board.ts';
import { follows, toggle, toggleEvent } from '../../following/follows.ts';
import { myCrews } from '../../following/my-races.ts';
import { syncNotifications } from '../../following/notifications.ts';

/** @param label instead of the short words that stand beside a name */
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

/** What all of these buttons say and do. */
export function following(eventId: number, isOn: boolean, onToggle: () => void) {
  const onClick = () => {
    onToggle();
    void syncNotifications(eventId, true);
  };
  return { 'aria-pressed': isOn, onClick };
}
