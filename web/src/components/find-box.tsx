/** Finding a crew or a race, and the crews that were found. */
import { words } from '../language.ts';
import { found, openRaces, typed } from '../reading.ts';
import { board } from '../shown.ts';
import { CrewLine } from './crew-line.tsx';

/** More would push the races out of sight. */
const MOST_CREWS = 12;

export function FindBox() {
  const t = words.value;
  const { crews, races } = found.value;
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
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
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
        {typed.value.trim() && t.found(crews.length, races.length)}
      </p>
      {typed.value.trim() && crews.length === 0 && races.length === 0 && (
        <p class="quiet">{t.foundNothing(typed.value.trim())}</p>
      )}
      {crews.length > 0 && board.value && (
        <ul class="crews">
          {crews.slice(0, MOST_CREWS).map((crew) => (
            <CrewLine key={crew.id} crew={crew} />
          ))}
          {crews.length > MOST_CREWS && (
            <li class="quiet">{t.moreCrews(crews.length - MOST_CREWS)}</li>
          )}
        </ul>
      )}
    </section>
  );
}
