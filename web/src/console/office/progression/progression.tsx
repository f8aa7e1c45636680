/** The part "Progression" of a race office: draws that follow from results, and the rules for them. */
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import './progression.css';
import { useState } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { Alert, PageHeading } from '../../components/page-parts.tsx';
import { shownRevision } from '../../documents/office.ts';
import { usePrimaryAction } from '../../form.ts';
import { lazy } from '../../lazy.tsx';
import { consoleUrl, goTo, queryValue } from '../../place.ts';
import { type Problem, refusedText } from '../../problems.ts';
import { heatsPath, partPath, patternPath } from '../../routing.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { heatsWords, patternWords, progressionWords } from '../../words/office-progression.ts';
import { racesWords } from '../../words/office-races.ts';
import { allOrNothing, refusalOf, writeOffice } from '../conflicts/write.ts';
import { useCommands } from '../frame/commands.ts';
import type { PartProps } from '../frame/parts.ts';
import { laneText, raceTitle, sourceText } from '../race-names.ts';
import { crewNames, raceTimes, tiedCrews } from '../races/race-words.ts';
import { type DrawStatus, drawStatus, firstReady } from './draw-standing.ts';
import { RoundForm } from './round-form.tsx';
import { RulesOfRace } from './rules-editor.tsx';

const DrawHeats = lazy(() => import('./heats/heats.tsx').then((it) => it.DrawHeats));
const Patterns = lazy(() => import('./patterns/patterns.tsx').then((it) => it.Patterns));

/**
 * With `?heats` in its address this page draws crews into heats; with `?pattern` it sets up a whole progression from the heats
 * to the finals.
 */
export function Progression(props: PartProps) {
  if (queryValue('heats') !== null) return <DrawHeats {...props} />;
  return queryValue('pattern') === null ? <Draws {...props} /> : <Patterns {...props} />;
}

function Draws({ eventId, document }: PartProps) {
  const t = progressionWords.value;
  const [edited, edit] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const ruled = document.races.flatMap((race) => {
    const standing = drawStatus(race, document.races);
    return standing ? [{ race, standing }] : [];
  });
  const apply = async (raceId: number) => {
    const race = document.races.find(({ id }) => id === raceId);
    if (race) setProblem(await applyDraw(eventId, race));
  };
  const first = firstReady(ruled);
  useCommands([
    {
      id: 'progression.apply',
      words: t.applyFirst,
      keys: ['a'],
      run: () => first && void apply(first.id),
    },
    {
      id: 'progression.heats',
      words: heatsWords.value.title,
      keys: ['d'],
      run: () => goTo(consoleUrl(heatsPath(eventId))),
    },
    {
      id: 'progression.pattern',
      words: patternWords.value.title,
      keys: ['p'],
      run: () => goTo(consoleUrl(patternPath(eventId))),
    },
  ]);
  return (
    <>
      <PageHeading title={frameWords.value.parts.progression}>
        <a class="pill" href={consoleUrl(heatsPath(eventId))} aria-keyshortcuts="D">
          {heatsWords.value.open}
        </a>
        <a class="pill" href={consoleUrl(patternPath(eventId))} aria-keyshortcuts="P">
          {patternWords.value.open}
        </a>
      </PageHeading>
      <section aria-labelledby="draws">
        <h2 id="draws">{t.draws}</h2>
        <Alert texts={[refusedText(problem, consoleWords.value)]} />
        {ruled.length === 0 && <p class="quiet">{t.noRules}</p>}
        <ul class="rows">
          {ruled.map(({ race, standing }) => (
            <RuledRace
              key={race.id}
              eventId={eventId}
              document={document}
              race={race}
              standing={standing}
              isFirstReady={race === first}
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

/** @returns why it was refused; `undefined`: it was done */
function applyDraw(eventId: number, race: OfficeRace): Promise<Problem | undefined> {
  const named = new Map(race.draw?.lanes.map(({ position, crewId }) => [position, crewId]));
  const draws = [...named.values()].some((crewId) => crewId !== null);
  const { applied, emptied } = progressionWords.peek();
  const write = writeOffice('POST /events/{eventId}/races/{raceId}/progression/apply', {
    params: { eventId, raceId: race.id },
    seen: shownRevision(),
    ...allOrNothing({}, ({ subject, id, position = 0 }) =>
      subject === 'lane' && id === race.id && named.has(position)
        ? { teamId: named.get(position) }
        : undefined,
    ),
    said: (draws ? applied : emptied)(numberShown(race)),
  });
  return refusalOf(write);
}

/** One race whose lanes have rules: the crews that they name now, and what can be done. */
interface RuledRaceProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  standing: DrawStatus;
  /** Whether the key `A` draws this race. */
  isFirstReady: boolean;
  onApply: () => void;
  onEdit: () => void;
}

function RuledRace(props: RuledRaceProps) {
  const { eventId, document, race, standing, isFirstReady, onApply, onEdit } = props;
  const t = progressionWords.value;
  const label = numberShown(race);
  const { kind, neverRowed, unplaced } = standing;
  const isStuck = kind === 'incomplete' && neverRowed.length + unplaced.length > 0;
  const isMarked = kind === 'differs' || kind === 'tie' || isStuck;
  const canApply = kind === 'ready' || kind === 'differs';
  const isPrimaryAction = usePrimaryAction(isFirstReady);
  return (
    <li class="ruled-race">
      <h3>
        {label} {raceTitle(race)}
        {race.state !== 'planned' && ` (${racesWords.value.badges[race.state]})`}
      </h3>
      <p class="quiet">{raceTimes(race, document.event.timezone)}</p>
      {standingTexts(standing).map((text) => (
        <p key={text} class={isMarked ? 'attention' : undefined}>
          {text}
        </p>
      ))}
      {race.draw?.deadHeats.map(({ positions, crewIds }) => (
        <p key={positions[0]} class="attention">
          {t.deadHeat(
            crewIds.map(crewNames(document)).join(', '),
            race.lanes
              .filter(({ position }) => positions.includes(position))
              .map(({ positionLabel }) => positionLabel)
              .join(', '),
          )}
        </p>
      ))}
      <Named document={document} race={race} standing={standing} />
      <div class="actions">
        {canApply && (
          <button
            type="button"
            class={isPrimaryAction ? 'pill primary' : 'pill'}
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

/** One sentence, or more where the race is drawn already, or some of the races that it needs will never be rowed. */
function standingTexts({ kind, isDrawn, waitsFor, neverRowed, unplaced }: DrawStatus): string[] {
  const t = progressionWords.value;
  if (kind === 'nobody') return [t.nobodyGoesOn];
  if (kind !== 'incomplete') return [t[kind]];
  const texts: string[] = isDrawn ? [t.drawn] : [];
  const races = waitsFor.map(numberShown).join(', ');
  if (waitsFor.some(({ official }) => official !== null)) texts.push(t.incompleteOfficial(races));
  else if (waitsFor.length > 0) texts.push(t.incomplete(races));
  if (neverRowed.length > 0) texts.push(t.neverRowed(neverRowed.map(numberShown).join(', ')));
  if (unplaced.length > 0) texts.push(t.unplaced(unplaced.map(numberShown).join(', ')));
  return texts;
}

function Named({
  document,
  race,
  standing,
}: Pick<RuledRaceProps, 'document' | 'race' | 'standing'>) {
  const t = progressionWords.value;
  const nameOf = crewNames(document);
  // Shows the drawn crew while the results do not name one yet, and where they cannot because of a tie.
  const isOpen = standing.kind === 'incomplete' || standing.kind === 'tieDrawn';
  const rows = standing.lanes.map((row) => ({
    ...row,
    shown: row.crewId ?? (isOpen ? row.lane.crewId : null),
  }));
  const named = (crewId: number | null, position: number) => {
    if (crewId !== null) return nameOf(crewId);
    const tied = tiedCrews(race.draw, position, document);
    if (tied !== '') return t.undecidedAmong(tied);
    if (standing.kind === 'tie') return t.undecided;
    return standing.kind === 'incomplete' ? t.waiting : t.nobody;
  };
  return (
    <ul class="ruled-lanes">
      {rows.map(({ lane, crewId, shown, differs }) => (
        <li key={lane.position}>
          <span class="quiet">
            {laneText(race, lane.positionLabel, t.lane)}:{' '}
            {lane.from && sourceText(lane.from, document)}
          </span>{' '}
          <b class={shown === null ? 'quiet' : undefined}>{named(shown, lane.position)}</b>
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
