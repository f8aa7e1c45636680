/** The button that leads back to what is on now, once that has been scrolled out of view. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { words } from '../../shared/page/language.ts';
import { currentRace, listAnew } from '../page/listing.ts';
import { listsAll, scrollToRace } from '../page/view-state.ts';

/** Whether the race that is on now is out of view. */
const isAway = signal(false);

export function NowButton() {
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
