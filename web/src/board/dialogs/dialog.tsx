/** A dialog of the board: its frame, and what stands in it. Loaded when the first one is opened. */
import { useEffect, useRef } from 'preact/hooks';
import type { Board } from '../../../../src/contract/board.ts';
import { laterWords } from '../../shared/words/later.ts';
import { dialog, type DialogContent } from '../page/dialog-state.ts';
import '../styles/dialogs.css';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { words } from '../../shared/words/board.ts';
import { minutesText } from '../../shared/times.ts';
import { FollowRegatta } from '../components/following/buttons.tsx';
import { Followed } from '../components/following/followed.tsx';
import { PushText } from '../components/following/push-text.tsx';
import { followsAnything, REMINDERS } from '../following/follow-set.ts';
import { chooseReminder, follows } from '../following/follows.ts';
import { notifications, switchOn, syncNotifications } from '../following/notifications.ts';
import { canRemind } from '../following/push-availability.ts';
import { switchOff } from '../following/send-follows.ts';

export function Dialog({ board, content }: { board: Board; content: DialogContent }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // The focus returns by itself to what opened it.
    ref.current?.showModal();
  }, []);
  const close = () => ref.current?.close();
  const onClose = () => {
    dialog.value = undefined;
  };
  return (
    <dialog ref={ref} class="board-dialog" aria-labelledby="dialog-title" onClose={onClose}>
      <div>
        {content.kind === 'qr' ? (
          <QrContent url={content.url} title={content.title} />
        ) : (
          <NotificationChoices board={board} onLeave={close} />
        )}
        <button type="button" class="pill close" onClick={close}>
          {laterWords.value.close}
        </button>
      </div>
    </dialog>
  );
}

/** An address as a QR code and as text, for somebody who stands beside. */
function QrContent({ url, title }: { url: string; title: string }) {
  return (
    <>
      <h2 id="dialog-title">{title}</h2>
      <QrCode text={url} label={laterWords.value.qrCode(title)} />
      <p class="url">
        <a href={url}>{url}</a>
      </p>
    </>
  );
}

/** What can be chosen about notifications: on or off, reminders, and what is followed. */
interface NotificationChoicesProps {
  board: Board;
  /** Called where something that is followed leads to another place on the page. */
  onLeave: () => void;
}

function NotificationChoices({ board, onLeave }: NotificationChoicesProps) {
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
