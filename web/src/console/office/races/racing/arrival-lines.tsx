/** The lines of a start list or finish list: those that are on this device only, and those that are stored. */
import { useId } from 'preact/hooks';
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { words } from '../../../../shared/words/board.ts';
import { isOffline, isSignedOut } from '../../../api.ts';
import { announce } from '../../../documents/announcements.ts';
import { problemText } from '../../../problems.ts';
import { consoleWords } from '../../../words/console.ts';
import { racingWords } from '../../../words/office-racing.ts';
import { writtenTime } from '../results/typed-result.ts';
import type { ArrivalList } from './arrival-list.ts';
import type { JudgedArrival, StoredArrival } from './arrivals.ts';
import { refusedFault } from './entry-texts.ts';

interface LineProps {
  list: ArrivalList;
  race: OfficeRace;
  nameOf: (crewId: number | null) => string;
  line: JudgedArrival;
  clock: (at: number) => string;
}

/** A line that is on this device only. */
export function Line({ list, race, line, clock, nameOf }: LineProps) {
  const t = racingWords.value;
  const id = useId();
  const { key, at, bow, state } = line;
  const time = clock(at);
  const typing = list.typing(key);
  const refusal = list.refused.value.get(key);
  const lane =
    state.kind === 'ready' || state.kind === 'twice'
      ? race.lanes.find(({ position }) => position === state.position)
      : undefined;
  const isWaiting = state.kind === 'ready' && !refusal;
  const remove = () => {
    const putBack = list.remove(line);
    announce(t.removed(time), { label: t.putBack, run: putBack });
  };
  return (
    <li class={isWaiting ? 'arrival-line here' : 'arrival-line here open'}>
      <time class="arrival-time">{time}</time>
      <input
        class="arrival-bow"
        aria-label={t.bowOfLine(time)}
        aria-describedby={id}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        inputMode="numeric"
        data-line={key}
        placeholder="?"
        value={typing ?? bow}
        onInput={({ currentTarget }) => list.typeBow(key, currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          event.preventDefault();
          const below = event.currentTarget.closest('li')?.nextElementSibling;
          const above = event.currentTarget.closest('li')?.previousElementSibling;
          list.name(key, (typing ?? bow).trim());
          focusOpenLine(above, below);
        }}
      />
      <span class="arrival-crew">{nameOf(lane?.crewId ?? null)}</span>
      <p class={isWaiting ? 'quiet' : 'doubt'} id={id}>
        {refusal ? refusedText(refusal) : stateText(line, clock, typing !== undefined)}
      </p>
      <span class="arrival-acts">
        {state.kind === 'twice' && (
          <button type="button" class="pill" onClick={() => list.take(line)}>
            {t.takeThis}
          </button>
        )}
        <button type="button" class="pill" aria-label={t.removeOf(time)} onClick={remove}>
          {t.remove}
        </button>
      </span>
    </li>
  );
}

/** Moves the focus to the next line without a bow, an earlier one first: pasted times are named from the bottom up. */
function focusOpenLine(above: Element | null | undefined, below: Element | null | undefined): void {
  requestAnimationFrame(() => {
    const field = [above, below]
      .map((line) => line?.querySelector<HTMLInputElement>('.open .arrival-bow, .arrival-bow'))
      .find((input) => input?.value === '');
    (field ?? document.querySelector<HTMLInputElement>('.arrival-entry input'))?.focus();
  });
}

function stateText(
  { bow, state }: JudgedArrival,
  clock: (at: number) => string,
  isTyping: boolean,
): string {
  const t = racingWords.value;
  if (isTyping) return t.pressEnter;
  switch (state.kind) {
    case 'unnamed':
      return t.unnamed;
    case 'unknown':
      return t.unknown(bow);
    case 'twice':
      return t.twice(bow, clock(state.at));
    case 'ready':
      return isSignedOut.value ? t.waitingForSignIn : isOffline.value ? t.waiting : t.sending;
  }
}

function refusedText(problem: Parameters<typeof problemText>[0]): string {
  const t = racingWords.value;
  const isChanged = problem.changed !== undefined && problem.changed.length > 0;
  const [first] = problem.errors;
  const fault = first && refusedFault(first.detail);
  const said = fault ? t.faults[fault] : first?.detail;
  const detail = said ? `${said}.` : problemText(problem, consoleWords.value);
  return t.refused(isChanged ? t.refusedChanged : detail);
}

interface StoredProps {
  list: ArrivalList;
  stored: StoredArrival;
  clock: (at: number) => string;
  crew: string;
}

/** A line that is stored. If another boat came at that time, the line becomes one of this device again until it has a bow. */
export function Stored({ list, stored: { lane, at }, clock, crew }: StoredProps) {
  const t = racingWords.value;
  const { finishTimeMillis, positionLabel, position } = lane;
  return (
    <li class="arrival-line">
      <time class="arrival-time">{clock(at)}</time>
      <b class="arrival-bow">{positionLabel}</b>
      <span class="arrival-crew">{crew}</span>
      <span class="quiet">
        {list.end === 'finish' &&
          finishTimeMillis !== null &&
          writtenTime(finishTimeMillis, words.value.decimalMark)}
      </span>
      <span class="arrival-acts">
        <button
          type="button"
          class="pill"
          aria-label={t.renameOf(positionLabel)}
          onClick={() => list.add({ at, bow: '', frees: position })}
        >
          {t.rename}
        </button>
      </span>
    </li>
  );
}
