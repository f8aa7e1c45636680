/** The choice of crews to be drawn: ticked in the list of all, which typing a few letters filters. */
import { useId, useMemo, useState } from 'preact/hooks';
import type { Office, OfficeCrew } from '../../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { Label } from '../../../components/field.tsx';
import { heatsWords } from '../../../words/office-progression.ts';
import { findCrews } from '../../races/draw/drawn-lanes.ts';

interface CrewChoiceProps {
  document: Office;
  /** The crews of the races, which are listed first. */
  first: ReadonlySet<number>;
  chosen: ReadonlySet<number>;
  onChoose: (crewIds: ReadonlySet<number>) => void;
}

export function CrewChoice({ document, first, chosen, onChoose }: CrewChoiceProps) {
  const t = heatsWords.value;
  const id = useId();
  const [typed, type] = useState('');
  const { crews } = document;
  const firstIds = [...first].join();
  const shown = useMemo(() => {
    const found = typed.trim() === '' ? crews : findCrews(crews, typed, crews.length);
    const isFirst = (crew: OfficeCrew) => first.has(crew.id);
    return [...found.filter(isFirst), ...found.filter((crew) => !isFirst(crew))];
  }, [crews, typed, firstIds]);
  const races = useMemo(() => racesOfCrews(document), [document.races]);
  const tick = (ids: readonly number[], isTicked: boolean) => {
    const next = new Set(chosen);
    for (const each of ids) {
      if (isTicked) next.add(each);
      else next.delete(each);
    }
    onChoose(next);
  };
  const ids = shown.map((crew) => crew.id);
  const areTicked = ids.every((each) => chosen.has(each));
  return (
    <fieldset class="field crew-choice">
      <legend>{t.crews(crews.filter((crew) => chosen.has(crew.id)).length, crews.length)}</legend>
      <p class="hint">{t.crewsHint}</p>
      <div class="find-crews">
        <div>
          <Label id={id} label={t.find} />
          <input
            id={id}
            type="search"
            autocomplete="off"
            value={typed}
            onInput={({ currentTarget: { value } }) => type(value)}
            onKeyDown={(event) => {
              // Enter would submit the form.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        </div>
        {ids.length > 0 && (
          <button type="button" class="pill" onClick={() => tick(ids, !areTicked)}>
            {areTicked ? t.untickShown(ids.length) : t.tickShown(ids.length)}
          </button>
        )}
      </div>
      <ul class="crew-ticks">
        {shown.length === 0 && <li class="quiet">{t.noneFound}</li>}
        {shown.map((crew) => (
          <CrewTick
            key={crew.id}
            crew={crew}
            isTicked={chosen.has(crew.id)}
            note={races.get(crew.id)}
            onTick={(isTicked) => tick([crew.id], isTicked)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface CrewTickProps {
  crew: OfficeCrew;
  isTicked: boolean;
  /** The races of the crew. */
  note: string | undefined;
  onTick: (isTicked: boolean) => void;
}

function CrewTick({ crew, isTicked, note, onTick }: CrewTickProps) {
  return (
    <li>
      <label class="tick">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={({ currentTarget: { checked } }) => onTick(checked)}
        />
        <span>
          {crew.name} <span class="quiet">{[crew.clubId, note].filter(Boolean).join(' · ')}</span>
        </span>
      </label>
    </li>
  );
}

/** The races of crews, by crew id, and whether a crew has withdrawn there. */
function racesOfCrews({ races }: Pick<Office, 'races'>): Map<number, string> {
  const t = heatsWords.peek();
  const numbers = new Map<number, string[]>();
  for (const race of races) {
    for (const { crewId, withdrawn } of race.lanes) {
      if (crewId === null) continue;
      const number = numberShown(race);
      const text = withdrawn ? `${number} (${t.withdrawn})` : number;
      numbers.set(crewId, [...(numbers.get(crewId) ?? []), text]);
    }
  }
  return new Map([...numbers].map(([crewId, own]) => [crewId, t.inRaces(own.join(', '))]));
}
