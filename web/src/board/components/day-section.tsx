/** The races of one venue day, under its name and its delay. */
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { Chevron } from '../../shared/components/icons.tsx';
import { dateLanguage, words } from '../../shared/language.ts';
import { dayName, delayText } from '../../shared/times.ts';
import { today } from '../derived-state.ts';
import { query, toggleDay, toggledDays } from '../view-state.ts';
import { RaceItem } from './race-item.tsx';

interface DaySectionProps {
  board: Board;
  /** YYYY-MM-DD at the venue. */
  day: string;
  delayMinutes: number;
  /** Open unless the reader closes it. */
  isOpenAtFirst: boolean;
  /** How many of its races the search has found; all of them where nothing is searched for. */
  count: number;
  /** The races that are drawn. */
  races: BoardRace[];
  /** The ids of the crews that are followed or searched for. */
  marked: ReadonlySet<number>;
}

export function DaySection(props: DaySectionProps) {
  const { board, day, delayMinutes, isOpenAtFirst, count, races, marked } = props;
  const t = words.value;
  const isOpen = query.value.trim() !== '' || (toggledDays.value.get(day) ?? isOpenAtFirst);
  const toggle = () => toggleDay(day, !isOpen);
  return (
    <section class="day" aria-labelledby={`day-${day}`}>
      <h2>
        <button type="button" id={`day-${day}`} aria-expanded={isOpen} onClick={toggle}>
          <span class="name">{dayName(day, dateLanguage())}</span>{' '}
          {day === today.value && <span class="badge">{t.today}</span>}{' '}
          <span class="count">{t.races(count)}</span>
          <Chevron />
        </button>
      </h2>
      {delayMinutes !== 0 && <p class="delay">{delayText(delayMinutes, t)}</p>}
      {isOpen && (
        <ol class="races">
          {races.map((race) => (
            <RaceItem key={race.id} board={board} race={race} marked={marked} />
          ))}
        </ol>
      )}
    </section>
  );
}
