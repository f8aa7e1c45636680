/** When a race starts: as planned, and as expected where its day does not run to plan. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { words } from '../language.ts';
import { timeOfDay } from '../times.ts';

interface RaceTimeProps {
  race: Pick<BoardRace, 'scheduledAt' | 'estimatedAt'>;
  timezone: string | null;
}

export function RaceTime({ race: { scheduledAt, estimatedAt }, timezone }: RaceTimeProps) {
  const t = words.value;
  const time = (at: string) => <time dateTime={at}>{timeOfDay(Date.parse(at), timezone)}</time>;
  if (estimatedAt === scheduledAt) return <span class="when">{time(scheduledAt)}</span>;
  return (
    <span class="when">
      <span class="vh">{t.expected} </span>
      {time(estimatedAt)}
      <span class="vh">, {t.planned} </span>
      <s>{time(scheduledAt)}</s>
    </span>
  );
}
