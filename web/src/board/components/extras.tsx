/** What the board shows over the page or has read out: the button back to now, announcements, confirmations, a dialog. */
import '../styles/dialogs.css';
import { computed, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { MAX_FOLLOWED, MAX_FOLLOWED_CLUBS } from '../../../../src/contract/limits.ts';
import { REMINDER_CHOICES_MINUTES } from '../../../../src/domain/following/reminder-rules.ts';
import { isScored } from '../../../../src/domain/results/standings.ts';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { dateLanguage } from '../../shared/page/language.ts';
import { stateLine } from '../../shared/race/race-phase.ts';
import { laneResults, ordinalText, soFarText } from '../../shared/race/results.ts';
import { dayDelayText, dayName, minutesText } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { laterWords } from '../../shared/words/later.ts';
import { next, onCourse, waiting } from '../document/derived-state.ts';
import { board, onDocumentChange } from '../document/document-on-screen.ts';
import { followsAnything } from '../following/follow-set.ts';
import { follows, myRaces, storeFollows } from '../following/follows.ts';
import {
  type NotificationState,
  notifications,
  switchOn,
  syncNotifications,
} from '../following/notifications.ts';
import { canRemind } from '../following/push-availability.ts';
import { switchOff } from '../following/send-follows.ts';
import { listAnew } from '../page/listing.ts';
import {
  confirmation,
  type DialogContent,
  dialog,
  listsAll,
  scrollToRace,
} from '../page/view-state.ts';
import { FollowRegatta } from './following/buttons.tsx';
import { ForgetDevice } from './following/forget-device.tsx';
import { Followed } from './following/my-day.tsx';

/** The elements with a status are always in the page, because a screen reader announces only what is put into them later. */
export function Extras({ board }: { board: Board }) {
  useEffect(startAnnouncements, []);
  return (
    <>
      <NowButton />
      <p class="vh" role="status">
        {announcement.value}
      </p>
      <p class="confirmation" role="status">
        {confirmation.value}
      </p>
      {dialog.value && <Dialog board={board} content={dialog.value} />}
    </>
  );
}

/** The race on the course, else the first that waits for a result, else the next one. */
const currentRace = computed(() => onCourse.value[0] ?? waiting.value[0] ?? next.value);
/** Whether the page has been scrolled and the row of `currentRace` is out of view. */
const isAway = signal(false);

function NowButton() {
  useEffect(watchScrolling, []);
  const race = currentRace.value;
  if (!isAway.value || !race || !listsAll.value) return null;
  const t = words.value;
  const goToNow = () => {
    listAnew();
    scrollToRace(race.id);
  };
  return (
    <button
      type="button"
      class="pill to-now"
      aria-label={`${t.now}${t.colon}${laterWords.value.toNow}`}
      onClick={goToNow}
    >
      {t.now}
    </button>
  );
}

function watchScrolling(): () => void {
  let isWaiting = false;
  const look = () => {
    isWaiting = false;
    const row = document.getElementById(`race-${currentRace.value?.id}`);
    const box = row?.getBoundingClientRect();
    isAway.value = scrollY > 0 && box !== undefined && (box.bottom < 0 || box.top > innerHeight);
  };
  const onScroll = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(look);
  };
  // The page may have been scrolled before the button was loaded.
  onScroll();
  addEventListener('scroll', onScroll, { passive: true });
  return () => removeEventListener('scroll', onScroll);
}

/** How many races are announced at once: more take too long to listen to. */
const MAX_RACES = 3;

/**
 * The text of the page's live region, which a screen reader announces: notices, delays, and cancelled or postponed races and
 * results among the races that this device follows.
 */
const announcement = signal('');

/** Announces changes from now on. */
function startAnnouncements(): void {
  onDocumentChange(({ races, delays, notices }) => {
    const t = words.value;
    const lines = [
      ...notices.map(({ text }) => text),
      ...delays.map(
        (delay) =>
          `${dayName(delay.day, dateLanguage())}: ${dayDelayText(delay, board.value?.timezone ?? null, t)}`,
      ),
      ...races
        .filter((race) => race.state !== 'planned' && isFollowed(race))
        .slice(0, MAX_RACES)
        .map((race) => stateLine(race, t)),
      ...races
        .filter((race) => isScored(race.lanes) && isFollowed(race))
        .slice(0, MAX_RACES)
        .map((race) => laterWords.value.resultsOf(t.race(race.number), resultsText(race))),
    ];
    if (lines.length > 0) announcement.value = lines.join('. ');
  });
}

function isFollowed(race: BoardRace): boolean {
  return follows.value.wholeEvent || myRaces.value.some(({ id }) => id === race.id);
}

function resultsText(race: BoardRace): string {
  const t = words.value;
  const lanes = laneResults(race, t.decimalMark).map((result) => {
    const { lane, time } = result;
    const { status } = lane;
    const outcome = lane.withdrawn
      ? t.withdrawn
      : status === 'dns' || status === 'dnf' || status === 'dsq'
        ? t.statuses[status]
        : [ordinalText(result, t), time].filter(Boolean).join(' ');
    return `${lane.crewName} ${outcome}`.trim();
  });
  return [soFarText(race, t), ...lanes].filter(Boolean).join(', ');
}

/** A modal dialog of the board with its content. */
function Dialog({ board, content }: { board: Board; content: DialogContent }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // When a modal dialog closes, the browser returns the focus to the button that opened it.
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

/** An address as a QR code and as text, for somebody nearby to scan or type. */
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
  /** Called when a link to something that is followed leads elsewhere on the page. */
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
      <ForgetDevice eventId={eventId} />
    </>
  );
}

function Reminders({ eventId }: { eventId: number }) {
  const t = laterWords.value;
  const chosen = follows.value.remindMinutes;
  // A chosen number of minutes that is not among the usual ones is listed as well.
  const choices = [...new Set([...REMINDER_CHOICES_MINUTES, ...(chosen === null ? [] : [chosen])])];
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
              storeFollows({ ...follows.value, remindMinutes: minutes });
              void syncNotifications(eventId, false);
            }}
          />
          {minutes === null ? t.noReminder : minutesText(minutes)}
        </label>
      ))}
    </fieldset>
  );
}

/** The state of notifications on this device, as a sentence; nothing where nothing is followed. */
export function PushText({ state }: { state: NotificationState }) {
  const { push } = laterWords.value;
  switch (state.kind) {
    case 'none':
      return null;
    case 'off':
      return words.value.notOnYet;
    case 'failed':
      return push.failed(state.why ?? push.unreachable);
    default:
      return push[state.kind];
  }
}

export function TooManyText() {
  return `${laterWords.value.tooMany(MAX_FOLLOWED, MAX_FOLLOWED_CLUBS)} `;
}
