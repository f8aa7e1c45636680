/** Races in the order of their estimated starts, each day under its name unless all are of today. */
import type { Board, BoardRace } from '../../../../../src/contract/board.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { words } from '../../../shared/words/board.ts';
import { dayOf, daysOf } from '../../../shared/race/running-order.ts';
import { dayName, minutesText } from '../../../shared/times.ts';
import { today } from '../../document/derived-state.ts';
import { RaceItem } from './race-item.tsx';
import { minutesUntil } from '../../../shared/race/race-phase.ts';
import { now } from '../../document/document-on-screen.ts';

interface RaceListProps {
  board: Board;
  races: readonly BoardRace[];
  /** The ids of the crews that are followed. */
  marked: ReadonlySet<number>;
  /** The ids of the crews that are searched for. */
  hits?: ReadonlySet<number>;
  /** The race to wait for, which is drawn large. */
  next?: BoardRace | undefined;
  /** Begins the ids of the rows, where the same races stand elsewhere on the page, too. */
  idPrefix?: string;
}

export function RaceList({ board, races, marked, hits, next, idPrefix }: RaceListProps) {
  const days = daysOf({ ...board, races: [...races] });
  return days.map(({ day, races: ofDay }) => (
    <div key={day}>
      {(days.length > 1 || day !== today.value) && (
        <p class="day-name">{dayName(day, dateLanguage())}</p>
      )}
      <ol class="races">
        {ofDay.map((race) => (
          <RaceItem
            key={race.id}
            eventId={board.eventId}
            timezone={board.timezone}
            race={race}
            marked={marked}
            hits={hits}
            idPrefix={idPrefix}
            countdown={race === next && <Countdown race={race} timezone={board.timezone} />}
          />
        ))}
      </ol>
    </div>
  ));
}

/** How long it is until a race is expected to start: "in 12 min", its day where that is another one. */
function Countdown({ race, timezone }: { race: BoardRace; timezone: string | null }) {
  const t = words.value;
  const day = dayOf(race, timezone);
  const minutes = minutesUntil(race, now.value);
  const text =
    day !== today.value
      ? dayName(day, dateLanguage())
      : minutes === 0
        ? t.now
        : t.startsIn(minutesText(minutes));
  return <p class="countdown">{text}</p>;
}
