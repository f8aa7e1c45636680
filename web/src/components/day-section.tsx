/** The races of one venue day, under its name and its delay. */
import type { BoardRace } from '../../../src/contract/board.ts';
import { dateLanguage, words } from '../language.ts';
import { today } from '../moment.ts';
import { handledDays, typed } from '../reading.ts';
import { delayText } from '../speech.ts';
import { dayName } from '../times.ts';
import { Chevron } from './icons.tsx';
import { RaceItem } from './race-item.tsx';

interface DaySectionProps {
  /** YYYY-MM-DD at the venue. */
  day: string;
  delayMinutes: number;
  /** Open unless the reader closes it. */
  isOpenAtFirst: boolean;
  /** Of its races. */
  count: number;
  /** Those that are drawn. */
  races: BoardRace[];
  /** Crews that are followed or looked for. */
  marked: ReadonlySet<number>;
}

export function DaySection(props: DaySectionProps) {
  const { day, delayMinutes, isOpenAtFirst, count, races, marked } = props;
  const t = words.value;
  const isOpen = typed.value.trim() !== '' || (handledDays.value.get(day) ?? isOpenAtFirst);
  const handle = () => {
    handledDays.value = new Map(handledDays.value).set(day, !isOpen);
  };
  return (
    <section class="day" aria-labelledby={`day-${day}`}>
      <h2>
        <button type="button" id={`day-${day}`} aria-expanded={isOpen} onClick={handle}>
          <span class="name">{dayName(day, dateLanguage())}</span>{' '}
          {day === today.value && <span class="badge">{t.today}</span>}{' '}
          <span class="count">{t.races(count)}</span>
          <Chevron />
        </button>
      </h2>
      {delayMinutes !== 0 && <p class="delay">{delayText(delayMinutes)}</p>}
      {isOpen && (
        <ol class="races">
          {races.map((race) => (
            <RaceItem key={race.id} race={race} marked={marked} />
          ))}
        </ol>
      )}
    </section>
  );
}
