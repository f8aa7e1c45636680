/** The races of one venue day under its name, today's earlier ones in one row; and the delay of a day. */
import { useRef } from 'preact/hooks';
import type { Board, BoardRace } from '../../../../../src/contract/board.ts';
import { Chevron } from '../../../shared/components/icons.tsx';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, delayMark, withEnd } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { timezone, today, toldDelays } from '../../document/derived-state.ts';
import { earlierDrawn, listing, toggleEarlier } from '../../page/listing.ts';
import { toggleDay, toggledDays } from '../../page/view-state.ts';
import { RaceItem } from './race-item.tsx';

interface DaySectionProps {
  board: Board;
  /** YYYY-MM-DD at the venue. */
  day: string;
  /** Open unless the reader closes it. */
  isOpenAtFirst: boolean;
  /** How many races the day has. */
  count: number;
  /** The earlier races, which are over; only a day that is today has any. */
  earlier: BoardRace[];
  /** The other races, as far as they are drawn already. */
  races: BoardRace[];
  /** The ids of the crews that are followed. */
  marked: ReadonlySet<number>;
}

export function DaySection(props: DaySectionProps) {
  const { board, day, isOpenAtFirst, count, earlier, races, marked } = props;
  const t = words.value;
  const isOpen = toggledDays.value.get(day) ?? isOpenAtFirst;
  const toggle = () => toggleDay(day, !isOpen);
  const isLatestFirst = listing.value.over.has(day);
  return (
    <section class="day" aria-labelledby={`day-${day}`}>
      <h2>
        <button type="button" id={`day-${day}`} aria-expanded={isOpen} onClick={toggle}>
          <span class="name">
            {dayName(day, dateLanguage())}{' '}
            {day === today.value && <span class="badge">{t.today}</span>}
          </span>{' '}
          <span class="count">
            {t.races(count)}
            {isLatestFirst && isOpen && count > 1 && `, ${t.latestFirst}`}{' '}
            {/* The strip shows the delay of today, and is always in view. */}
            {day !== today.value && <DelayMark day={day} />}
          </span>
          <Chevron />
        </button>
      </h2>
      {isOpen && earlier.length > 0 && <Earlier board={board} races={earlier} marked={marked} />}
      {isOpen && <RaceList board={board} races={races} marked={marked} />}
    </section>
  );
}

/** A row that opens the earlier races above itself; the row and everything below it stay in place. */
function Earlier({ board, races, marked }: Pick<DaySectionProps, 'board' | 'races' | 'marked'>) {
  const t = words.value;
  const row = useRef<HTMLParagraphElement>(null);
  const drawn = earlierDrawn.value;
  const isOpen = drawn > 0;
  return (
    <>
      {isOpen && <RaceList board={board} races={races.slice(-drawn)} marked={marked} />}
      <p class="earlier" ref={row}>
        <button type="button" aria-expanded={isOpen} onClick={() => toggleEarlier(row.current)}>
          <Chevron /> {t.earlierToday(t.races(races.length))}
        </button>
      </p>
    </>
  );
}

function RaceList({
  board: { eventId, timezone },
  races,
  marked,
}: Pick<DaySectionProps, 'board' | 'races' | 'marked'>) {
  return (
    <ol class="races">
      {races.map((race) => (
        <RaceItem key={race.id} eventId={eventId} timezone={timezone} race={race} marked={marked} />
      ))}
    </ol>
  );
}

/**
 * How late a day runs and until when, or for a while after a change, what the delay was before.
 *
 * @param day YYYY-MM-DD at the venue
 */
export function DelayMark({ day }: { day: string }) {
  const t = words.value;
  const told = toldDelays.value.get(day);
  if (!told) return null;
  const { minutes, was, until } = told;
  // The previous delay is in minutes and in the same direction, so its number is enough.
  const isShort = was !== null && Math.abs(was) < 60 && was * minutes > 0;
  const before = was !== null && t.was(isShort ? String(Math.abs(was)) : delayMark(was, t));
  const now = withEnd(delayMark(minutes, t), until, timezone.value, t);
  const text = [now, before].filter(Boolean).join(', ');
  // The key makes a new element for a new text: a text that begins elsewhere would count as a layout shift.
  return (
    <span class="delay" key={text}>
      {text}
    </span>
  );
}
