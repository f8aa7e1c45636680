/** The search for a crew, a club or a race, the button that opens all that are listed, and what was found. */
import { words } from '../../../shared/words/board.ts';
import { later } from '../../document/later.ts';
import { myRaces } from '../../following/my-races.ts';
import { SearchField } from './search-field.tsx';
import { found, openOnly, openRaces, query, view } from '../../page/view-state.ts';

export function FindBox({ eventId }: { eventId: number }) {
  const t = words.value;
  const parts = later.value;
  const isMine = view.value === 'mine' && query.value.trim() === '';
  const shown = isMine ? myRaces.value : found.value.races;
  const allOpen = shown.length > 0 && shown.every((race) => openRaces.value.has(race.id));
  return (
    <section class="find" aria-label={t.find}>
      <div class="tools">
        <SearchField label={t.find} query={query} />
        <button
          type="button"
          class="pill"
          onClick={() => openOnly(allOpen ? [] : shown.map((race) => race.id))}
        >
          {allOpen ? t.closeAll : t.openAll}
        </button>
      </div>
      {parts && <parts.Found eventId={eventId} />}
    </section>
  );
}
