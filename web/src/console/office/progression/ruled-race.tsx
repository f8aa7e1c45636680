/** One race whose lanes have rules: whom they name now, and what can be done. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { consoleUrl } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { numberOf } from '../race-names.ts';
import { crewNames, raceTimes, raceTitle } from '../races/race-words.ts';
import { sourceText } from '../races/source-words.ts';
import type { DrawStanding } from './draw-standing.ts';
import { progressionWords } from './progression-words.ts';

interface RuledRaceProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  standing: DrawStanding;
  /** Whether the key draws this one. */
  isFirstReady: boolean;
  onApply: () => void;
  onEdit: () => void;
}

export function RuledRace(props: RuledRaceProps) {
  const { eventId, document, race, standing, isFirstReady, onApply, onEdit } = props;
  const t = progressionWords.value;
  const label = numberOf(race);
  const { kind, neverRowed } = standing;
  const isStuck = kind === 'incomplete' && neverRowed.length > 0;
  const isMarked = kind === 'differs' || kind === 'tie' || isStuck;
  const canApply = kind === 'ready' || kind === 'differs';
  return (
    <li class="ruled-race">
      <h3>
        {label} {raceTitle(race)}
      </h3>
      <p class="quiet">{raceTimes(race, document.event.timezone)}</p>
      {standingTexts(standing).map((text) => (
        <p key={text} class={isMarked ? 'attention' : undefined}>
          {text}
        </p>
      ))}
      <Named document={document} standing={standing} />
      <div class="actions">
        {canApply && (
          <button
            type="button"
            class="pill primary"
            aria-keyshortcuts={isFirstReady ? 'A' : undefined}
            onClick={onApply}
          >
            {kind === 'ready' ? t.apply(label) : t.applyAgain(label)}
          </button>
        )}
        <a class="pill" href={`${consoleUrl(partPath(eventId, 'races', race.id))}?draw`}>
          {t.byHand}
        </a>
        <button type="button" class="pill" onClick={onEdit}>
          {t.edit(label)}
        </button>
      </div>
    </li>
  );
}

/** One sentence, or two where some of the races that are missing will never be rowed. */
function standingTexts({ kind, waitsFor, neverRowed }: DrawStanding): string[] {
  const t = progressionWords.value;
  if (kind !== 'incomplete') return [t[kind]];
  const texts: string[] = [];
  const races = waitsFor.map(numberOf).join(', ');
  if (waitsFor.some(({ official }) => official !== null)) texts.push(t.incompleteOfficial(races));
  else if (waitsFor.length > 0) texts.push(t.incomplete(races));
  if (neverRowed.length > 0) texts.push(t.neverRowed(neverRowed.map(numberOf).join(', ')));
  return texts;
}

function Named({ document, standing }: Pick<RuledRaceProps, 'document' | 'standing'>) {
  const t = progressionWords.value;
  const nameOf = crewNames(document);
  const named = (crewId: number | null) => {
    if (crewId !== null) return nameOf(crewId);
    if (standing.kind === 'tie') return t.undecided;
    return standing.kind === 'incomplete' ? t.waiting : t.nobody;
  };
  return (
    <ul class="ruled-lanes">
      {standing.lanes.map(({ lane, crewId, differs }) => (
        <li key={lane.position}>
          <span class="quiet">
            {t.lane(lane.positionLabel)}: {lane.from && sourceText(lane.from, document)}
          </span>{' '}
          <b class={crewId === null ? 'quiet' : undefined}>{named(crewId)}</b>
          {differs && (
            <span class="doubt block">
              {t.differsLane(
                lane.positionLabel,
                nameOf(lane.crewId) || t.empty,
                nameOf(crewId) || t.empty,
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
