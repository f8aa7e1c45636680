/** What the board shows over itself and says aloud: the way back to now, announcements, confirmations, a dialog. */
import { useEffect } from 'preact/hooks';
import type { Board } from '../../../../src/contract/board.ts';
import { announcement, startAnnouncements } from '../document/announcements.ts';
import { confirmation } from '../following/confirmation.ts';
import { dialog } from '../page/dialog-state.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { signal } from '@preact/signals';
import { words } from '../../shared/words/board.ts';
import { currentRace, listAnew } from '../page/listing.ts';
import { listsAll, scrollToRace } from '../page/view-state.ts';

/** The elements with a status are always there, for a screen reader announces only what is put into them later. */
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

/** Whether the race that is on now is out of view. */
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
      aria-label={`${t.now}${t.colon}${t.toNow}`}
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
  // It may have been scrolled before the button was loaded.
  onScroll();
  addEventListener('scroll', onScroll, { passive: true });
  return () => removeEventListener('scroll', onScroll);
}
