/** How long it is until a race is expected to start: "in 12 min", its day where that is another one. */
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { dateLanguage, words } from '../../../shared/page/language.ts';
import { minutesUntil } from '../../../shared/race/race-phase.ts';
import { dayOf } from '../../../shared/race/running-order.ts';
import { dayName, minutesText } from '../../../shared/times.ts';
import { today } from '../../document/derived-state.ts';
import { now } from '../../document/document-on-screen.ts';

export function Countdown({ race, timezone }: { race: BoardRace; timezone: string | null }) {
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
