/** What can be chosen about notifications: on or off, reminders, and what is followed. */
import type { Board } from '../../../../src/contract/board.ts';
import { words } from '../../shared/page/language.ts';
import { laterWords } from '../document/later-words.ts';
import { minutesText } from '../../shared/times.ts';
import { FollowRegatta } from '../components/following/buttons.tsx';
import { Followed } from '../components/following/followed.tsx';
import { PushText } from '../components/following/push-text.tsx';
import { followsAnything, REMINDERS } from '../following/follow-set.ts';
import { chooseReminder, follows } from '../following/follows.ts';
import { notifications, switchOn, syncNotifications } from '../following/notifications.ts';
import { canRemind } from '../following/push-availability.ts';
import { switchOff } from '../following/send-follows.ts';

interface NotificationChoicesProps {
  board: Board;
  /** Called where something that is followed leads to another place on the page. */
  onLeave: () => void;
}

export function NotificationChoices({ board, onLeave }: NotificationChoicesProps) {
  const t = words.value;
  const { eventId } = board;
  const state = notifications.value;
  return (
    <>
      <h2 id="dialog-title">{t.bell.title}</h2>
      <p role="status">
        {state.kind === 'none' ? laterWords.value.followNothing : <PushText state={state} />}
      </p>
      {state.kind === 'on' ? (
        <button type="button" class="pill" onClick={() => void switchOff(eventId)}>
          {laterWords.value.turnOff}
        </button>
      ) : (
        canRemind(state.kind) &&
        followsAnything(follows.value) && (
          <button type="button" class="pill" onClick={() => void switchOn(eventId)}>
            {t.turnOn}
          </button>
        )
      )}
      {canRemind(state.kind) && <Reminders eventId={eventId} />}
      <p>
        <FollowRegatta eventId={eventId} />
      </p>
      <div
        onClickCapture={(event) => {
          if ((event.target as Element).closest('a')) onLeave();
        }}
      >
        <Followed board={board} />
      </div>
    </>
  );
}

function Reminders({ eventId }: { eventId: number }) {
  const t = laterWords.value;
  const chosen = follows.value.remindMinutes;
  // One that was chosen elsewhere stays to be seen.
  const choices = [...new Set([...REMINDERS, ...(chosen === null ? [] : [chosen])])];
  return (
    <fieldset class="reminders">
      <legend>{t.remind}</legend>
      {[null, ...choices.sort((a, b) => a - b)].map((minutes) => (
        <label key={minutes} class="pill">
          <input
            type="radio"
            name="remind"
            checked={minutes === chosen}
            onChange={() => {
              chooseReminder(minutes);
              void syncNotifications(eventId, false);
            }}
          />
          {minutes === null ? t.noReminder : minutesText(minutes)}
        </label>
      ))}
    </fieldset>
  );
}
