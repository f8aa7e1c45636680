/** "My races": every race of what is followed in time order, with results, the next one large; then what is followed. */
import { useEffect } from 'preact/hooks';
import type { Board } from '../../../../../src/contract/board.ts';
import { words } from '../../../shared/words/board.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { followsAnything } from '../../following/follow-set.ts';
import { follows } from '../../following/follows.ts';
import { myCrews, myNext, myRaces } from '../../following/my-races.ts';
import { view } from '../../page/view-state.ts';
import { Followed } from './followed.tsx';
import { RaceList } from '../races/race-list.tsx';

/** Begins the ids of the rows, for the rows of all races stay on the page, put away. */
const PREFIX = 'mine';

export function MyDay({ board }: { board: Board }) {
  const t = words.value;
  const races = myRaces.value;
  const next = myNext.value;
  return (
    <section class="my-day" aria-labelledby="my-day">
      <h2 id="my-day">{t.myDay.mine}</h2>
      {races.length === 0 && (
        <p class="quiet">
          {followsAnything(follows.value) ? laterWords.value.noRaces : laterWords.value.nothing}
        </p>
      )}
      <RaceList board={board} races={races} marked={myCrews.value} next={next} idPrefix={PREFIX} />
      <Followed board={board} />
      <ShowNext />
    </section>
  );
}

/** Scrolls to the race to wait for when my races are chosen: a club may have rowed twenty before. */
function ShowNext() {
  const isShown = view.value === 'mine';
  useEffect(() => {
    const next = isShown ? myNext.peek() : undefined;
    const row = next && document.getElementById(`${PREFIX}-${next.id}`);
    if (row && row.getBoundingClientRect().bottom > innerHeight)
      row.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [isShown]);
  return null;
}
