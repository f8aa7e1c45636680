/**
 * The start list and the finish list of a race: one key press per boat. Lines that are not stored yet stand above the stored
 * ones, with the reason.
 */
import { useSignal } from '@preact/signals';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import type {
  Office,
  OfficeLane,
  OfficeRace,
} from '../../../../../../src/contract/console/office.ts';
import { clockText } from '../../../../../../src/domain/day/typed-times.ts';
import { isAwaited } from '../../../../../../src/domain/results/standings.ts';
import { words } from '../../../../shared/words/board.ts';
import { isOffline, isSignedOut, suppressSignIn } from '../../../api.ts';
import { racingWords } from '../../../words/office-racing.ts';
import { SignedOut } from '../../frame/signed-out.tsx';
import { crewNames } from '../race-words.ts';
import { Line, Stored } from './arrival-lines.tsx';
import { ArrivalList } from './arrival-list.ts';
import {
  type CourseEnd,
  nextToStart,
  readPastedTimes,
  storedArrivals,
  storedAt,
} from './arrivals.ts';
import { correction, isCompared, momentOf } from './device-clock.ts';

interface ArrivalViewProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  end: CourseEnd;
}

/** At most so many boats have a button; more do not come at once. */
const MAX_TAPS = 18;

export function ArrivalView({ eventId, document, race, end }: ArrivalViewProps) {
  const t = racingWords.value;
  const current = useSignal(race);
  current.value = race;
  const list = useMemo(() => new ArrivalList(eventId, end, current), [eventId, race.id, end]);
  const { timezone } = document.event;
  const clock = (at: number) => clockText(at, timezone, words.value.decimalMark);
  list.clock = clock;
  useSending(list);
  useEffect(suppressSignIn, []);
  const lines = list.lines.value;
  const nameOf = crewNames(document);
  const stored = storedArrivals(race, end, lines);
  return (
    <section class="arrivals" aria-label={end === 'start' ? t.startList : t.finishList}>
      <Entry list={list} race={race} nameOf={nameOf} />
      <Taps list={list} race={race} nameOf={nameOf} />
      <p class="quiet" role="status">
        {lines.length > 0 && <b>{t.here(lines.length)} · </b>}
        {t.listOf(stored.length)}
        {isSignedOut.value && (
          <span class="block">
            <SignedOut onSignedIn={() => void list.send()} />
          </span>
        )}
      </p>
      <ol class="arrival-lines" reversed>
        {lines.toReversed().map((line) => (
          <Line key={line.key} list={list} line={line} clock={clock} nameOf={nameOf} race={race} />
        ))}
        {stored.toReversed().map((each) => (
          <Stored
            key={each.lane.position}
            list={list}
            stored={each}
            clock={clock}
            crew={nameOf(each.lane.crewId)}
          />
        ))}
      </ol>
      <PasteTimes list={list} race={race} timezone={timezone} />
      <ClockNote />
    </section>
  );
}

/** Sends the remaining lines as soon as there is a connection, and again whenever the lines or the race have changed. */
function useSending(list: ArrivalList): void {
  const isLost = isOffline.value;
  const lines = list.lines.value;
  useEffect(() => {
    if (!isLost) void list.send();
  }, [list, isLost, lines]);
  useEffect(() => () => list.stop(), [list]);
}

interface EntryProps {
  list: ArrivalList;
  race: OfficeRace;
  nameOf: (crewId: number | null) => string;
}

/** The field for the bow of the boat that starts or finishes now. */
function Entry({ list, race, nameOf }: EntryProps) {
  const t = racingWords.value;
  const id = useId();
  const isStart = list.end === 'start';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [list]);
  const next = isStart ? nextToStart(race, list.lines.value) : undefined;
  const stamp = (event: Event) => {
    const typed = list.text('field').trim();
    // A start without a bow is that of the next boat; a finish without one stays unnamed until the bow is known.
    const bow = typed === '' && next ? next.positionLabel : typed;
    list.type('field', '');
    list.add({ at: momentOf(event), bow });
    field.current?.focus();
  };
  return (
    <div class="arrival-entry">
      <label for={id}>{t.bow}</label>
      <input
        id={id}
        ref={field}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        inputMode="numeric"
        enterKeyHint="go"
        placeholder={next?.positionLabel}
        aria-describedby={`${id}-hint`}
        value={list.text('field')}
        onInput={({ currentTarget }) => list.type('field', currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing || event.repeat) return;
          event.preventDefault();
          stamp(event);
        }}
      />
      <button
        type="button"
        class="pill primary"
        onPointerDown={(event) => event.preventDefault()}
        onClick={stamp}
      >
        {isStart ? t.stampStart : t.stampFinish}
      </button>
      <p class="hint" id={`${id}-hint`}>
        {isStart &&
          (next ? (
            <b>{t.nextBow(next.positionLabel, nameOf(next.crewId))} </b>
          ) : (
            `${t.allStarted} `
          ))}
        {isStart ? t.startHint : t.finishHint}
      </p>
    </div>
  );
}

/** For touch screens: the boats that start next, or are out for the longest, each with a button that records the time. */
function Taps({ list, race, nameOf }: EntryProps) {
  const t = racingWords.value;
  const here = new Set(
    list.lines.value.flatMap(({ state }) => (state.kind === 'ready' ? state.position : [])),
  );
  const isStart = list.end === 'start';
  const hasStarts = race.lanes.some(({ startedAt }) => startedAt !== null);
  const waiting = race.lanes
    .filter(
      (lane) =>
        isAwaited(lane) &&
        lane.finishedAt === null &&
        storedAt(lane, list.end) === null &&
        !here.has(lane.position) &&
        (isStart || !hasStarts || race.effectiveKind === 'lanes' || lane.startedAt !== null),
    )
    .toSorted((a, b) => timeToTap(a, isStart).localeCompare(timeToTap(b, isStart)))
    .slice(0, MAX_TAPS);
  if (waiting.length === 0) return null;
  return (
    <fieldset class="order-taps" aria-label={isStart ? t.toStart : t.onCourse}>
      {waiting.map(({ position, positionLabel, crewId }) => (
        <button
          key={position}
          type="button"
          class="pill"
          aria-label={t.tap(positionLabel, nameOf(crewId))}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={(event) => list.add({ at: momentOf(event), bow: positionLabel })}
        >
          {positionLabel}
        </button>
      ))}
    </fieldset>
  );
}

function timeToTap({ startsAt, startedAt }: OfficeLane, isStart: boolean): string {
  return (isStart ? startsAt : (startedAt ?? startsAt)) ?? '';
}

interface PasteTimesProps {
  list: ArrivalList;
  race: OfficeRace;
  timezone: string | null;
}

/** Times from another clock: pasted first, given bows later. */
function PasteTimes({ list, race, timezone }: PasteTimesProps) {
  const t = racingWords.value;
  const id = useId();
  const text = list.text('pasted');
  const near = Date.parse(race.startedAt ?? race.estimatedAt);
  const { found, wrong } = readPastedTimes(text, { near, timezone });
  return (
    <details class="arrival-paste" open={text !== ''}>
      <summary>{t.pasteTimes}</summary>
      <label class="vh" for={id}>
        {t.pasteTimes}
      </label>
      <textarea
        id={id}
        rows={4}
        value={text}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => list.type('pasted', currentTarget.value)}
      />
      <p class="hint" id={`${id}-hint`}>
        {t.pasteTimesHint}
      </p>
      {wrong.length > 0 && <p class="error">{t.wrongTimes(wrong.slice(0, 3).join(', '))}</p>}
      <button
        type="button"
        class="pill"
        aria-disabled={found.length === 0}
        onClick={() => {
          for (const line of found) list.add(line);
          list.type('pasted', wrong.join('\n'));
        }}
      >
        {t.addTimes(found.length)}
      </button>
    </details>
  );
}

/** How the clock of this device differs from that of the service. */
function ClockNote() {
  const t = racingWords.value;
  const difference = correction.value;
  const mark = words.value.decimalMark;
  const seconds = `${difference > 0 ? '+' : '−'}${String(Math.abs(difference) / 1000).replace('.', mark)}`;
  return (
    <p class="quiet" role="status">
      {!isCompared.value ? t.clockUnknown : difference === 0 ? t.clockRight : t.clockOff(seconds)}
    </p>
  );
}
