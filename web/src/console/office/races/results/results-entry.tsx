/** Fast entry of the results of one race: a field for each lane, the order of finish, and one key that posts. */
import { computed, type ReadonlySignal, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { isEntered } from '../../../../../../src/domain/results/standings.ts';
import { words } from '../../../../shared/words/board.ts';
import { Alert } from '../../../components/page-parts.tsx';
import { focusOnceDrawn } from '../../../focus.ts';
import { refusedText } from '../../../problems.ts';
import { consoleWords } from '../../../words/console.ts';
import { frameWords } from '../../../words/office-frame.ts';
import { racesWords } from '../../../words/office-races.ts';
import { keyText } from '../../frame/commands.ts';
import { crewNames, useRaceWords } from '../race-words.ts';
import { TypedWithoutCrew } from '../typed-gone.tsx';
import { expectedNews, expectedNewsText } from './expected-news.ts';
import { crewedLanes, firstPosition, isOpen, withNext } from './field-entry.ts';
import type { ResultsDraft } from './results-draft.ts';
import { focusLane, focusPostBar, ResultsLane } from './results-lane.tsx';

interface FinishOrderFieldProps {
  race: OfficeRace;
  results: ResultsDraft;
}

/** The order of finish: typed as it is called out, or tapped lane by lane. */
function FinishOrderField({ race, results }: FinishOrderFieldProps) {
  const t = useRaceWords();
  const { order } = results;
  const trouble = useComputed(() => results.entry.value.order.trouble).value;
  const places = useComputed(() => results.entry.value.order.places).value;
  const left = crewedLanes(race).filter((lane) => isEntered(lane) && !places.has(lane.position));
  const said =
    trouble &&
    (trouble.kind === 'unknown' ? t.orderUnknown(trouble.label) : t.orderTwice(trouble.label));
  return (
    <details class="finish-order" open={order !== '' || race.resultMode === 'placesOnly'}>
      <summary>{t.order}</summary>
      <div class="field">
        <label for="finish-order" class="vh">
          {t.order}
        </label>
        <input
          id="finish-order"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={trouble ? 'true' : undefined}
          aria-describedby="finish-order-hint"
          value={order}
          onInput={({ currentTarget }) => results.typeOrder(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            goOn(race, results);
          }}
        />
        <p id="finish-order-hint" class={said ? 'error' : 'hint'}>
          {said ?? t.orderHint}
        </p>
      </div>
      <div class="order-taps">
        {left.map(({ position, positionLabel }) => (
          <button
            key={position}
            type="button"
            class="pill"
            aria-label={t.orderTap(positionLabel)}
            onClick={() => results.typeOrder(withNext(order, positionLabel))}
          >
            {positionLabel}
          </button>
        ))}
        {order !== '' && (
          <button
            type="button"
            class="pill"
            aria-label={t.orderBack}
            onClick={() => results.typeOrder(order.trim().replace(/[\s,;=]*[^\s,;=]+$/, ''))}
          >
            <span aria-hidden="true">⌫</span>
          </button>
        )}
      </div>
    </details>
  );
}

/** Moves the focus on: to the times, in this order; to the bar that posts, where all places are typed. */
function goOn(race: OfficeRace, results: ResultsDraft): void {
  const { lanes } = results.entry.peek();
  if (race.resultMode === 'timed' || lanes.some(isOpen)) focusLane(firstPosition(lanes));
  else focusPostBar();
}

/** Puts the cursor into the order of finish. */
export function focusOrder(): void {
  focusOnceDrawn(() => {
    const field = document.getElementById('finish-order');
    field?.closest('details')?.setAttribute('open', '');
    return field;
  });
}

interface ResultsEntryProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  results: ResultsDraft;
  onDraw: () => void;
}

export function ResultsEntry(props: ResultsEntryProps) {
  const { document, race, results, eventId, onDraw } = props;
  const t = useRaceWords();
  const nameOf = crewNames(document);
  const told = useToldText(document, race, results);
  const positions = useComputed(() =>
    results.entry.value.lanes.map(({ lane }) => lane.position).join(' '),
  ).value;
  const lanes = new Map(race.lanes.map((lane) => [lane.position, lane]));
  if (crewedLanes(race).length === 0) {
    return (
      <div class="no-crews">
        <TypedWithoutCrew draft={results.draft} race={race} />
        <p>{t.noCrews}</p>
        <button type="button" class="pill primary" onClick={onDraw}>
          {t.toDraw}
        </button>
      </div>
    );
  }
  const post = async () => {
    const wrong = await results.post(eventId);
    if (wrong === 'order') focusOrder();
    else if (wrong !== undefined) focusLane(wrong);
  };
  return (
    <form
      class="entry"
      aria-label={t.results}
      onSubmit={(event) => {
        event.preventDefault();
        void post();
      }}
    >
      <ol class="entry-lanes">
        {positions.split(' ').map((position) => {
          const lane = lanes.get(Number(position));
          return (
            lane && (
              <ResultsLane
                key={lane.position}
                race={race}
                lane={lane}
                crew={nameOf(lane.crewId)}
                results={results}
              />
            )
          );
        })}
      </ol>
      <div class="entry-more">
        <FinishOrderField race={race} results={results} />
        <Hints race={race} />
      </div>
      <TypedWithoutCrew draft={results.draft} race={race} />
      <Hears results={results} text={told} where="below" />
      <PostBar race={race} results={results} told={told} />
    </form>
  );
}

function Hints({ race }: { race: OfficeRace }) {
  const t = useRaceWords();
  const { names } = frameWords.value.keys;
  const isTimed = race.resultMode === 'timed';
  const keys: (readonly [key: string, does: string])[] = [
    ['Enter', t.keyNext],
    ['S', t.statuses.dns],
    ['F', t.statuses.dnf],
    ['D', t.statuses.dsq],
    ...(isTimed ? ([['+10', t.keyPenalty]] as const) : []),
    ['Ctrl+Enter', t.keyPost],
    ['PageDown', t.keyNextRace],
  ];
  return (
    <div class="entry-hints" id="entry-hints">
      <p>{isTimed ? t.hintTimes : t.hintPlaces}</p>
      <ul aria-label={t.hintKeys}>
        {keys.map(([key, does]) => (
          <li key={key}>
            <kbd>{keyText(key, names)}</kbd> {does}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface BarProps {
  race: OfficeRace;
  results: ResultsDraft;
  told: ReadonlySignal<string>;
}

/** Always drawn, so that nothing moves under a finger. */
function PostBar({ race, results, told }: BarProps) {
  const t = useRaceWords();
  const problem = results.problem.value;
  const isBusy = results.draft.isBusy.value;
  const isTyped = results.draft.isChanged.value;
  const count = useComputed(() => results.entry.value.changes).value;
  const scored = useComputed(() => results.entry.value.scored).value;
  const entered = useComputed(() => results.entry.value.entered).value;
  const asks = results.asksForPart.value;
  const isLost = problem?.code === 'offline';
  const refused = race.lanes.find(({ position }) => position === results.refused.value);
  return (
    // The field keeps the focus; else its keys would vanish, and what is below them would move away from under the finger.
    <section
      class="save-bar post-bar"
      aria-label={t.post}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
    >
      <Alert
        texts={[
          refused && t.wrongLane(refused.positionLabel),
          isLost ? frameWords.value.notSavedYet : refusedText(problem, consoleWords.value),
        ]}
        isSmall
      />
      <Hears results={results} text={told} where="in-bar" />
      <p class={asks ? 'post-count asks' : 'post-count'} role="status">
        {asks ? t.partAsked(scored, entered) : isTyped ? t.typedCount(count) : t.nothingTyped}
      </p>
      <button
        type="submit"
        class="pill primary"
        data-saves
        aria-disabled={isBusy || !isTyped}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {isBusy ? t.posting : isLost ? t.postAgain : asks ? t.postPart(scored) : t.post}
      </button>
      <button
        type="button"
        class="pill"
        aria-disabled={isBusy || !isTyped}
        onClick={() => !isBusy && results.discard()}
      >
        {t.discard}
      </button>
    </section>
  );
}

interface HearsProps {
  results: ResultsDraft;
  text: ReadonlySignal<string>;
  where: 'below' | 'in-bar';
}

/** What followers will be notified of, before it is sent: in the bar, or on a phone, which has less room, below the lanes. */
function Hears({ results, text, where }: HearsProps) {
  if (!results.draft.isChanged.value) return null;
  return <p class={`quiet hears ${where}`}>{text}</p>;
}

function useToldText(document: Office, race: OfficeRace, results: ResultsDraft) {
  const t = racesWords.value;
  const ofBoard = words.value;
  return useMemo(
    () =>
      computed(() => {
        const { lanes } = results.entry.value;
        const after = new Map(lanes.map(({ lane, result }) => [lane.position, result]));
        const told = expectedNews(document, race, after, Date.now());
        if (told.kind === 'nobody') return t.toldNobody[told.why];
        const nameOf = crewNames(document);
        const crews = new Map(race.lanes.map(({ position, crewId }) => [position, nameOf(crewId)]));
        const said = expectedNewsText(
          told.lanes,
          (position) => crews.get(position) ?? '',
          ofBoard,
          t,
        );
        return told.isCorrection ? t.toldAgain(said) : t.told(said);
      }),
    [document, race, results, t, ofBoard],
  );
}
