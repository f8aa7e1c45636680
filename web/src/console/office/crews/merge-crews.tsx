/** Crews that are probably one, and merging two of them. */
import { useState } from 'preact/hooks';
import type { OfficeCrew } from '../../../../../src/contract/console/office.ts';
import { similarNames } from '../../../../../src/domain/crews/similar-names.ts';
import { Dialog } from '../../components/dialog.tsx';
import { shownRevision } from '../../documents/office.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { REMOVED } from '../conflicts/conflicts.ts';
import { allOrNothing } from '../conflicts/outcome.ts';
import { writeOffice } from '../conflicts/write.ts';
import { mergeObstacle } from './crew-rows.ts';
import type { CrewsState } from './crews-state.ts';
import { crewsWords } from '../../words/office-crews.ts';

export type Pair = readonly [OfficeCrew, OfficeCrew];

interface SimilarCrewsProps {
  crews: readonly OfficeCrew[];
  onMerge: (pair: Pair) => void;
}

/** The names that are probably one crew, pointed out. */
export function SimilarCrews({ crews, onMerge }: SimilarCrewsProps) {
  const t = crewsWords.value;
  const groups = similarNames(crews);
  if (groups.length === 0) return null;
  return (
    <section class="attention" aria-labelledby="similar">
      <h2 id="similar">{t.similarTitle}</h2>
      <ul>
        {groups.map(([one, other, ...more]) => {
          if (!one || !other) return null;
          const names = [one, other, ...more].map(({ name }) => name).join(' · ');
          return (
            <li key={one.id} class="similar">
              <span dir="auto">{names}</span>
              <button
                type="button"
                class="pill"
                aria-label={t.mergeThese(`${one.name}, ${other.name}`)}
                onClick={() => onMerge([one, other])}
              >
                {t.merge}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface MergeCrewsProps {
  state: CrewsState;
  pair: Pair;
  onClose: () => void;
}

export function MergeCrews({ state, pair, onClose }: MergeCrewsProps) {
  const t = crewsWords.value;
  const [seen] = useState(shownRevision);
  const [kept, setKept] = useState(() => proposed(pair, state.racesOf.peek()));
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const racesOf = state.racesOf.value;
  const obstacle = mergeObstacle(...pair, racesOf);
  const merge = async () => {
    if (isBusy) return;
    setBusy(true);
    const other = pair.find(({ id }) => id !== kept.id) as OfficeCrew;
    const outcome = await writeOffice('POST /events/{eventId}/crews/merge', {
      params: { eventId: state.eventId },
      seen,
      ...allOrNothing({ keep: kept.id, remove: other.id }, ({ subject, id }) =>
        subject === 'team' && id === other.id ? REMOVED : undefined,
      ),
      said: t.merged,
    });
    setBusy(false);
    if (outcome.kind === 'refused') {
      setProblem(outcome.problem);
      return;
    }
    state.draft.discard([String(other.id)]);
    state.selected.value = new Set();
    onClose();
  };
  return (
    <Dialog title={t.mergeTitle} onCancel={onClose}>
      <p>{t.mergeHint}</p>
      <fieldset class="field">
        <legend>{t.mergeStays}</legend>
        {pair.map((crew) => (
          <label class="tick" key={crew.id}>
            <input
              type="radio"
              name="kept"
              checked={crew.id === kept.id}
              onChange={() => setKept(crew)}
            />
            <span>
              <b dir="auto">{crew.name}</b>{' '}
              <span class="quiet">
                {racesOf.has(crew.id)
                  ? t.drawnIn((racesOf.get(crew.id) ?? []).join(', '))
                  : t.notDrawn}
                {crew.externalId !== null && ` · ${t.adopted}`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div role="alert" class="problem">
        {obstacle && (
          <p>{obstacle === 'both-kept' ? t.bothKept : t.bothIn(obstacle.races.join(', '))}</p>
        )}
        {problem && <p>{problemText(problem, consoleWords.value)}</p>}
      </div>
      <div class="actions">
        {!obstacle && (
          <button
            type="button"
            class="pill primary"
            aria-disabled={isBusy}
            onClick={() => void merge()}
          >
            {t.mergeNow}
          </button>
        )}
        <button type="button" class="pill" onClick={onClose}>
          {consoleWords.value.cancel}
        </button>
      </div>
    </Dialog>
  );
}

/** The one that timing software keeps, else the one that is drawn more often. */
function proposed([one, other]: Pair, racesOf: ReadonlyMap<number, readonly string[]>): OfficeCrew {
  if ((one.externalId === null) !== (other.externalId === null)) {
    return one.externalId === null ? other : one;
  }
  const count = ({ id }: OfficeCrew) => racesOf.get(id)?.length ?? 0;
  return count(other) > count(one) ? other : one;
}
