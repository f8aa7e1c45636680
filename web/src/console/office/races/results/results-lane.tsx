/**
 * The field of one lane: what is typed, its meaning, the place that follows, and where the cursor goes. It is drawn again only
 * when its own text or place changes. What others store appears in it at once, also while the cursor is in it, but never in
 * place of what somebody has typed.
 */
import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import type { LaneResult } from '../../../../../../src/domain/draw/lane.ts';
import { totalMillis } from '../../../../../../src/domain/results/standings.ts';
import { words } from '../../../../shared/words/board.ts';
import { useRecentlyChanged } from '../../../documents/office.ts';
import { focusOnceDrawn } from '../../../focus.ts';
import { withdrawnWords } from '../../../words/office-frame.ts';
import { racesWords } from '../../../words/office-races.ts';
import { useStoredText } from '../../table/table-draft.ts';
import { useRaceWords } from '../race-words.ts';
import {
  type EntryLane,
  type FieldEntry,
  firstPosition,
  nextPosition,
  ranked,
  resultOf,
} from './field-entry.ts';
import type { ResultsDraft } from './results-draft.ts';
import { readTyped, type STATUS_KEYS, type Typed, typedText, writtenTime } from './typed-result.ts';

interface ResultsLaneProps {
  race: OfficeRace;
  lane: EntryLane;
  crew: string;
  results: ResultsDraft;
}

export function ResultsLane(props: ResultsLaneProps) {
  const { race, lane, crew, results } = props;
  const t = useRaceWords();
  const id = useId();
  const { position, positionLabel } = lane;
  const mark = words.value.decimalMark;
  const stored = typedText(lane, race.resultMode, mark);
  const [isEntered, setEntered] = useState(false);
  const isFresh = useRecentlyChanged(`lane ${race.id} ${position}`).value;
  const typed = results.text(position);
  const text = useStoredText(stored, typed, true);
  const { base } = text;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // Select all, as when the cursor came: the next digit replaces the whole text.
    if (isEntered && typed === undefined) field.current?.select();
  }, [base]);
  const row = useComputed(() =>
    results.entry.value.lanes.find((each) => each.lane.position === position),
  );
  const place = useComputed(() => row.value?.place ?? null).value;
  const isOutOfOrder = useComputed(() => row.value?.isOutOfOrder ?? false).value;
  const reading = row.peek()?.typed;
  const isRefused = results.refused.value === position;
  const isWrong =
    reading?.kind === 'wrong' || (reading?.kind === 'unfinished' && (!isEntered || isRefused));
  const type = (value: string) => {
    text.onType(value);
    results.type(position, value, base, text.seen());
  };
  const ordinal = place === null ? '' : words.value.ordinal(place);
  const classes = ['entry-lane', isFresh && !isEntered && 'fresh', lane.withdrawn && 'withdrawn'];
  return (
    <li class={classes.filter(Boolean).join(' ')} data-entered={isEntered}>
      <span class="entry-label" aria-hidden="true">
        {positionLabel}
      </span>
      <label class="entry-crew" for={id} data-label={positionLabel}>
        <span class="vh">{`${t.lane} ${positionLabel}, `}</span>
        {crew}
      </label>
      <input
        id={id}
        ref={field}
        data-lane={position}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        inputMode="decimal"
        enterKeyHint="next"
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={`${id}-means`}
        value={typed ?? base}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => onKey(event, position, props)}
        onFocus={({ currentTarget }) => {
          text.enter();
          setEntered(true);
          currentTarget.select();
        }}
        onBlur={() => {
          text.leave();
          setEntered(false);
        }}
      />
      <p id={`${id}-means`} class={isWrong ? 'entry-means error' : 'entry-means'}>
        {meaning(reading, lane, isWrong)}
        {isOutOfOrder && <span class="doubt block">{t.outOfOrder}</span>}
      </p>
      <p class="entry-place">
        {ordinal && <span class="vh">{t.placeNow(ordinal)}</span>}
        <span aria-hidden="true">{place ?? '–'}</span>
      </p>
      {isEntered && <LaneKeys {...props} text={typed ?? base} type={type} />}
    </li>
  );
}

/** The text beside a field. @param reading of what was typed; `undefined`: what is stored */
function meaning(reading: Typed | undefined, lane: EntryLane, isWrong: boolean): string {
  const t = racesWords.value;
  if (!reading && lane.withdrawn) return withdrawnWords.value.withdrawn(lane.withdrawnReason);
  if (!reading) return resultText(lane, resultOf(lane));
  if (reading.kind === 'wrong') return t.troubles[reading.trouble];
  if (reading.kind === 'unfinished') return isWrong ? t.incomplete : t.unfinished;
  const isTakenBack = reading.result.status === 'assigned' && lane.status !== 'assigned';
  return isTakenBack ? t.takenBack : resultText(lane, reading.result);
}

function resultText(lane: EntryLane, result: LaneResult): string {
  const { outOfCompetition, allowanceMillis } = lane;
  const adjusted = totalMillis(ranked(lane, result));
  const rankedBy =
    allowanceMillis && adjusted !== null
      ? `→ ${adjusted < 0 ? '−' : ''}${writtenTime(Math.abs(adjusted), words.value.decimalMark)}`
      : '';
  const isOut = outOfCompetition && result.status === 'finished';
  return [ownText(result), rankedBy, isOut && racesWords.value.outOfCompetition]
    .filter(Boolean)
    .join(' ');
}

function ownText(result: LaneResult): string {
  const t = racesWords.value;
  const { decimalMark } = words.value;
  const { status, finishTimeMillis, finishPlace, penaltyMillis } = result;
  if (status === 'assigned') return t.notYet;
  if (status !== 'finished') return t.statuses[status];
  if (finishTimeMillis === null)
    return finishPlace === null ? '' : words.value.ordinal(finishPlace);
  const time = writtenTime(finishTimeMillis, decimalMark);
  if (!penaltyMillis) return time;
  const seconds = String(penaltyMillis / 1000).replace('.', decimalMark);
  return t.of(time, seconds, writtenTime(totalMillis(result) ?? 0, decimalMark));
}

/** Handles keys that move to other lanes; the field handles all others. */
function onKey(event: KeyboardEvent, position: number, { results }: ResultsLaneProps): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || event.isComposing) return;
  const { lanes } = results.entry.peek();
  const index = lanes.findIndex(({ lane }) => lane.position === position);
  const neighbour = (by: number) => lanes[index + by]?.lane.position;
  if (key === 'ArrowDown' || key === 'ArrowUp') focusLane(neighbour(key === 'ArrowDown' ? 1 : -1));
  else if (key === 'Enter' && shiftKey) focusLane(neighbour(-1));
  else if (key === 'Enter') goOn(lanes, position);
  else return;
  event.preventDefault();
}

function goOn(lanes: FieldEntry['lanes'], position: number): void {
  const next = nextPosition(lanes, position);
  if (next !== undefined) focusLane(next);
  else focusPostBar();
}

interface LaneKeysProps {
  race: OfficeRace;
  lane: EntryLane;
  crew: string;
  results: ResultsDraft;
  /** The text in the field. */
  text: string;
  type: (value: string) => void;
}

/** Buttons for touch screens, in place of keys on a keyboard, in the lane where the cursor is. */
function LaneKeys({ text, type, race, lane, crew, results }: LaneKeysProps) {
  const t = useRaceWords();
  const reading = readTyped(text, race.resultMode, lane);
  const status = reading.kind === 'result' ? reading.result.status : undefined;
  return (
    // The field keeps the focus, so that a phone keeps its keyboard open.
    <div class="lane-keys" onPointerDown={(event) => event.preventDefault()}>
      {(['dns', 'dnf', 'dsq'] as const).map((each) => (
        <button
          key={each}
          type="button"
          class="pill"
          tabIndex={-1}
          aria-pressed={status === each}
          aria-label={`${each.toUpperCase()}, ${t.status(t.statuses[each], crew)}`}
          onClick={() => type(status === each ? textWithout(each, text) : each)}
        >
          {each.toUpperCase()}
        </button>
      ))}
      {race.resultMode === 'timed' && (
        <button
          type="button"
          class="pill"
          tabIndex={-1}
          aria-label={`${t.plusTen}, ${t.plusTenOf(crew)}`}
          onClick={() => type(withTenMore(text))}
        >
          {t.plusTen}
        </button>
      )}
      <button
        type="button"
        class="pill primary"
        tabIndex={-1}
        onClick={() => goOn(results.entry.peek().lanes, lane.position)}
      >
        {t.nextLane}
      </button>
    </div>
  );
}

/** The text without the letter of a status behind it. */
function textWithout(status: keyof typeof STATUS_KEYS, text: string): string {
  return text.toLowerCase() === status ? '' : text.slice(0, -1);
}

/** The text with a penalty of ten seconds more. */
function withTenMore(text: string): string {
  const [time = '', penalty = ''] = text.split('+');
  const seconds = Number(penalty.trim().replace(',', '.'));
  return `${time.trim()}+${(Number.isFinite(seconds) ? seconds : 0) + 10}`;
}

/** Puts the cursor into the field of a lane. */
export function focusLane(position: number | undefined): void {
  if (position !== undefined) laneField(position)?.focus();
}

/** Moves the focus on from the last lane: to the bar, not its button, so that one Enter too many posts nothing. */
export function focusPostBar(): void {
  document.querySelector<HTMLElement>('.post-bar')?.focus();
}

/** Moves the focus from the fields of a race to its title, where letters are keys of the page. */
export function focusRace(): void {
  document.querySelector<HTMLElement>('#race-title')?.focus({ preventScroll: true });
}

/** Puts the cursor where typing begins. */
export function focusFirstLane(entry: ReadonlySignal<FieldEntry>): void {
  focusOnceDrawn(() => laneField(firstPosition(entry.peek().lanes)));
}

function laneField(position: number | undefined): HTMLElement | null {
  return document.querySelector<HTMLElement>(`input[data-lane="${position}"]`);
}
