/** The races of one venue day, under its name and its delay. */
import type { BoardRace } from '../../../src/contract/board.ts';
import { dateLanguage, words } from '../language.ts';
import { handledDays, typed } from '../reading.ts';
import type { Day } from '../running-order.ts';
import { delayText } from '../speech.ts';
import { dayName } from '../times.ts';
import { Chevron } from './icons.tsx';
import { RaceItem } from './race-item.tsx';

interface DaySectionProps {
  day: Day;
  today: string;
  timezone: string | null;
  /** Open unless the reader closes it. */
  isOpenAtFirst: boolean;
  races: BoardRace[];
  onCourse: BoardRace | undefined;
  next: BoardRace | undefined;
  marked: ReadonlySet<number>;
}

export function DaySection(props: DaySectionProps) {
  const { day, today, timezone, races, onCourse, next, marked } = props;
  const t = words.value;
  const isOpen =
    typed.value.trim() !== '' || (handledDays.value.get(day.day) ?? props.isOpenAtFirst);
  const handle = () => {
    handledDays.value = new Map(handledDays.value).set(day.day, !isOpen);
  };
  return (
    <section class="day" aria-labelledby={`day-${day.day}`}>
      <h2>
        <button type="button" id={`day-${day.day}`} aria-expanded={isOpen} onClick={handle}>
          <span class="name">{dayName(day.day, dateLanguage())}</span>{' '}
          {day.day === today && <span class="badge">{t.today}</span>}{' '}
          <span class="count">{t.races(races.length)}</span>
          <Chevron />
        </button>
      </h2>
      {day.delayMinutes !== 0 && <p class="delay">{delayText(day.delayMinutes)}</p>}
      {isOpen && (
        <ol class="races">
          {races.map((race) => (
            <RaceItem
              key={race.id}
              race={race}
              timezone={timezone}
              moment={race === onCourse ? 'now' : race === next ? 'next' : undefined}
              marked={marked}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
