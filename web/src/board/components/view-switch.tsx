/** Chooses between all races and those of what is followed. */
import type { Board } from '../../../../src/contract/board.ts';
import { Star } from '../../shared/components/icons.tsx';
import { words } from '../../shared/page/language.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { timeOfDay } from '../../shared/times.ts';
import { today } from '../document/derived-state.ts';
import { myNext, myRaces } from '../following/my-races.ts';
import { shownCrew, showView, view } from '../page/view-state.ts';

export function ViewSwitch({ board: { eventId, timezone } }: { board: Board }) {
  const t = words.value.myDay;
  const chosen = shownCrew.value === undefined ? view.value : undefined;
  const next = myNext.value;
  const isToday = next && dayOf(next, timezone) === today.value;
  return (
    <fieldset class="view-switch">
      <legend class="vh">{t.which}</legend>
      <button
        type="button"
        class="pill"
        aria-pressed={chosen === 'all'}
        onClick={() => showView(eventId, 'all')}
      >
        {t.all}
      </button>
      <button
        type="button"
        class="pill"
        aria-pressed={chosen === 'mine'}
        onClick={() => showView(eventId, 'mine')}
      >
        <Star filled={myRaces.value.length > 0} /> {t.mine}
        {myRaces.value.length > 0 && <span class="count">{myRaces.value.length}</span>}
        {isToday && (
          <span class="soon">{t.nextAt(timeOfDay(Date.parse(next.estimatedAt), timezone))}</span>
        )}
      </button>
    </fieldset>
  );
}
