/** The rules of rounds as they would be, race by race; of many classes each can be opened. */
import type { Office } from '../../../../../src/contract/console/office.ts';
import { numberOf, raceTitle } from '../race-names.ts';
import { schemeLabels } from '../races/draw/draw-edit.ts';
import { sourceText } from '../races/draw/source-words.ts';
import { progressionWords } from '../../words/office-progression.ts';
import type { ClassPreview, RoundPreview, RoundTrouble } from './round-preview.ts';

interface RoundsPreviewProps {
  document: Office;
  previews: readonly ClassPreview[];
  troubleText: (trouble: RoundTrouble) => string;
}

export function RoundsPreview({ document, previews, troubleText }: RoundsPreviewProps) {
  const shown = previews.filter(({ isLeftOut }) => !isLeftOut);
  return shown.map(({ key, name, preview }, index) => {
    if (preview.kind === 'wrong')
      return name === '' ? null : (
        <p key={key} class="error">
          {name}: {troubleText(preview.trouble)}
        </p>
      );
    if (preview.kind === 'empty') return null;
    if (name === '') return <Rules key={key} document={document} preview={preview} />;
    return (
      <details key={key} class="more" open={index === 0}>
        <summary>{name}</summary>
        <Rules document={document} preview={preview} />
      </details>
    );
  });
}

interface RulesProps {
  document: Office;
  preview: Extract<RoundPreview, { kind: 'rules' }>;
}

function Rules({ document, preview }: RulesProps) {
  const t = progressionWords.value;
  return (
    <>
      {preview.left > 0 && <p class="doubt">{t.left(preview.left)}</p>}
      <div class="round-preview">
        {preview.rounds.map(({ raceId, rules }) => {
          const race = document.races.find(({ id }) => id === raceId);
          if (!race) return null;
          const labelOf = schemeLabels(race, document.settings);
          return (
            <div key={raceId}>
              <h4>
                {numberOf(race)} {raceTitle(race)}
              </h4>
              {race.draw && <p class="doubt">{t.replaces(numberOf(race))}</p>}
              <ul>
                {rules.map(({ position, ...source }) => (
                  <li key={position}>
                    <span class="quiet">{t.lane(labelOf(position))}:</span>{' '}
                    {sourceText(source, document)}
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </>
  );
}

/** The number of a race by its id, as it is printed. */
export function labelIn({ races }: Pick<Office, 'races'>, raceId: number): string {
  const race = races.find(({ id }) => id === raceId);
  return race ? numberOf(race) : '';
}
