/** The part "Progression" of a race office: draws that follow from results, and the rules by which they do. */
import { useState } from 'preact/hooks';
import { consoleWords } from '../../words/words.ts';
import { problemText, type Problem } from '../../problems.ts';
import { useCommands } from '../frame/commands.ts';
import { frameWords } from '../frame/frame-words.ts';
import { PartHeading } from '../frame/part-heading.tsx';
import type { PartProps } from '../frame/parts.ts';
import { applyDraw } from './apply-draw.ts';
import { drawStanding } from './draw-standing.ts';
import './progression.css';
import { progressionWords } from './progression-words.ts';
import { RoundForm } from './round-form.tsx';
import { RuledRace } from './ruled-race.tsx';
import { RulesOfRace } from './rules-editor.tsx';

export function Progression({ eventId, document }: PartProps) {
  const t = progressionWords.value;
  const [edited, edit] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const ruled = document.races.flatMap((race) => {
    const standing = drawStanding(race, document.races);
    return standing ? [{ race, standing }] : [];
  });
  const apply = async (raceId: number) => {
    const race = document.races.find(({ id }) => id === raceId);
    if (race) setProblem(await applyDraw(eventId, race));
  };
  const firstReady = ruled.find(({ standing }) => standing.kind === 'ready')?.race;
  useCommands([
    {
      id: 'progression.apply',
      words: t.applyFirst,
      keys: ['a'],
      run: () => firstReady && void apply(firstReady.id),
    },
  ]);
  return (
    <>
      <PartHeading title={frameWords.value.parts.progression} />
      <section aria-labelledby="draws">
        <h2 id="draws">{t.draws}</h2>
        <div role="alert" class="problem">
          {problem && problem.code !== 'cancelled' && (
            <p>{problemText(problem, consoleWords.value)}</p>
          )}
        </div>
        {ruled.length === 0 && <p class="quiet">{t.noRules}</p>}
        <ul class="rows">
          {ruled.map(({ race, standing }) => (
            <RuledRace
              key={race.id}
              eventId={eventId}
              document={document}
              race={race}
              standing={standing}
              isFirstReady={race === firstReady}
              onApply={() => void apply(race.id)}
              onEdit={() => edit(race.id)}
            />
          ))}
        </ul>
      </section>
      <RoundForm eventId={eventId} document={document} />
      <RulesOfRace eventId={eventId} document={document} raceId={edited} choose={edit} />
    </>
  );
}
