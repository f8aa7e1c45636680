/** Shown in place of something that others have removed: what was typed into it here, to be copied or discarded. */
import type { ComponentChildren } from 'preact';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { consoleWords } from '../../words/console.ts';
import { racesWords } from '../../words/office-races.ts';
import type { TableDraft } from '../table/table-draft.ts';
import { wordsOfKind } from './race-words.ts';
import { crewedLanes } from './results/field-entry.ts';

/** Rows of a draft, by the position of a lane, for which no lane with a crew is left. */
function keysWithoutCrew(
  race: Pick<OfficeRace, 'lanes'>,
  keys: readonly string[],
): readonly string[] {
  const positions = new Set(crewedLanes(race).map(({ position }) => position));
  return keys.filter((key) => Number(key) > 0 && !positions.has(Number(key)));
}

/** What was typed for lanes whose crew others have removed; draws nothing where there is none. */
export function TypedWithoutCrew({ draft, race }: { draft: TableDraft; race: OfficeRace }) {
  const keys = keysWithoutCrew(race, draft.keys.value);
  return <TypedGone text={racesWords.value.noCrewTyped} draft={draft} keys={keys} race={race} />;
}

interface TypedGoneProps {
  text: string;
  draft: TableDraft;
  keys: readonly string[];
  /** The race where it is still there. */
  race?: OfficeRace;
  /** Further links or buttons. */
  children?: ComponentChildren;
}

/** Texts of rows that have no place on the page, and the button that discards them. */
export function TypedGone({ text, draft, keys, race, children }: TypedGoneProps) {
  const t = wordsOfKind(race?.effectiveKind ?? 'lanes');
  const typed = keys.flatMap((key) => {
    const texts = Object.values(draft.row(key).value?.values ?? {}).filter((each) => each !== '');
    const lane = race?.lanes.find(({ position }) => String(position) === key);
    const name = Number(key) > 0 ? `${t.lane} ${lane?.positionLabel ?? key}` : t.order;
    return texts.length === 0 ? [] : [`${name}: ${texts.join(', ')}`];
  });
  if (typed.length === 0) return null;
  return (
    <div role="alert">
      <p>{text}</p>
      <ul class="bullets">
        {typed.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <div class="actions">
        {children}
        <button type="button" class="pill" onClick={() => draft.discard(keys)}>
          {consoleWords.value.discard}
        </button>
      </div>
    </div>
  );
}
