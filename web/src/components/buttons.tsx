/** The buttons by which one follows. One tap is enough. */
import { follows, toggle, toggleEvent } from '../follows.ts';
import { words } from '../language.ts';
import { syncNotifications } from '../notifications.ts';
import { board } from '../shown.ts';
import { Bell, Star } from './icons.tsx';

function sync() {
  if (board.value) void syncNotifications(board.value.eventId, true);
}

export function FollowRegatta() {
  const t = words.value;
  const on = follows.value.wholeEvent;
  return (
    <button
      type="button"
      class="pill"
      aria-pressed={on}
      onClick={() => {
        toggleEvent();
        sync();
      }}
    >
      <Bell filled={on} /> {t.followRegatta}
    </button>
  );
}

export function FollowRace({ id }: { id: number }) {
  const t = words.value;
  const on = follows.value.races.includes(id);
  return (
    <button
      type="button"
      class="pill"
      aria-pressed={on}
      onClick={() => {
        toggle('races', id);
        sync();
      }}
    >
      <Bell filled={on} /> {t.followRace}
    </button>
  );
}

export function FollowCrew({ id, name }: { id: number; name: string }) {
  const on = follows.value.crews.includes(id);
  return (
    <button
      type="button"
      class="star"
      aria-pressed={on}
      aria-label={words.value.followCrew(name)}
      onClick={() => {
        toggle('crews', id);
        sync();
      }}
    >
      <Star filled={on} />
    </button>
  );
}
