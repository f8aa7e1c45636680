/** When a race starts: as planned, and next to it as expected when its day does not run to plan. */
import type { BoardRace } from '../../../src/contract/board.ts';
import { words } from '../language.ts';
import { board } from '../shown.ts';
import { timeOfDay } from '../times.ts';

export function RaceTime({ race }: { race: BoardRace }) {
  const timezone = board.value?.timezone ?? null;
  const t = words.value;
  const planned = timeOfDay(Date.parse(race.scheduledAt), timezone);
  if (race.estimatedAt === race.scheduledAt)
    return (
      <span class="when">
        <time dateTime={race.scheduledAt}>{planned}</time>
      </span>
    );
  return (
    <span class="when">
      <span class="vh">{t.expected} </span>
      <time dateTime={race.estimatedAt}>{timeOfDay(Date.parse(race.estimatedAt), timezone)}</time>
      <span class="vh">, {t.planned} </span>
      <s>
        <time dateTime={race.scheduledAt}>{planned}</time>
      </s>
    </span>
  );
}
