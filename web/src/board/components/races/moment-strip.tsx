/**
 * The strip that stays in view: the races on the course and the delay, the next race, the last result, and a lost connection.
 * On a day of racing all lines are there from morning to evening, so that nothing moves as they change.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Board, BoardRace } from '../../../../../src/contract/board.ts';
import { isAwaited } from '../../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../../src/domain/text/bidi.ts';
import { OfflineNotice } from '../../../shared/components/event-head.tsx';
import { Star } from '../../../shared/components/icons.tsx';
import { First } from '../../../shared/components/lane-table.tsx';
import { momentText } from '../../../shared/moment-text.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { minutesIfSoon } from '../../../shared/race/race-phase.ts';
import {
  isUndrawn,
  lastResultLabel,
  positionText,
  soFarText,
} from '../../../shared/race/results.ts';
import { dayOf } from '../../../shared/race/running-order.ts';
import { dayName, minutesText, timeOfDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
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
} from '../../document/derived-state.ts';
import { now } from '../../document/document-on-screen.ts';
import { isFollowing, myCrews, myNext } from '../../following/follows.ts';
import { isShortLine, lineTitle, measureRoom, type StripLine } from '../../page/race-names.ts';
import { makeRoomForStrip } from '../../page/scroll-anchoring.ts';
import { DelayMark } from './day-section.tsx';
import { RaceLink } from './race-item.tsx';

export function MomentStrip({ board }: { board: Board }) {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(measureRoom);
  useEffect(() => {
    if (!strip.current) return undefined;
    const observer = new ResizeObserver(() => {
      makeRoomForStrip();
      measureRoom();
    });
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
          {isRaceDay && <NowLines board={board} />}
          {(isRaceDay || next.value) && <NextLine board={board} />}
          {(isRaceDay || lastResult.value) && <LastLine board={board} />}
          {isRaceDay && isFollowing.value && <MyLine board={board} />}
        </nav>
      )}
    </div>
  );
}

/** A line for each race on the course, the last started first; without one, a line that says so. */
function NowLines({ board }: { board: Board }) {
  const [last, ...others] = onCourse.value;
  return (
    <>
      <NowLine board={board} race={last} isFirst />
      {others.map((race) => (
        <NowLine key={race.id} board={board} race={race} />
      ))}
    </>
  );
}

interface NowLineProps {
  board: Board;
  race: BoardRace | undefined;
  /** The first line also shows the delay of the day. */
  isFirst?: boolean;
}

function NowLine({ board, race, isFirst = false }: NowLineProps) {
  const t = words.value;
  const first = raceDay.value?.races[0];
  const isBefore = first && Date.parse(first.estimatedAt) > now.value;
  const soFar = race?.kind === 'head' ? soFarText(race, t) : '';
  const nothing = isRaceDayOver.value ? t.dayOver : isBefore ? t.notBegun : t.nothingOn;
  return (
    <Line
      board={board}
      line="now"
      kind={race ? 'on' : 'idle'}
      race={race}
      label={t.now}
      answer={<span class="at">{race && <Time board={board} race={race} />}</span>}
      mark={isFirst && <DelayMark day={today.value} />}
    >
      {race ? lineTitle(race, 'now') : nothing}
      {soFar !== '' && <span class="so-far"> · {soFar}</span>}
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
      line="next"
      kind="then"
      race={race}
      label={t.next}
      answer={
        race && (
          <span class="at">
            <Time board={board} race={race} />{' '}
            {minutes && <b class="soon">{t.startsIn(minutesText(minutes))}</b>}
          </span>
        )
      }
    >
      {race ? lineTitle(race, 'next') : t.noMoreToday}
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
    : lastResultLabel(race, t);
  return (
    <Line
      board={board}
      line="last"
      kind={[
        'last',
        isResultFresh.value ? 'fresh' : isLate ? 'none' : '',
        race?.official === false ? 'not-yet' : '',
      ].join(' ')}
      race={race}
      label={label}
      answer={race && !isLate && <First race={race} />}
    >
      {race ? lineTitle(race, 'last') : !isLate && t.noResultsYet}
    </Line>
  );
}

/** The next race of what is followed: the crew, the time, its lane or bow number, and how long it is until the start. */
function MyLine({ board }: { board: Board }) {
  const t = words.value;
  const race = myNext.value;
  if (!race)
    return (
      <div class="line own">
        <p>
          <Star filled /> {t.noMoreOfMine}
        </p>
      </div>
    );
  const minutes = minutesIfSoon(race, now.value);
  const [lane, ...others] = race.lanes
    .filter(({ crewId }) => myCrews.value.has(crewId ?? 0))
    // Crews of a head race that are still to come in go first.
    .sort((a, b) => Number(isAwaited(b)) - Number(isAwaited(a)));
  const name = lane ? isolated(lane.crewName ?? '') : lineTitle(race, 'next');
  const said = [lane && positionText(lane, race, t), minutes && t.startsIn(minutesText(minutes))];
  return (
    <div class="line own">
      <RaceLink eventId={board.eventId} raceId={race.id}>
        <Star filled /> <span class="name">{name}</span>{' '}
        {others.length > 0 && <span>+{others.length}</span>}{' '}
        <span class="when">
          <Time board={board} race={race} />{' '}
          <span class="soon">{said.filter(Boolean).join(', ')}</span>
        </span>
      </RaceLink>
    </div>
  );
}

interface LineProps {
  board: Board;
  line: StripLine;
  kind: string;
  /** The race to which a tap leads, if any. */
  race: BoardRace | undefined;
  label: string;
  answer: ComponentChildren;
  mark?: ComponentChildren;
  children: ComponentChildren;
}

function Line({ board, line, kind, race, label, answer, mark, children }: LineProps) {
  // The room for the name of the race depends on the other texts of the line.
  useLayoutEffect(measureRoom);
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
    <div class={`line ${kind} ${isShortLine(line) ? 'short' : ''}`}>
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
