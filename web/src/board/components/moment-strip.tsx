/**
 * The strip that stays in view: what is on and how late the day runs, what is next, what has come in last, and a lost
 * connection. On a day of racing all lines are there from morning to evening, so that nothing moves as they change.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { OfflineNotice } from '../../shared/components/offline-notice.tsx';
import { dateLanguage, words } from '../../shared/language.ts';
import { momentText } from '../../shared/moment-text.ts';
import { isUndrawn } from '../../shared/occupant.ts';
import { resultText } from '../../shared/places.ts';
import { minutesIfSoon } from '../../shared/race-phase.ts';
import { shortTitle } from '../../shared/race-title.ts';
import { dayOf } from '../../shared/running-order.ts';
import { dayName, minutesText, timeOfDay } from '../../shared/times.ts';
import {
  isRaceDayOver,
  isResultFresh,
  lastResult,
  next,
  offlineSince,
  onCourse,
  raceDay,
  today,
  withoutResultsSince,
} from '../derived-state.ts';
import { now } from '../document-on-screen.ts';
import { makeRoomForStrip } from '../strip-height.ts';
import { isWide } from '../wide-screen.ts';
import { DelayMark } from './delay-mark.tsx';
import { RaceLink } from './race-link.tsx';

export function MomentStrip({ board }: { board: Board }) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!strip.current) return undefined;
    const observer = new ResizeObserver(makeRoomForStrip);
    observer.observe(strip.current);
    return () => observer.disconnect();
  }, []);
  const isRaceDay = raceDay.value !== undefined;
  const isEmpty = !isRaceDay && !next.value && !lastResult.value;
  return (
    <div class="moment" ref={strip}>
      <OfflineNotice since={offlineSince.value} today={today.value} timezone={board.timezone} />
      {!isEmpty && (
        <nav aria-label={words.value.moment}>
          {isRaceDay && <NowLine board={board} />}
          {(isRaceDay || next.value) && <NextLine board={board} />}
          {(isRaceDay || lastResult.value) && <LastLine board={board} />}
        </nav>
      )}
    </div>
  );
}

function NowLine({ board }: { board: Board }) {
  const t = words.value;
  const race = onCourse.value;
  const first = raceDay.value?.races[0];
  const isBefore = first && Date.parse(first.estimatedAt) > now.value;
  const nothing = isRaceDayOver.value ? t.dayOver : isBefore ? t.notBegun : t.nothingOn;
  return (
    <Line
      board={board}
      kind={race ? 'on' : 'idle'}
      race={race}
      label={t.now}
      answer={<span class="at">{race && <Time board={board} race={race} />}</span>}
      mark={<DelayMark day={today.value} />}
    >
      {race ? shortTitle(race, isWide.value) : nothing}
    </Line>
  );
}

function NextLine({ board }: { board: Board }) {
  const t = words.value;
  const race = next.value;
  const minutes = race && minutesIfSoon(race, now.value);
  return (
    <Line
      board={board}
      kind="then"
      race={race}
      label={t.next}
      answer={race && <Time board={board} race={race} />}
      mark={minutes && <b class="soon">{t.startsIn(minutesText(minutes))}</b>}
    >
      {race ? shortTitle(race, isWide.value) : t.noMoreToday}
    </Line>
  );
}

function LastLine({ board }: { board: Board }) {
  const t = words.value;
  const race = lastResult.value;
  const since = withoutResultsSince.value;
  const isLate = since !== undefined;
  const label = isLate
    ? t.noResultsSince(momentText(since, today.value, board.timezone))
    : t.lastResult;
  return (
    <Line
      board={board}
      kind={isResultFresh.value ? 'last fresh' : isLate ? 'last none' : 'last'}
      race={race}
      label={label}
      answer={race && !isLate && <span class="winner">{resultText(race, t)}</span>}
    >
      {race ? shortTitle(race, isWide.value) : !isLate && t.noResultsYet}
    </Line>
  );
}

interface LineProps {
  board: Board;
  kind: string;
  /** Where a tap leads, if there is anything to lead to. */
  race: BoardRace | undefined;
  label: string;
  answer: ComponentChildren;
  mark?: ComponentChildren;
  children: ComponentChildren;
}

function Line({ board, kind, race, label, answer, mark, children }: LineProps) {
  const content = (
    <>
      <span class="head">
        <span class="label">{label}</span> {answer} {mark}
        {race && isUndrawn(race) && <span class="notes"> {race.notes}</span>}
      </span>{' '}
      <span class="title">{children}</span>
    </>
  );
  return (
    <div class={`line ${kind}`}>
      {race ? (
        <RaceLink eventId={board.eventId} raceId={race.id}>
          {content}
        </RaceLink>
      ) : (
        <p>{content}</p>
      )}
    </div>
  );
}

function Time({ board: { timezone }, race }: { board: Board; race: BoardRace }) {
  const day = dayOf(race, timezone);
  return (
    <time dateTime={race.estimatedAt}>
      {day !== today.value && `${dayName(day, dateLanguage(), 'short')} `}
      {timeOfDay(Date.parse(race.estimatedAt), timezone)}
    </time>
  );
}
