/** The search for a crew or a race, and the crews that it found. */
import { words } from '../../shared/language.ts';
import { found, openRaces, query } from '../view-state.ts';
import { CrewLine } from './crew-line.tsx';

/** More would push the races out of sight. */
const MAX_CREWS = 12;

export function FindBox({ eventId }: { eventId: number }) {
  const t = words.value;
  const { crews, races } = found.value;
  const typed = query.value.trim();
  const allOpen = races.length > 0 && races.every((race) => openRaces.value.has(race.id));
  return (
    <section class="find" aria-label={t.find}>
      <div class="tools">
        <input
          type="search"
          aria-label={t.find}
          placeholder={t.findShort}
          autocomplete="off"
          enterkeyhint="search"
          value={query.value}
          onInput={(event) => {
            query.value = event.currentTarget.value;
          }}
        />
        <button
          type="button"
          class="pill"
          onClick={() => {
            openRaces.value = new Set(allOpen ? [] : races.map((race) => race.id));
          }}
        >
          {allOpen ? t.closeAll : t.openAll}
        </button>
      </div>
      <p class="vh" role="status">
        {typed && t.found(crews.length, races.length)}
      </p>
      {typed && crews.length === 0 && races.length === 0 && (
        <p class="quiet">{t.foundNothing(typed)}</p>
      )}
      {crews.length > 0 && (
        <ul class="crews">
          {crews.slice(0, MAX_CREWS).map((crew) => (
            <CrewLine key={crew.id} eventId={eventId} crew={crew} />
          ))}
          {crews.length > MAX_CREWS && (
            <li class="quiet">{t.moreCrews(crews.length - MAX_CREWS)}</li>
          )}
        </ul>
      )}
    </section>
  );
}
