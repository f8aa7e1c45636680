/** When a race starts: the planned time, and the expected one where it differs. A time that does not hold is struck out. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { timeOfDay } from '../times.ts';
import { words } from '../words/board.ts';

interface RaceTimeProps {
  race: Pick<BoardRace, 'scheduledAt' | 'estimatedAt' | 'state'>;
  timezone: string | null;
  /** Whether it is hidden from screen readers, because a heading has it in words. */
  isSilent?: boolean;
}

export function RaceTime({ race, timezone, isSilent }: RaceTimeProps) {
  const { scheduledAt, estimatedAt, state } = race;
  const t = words.value;
  const time = (at: string) => <time dateTime={at}>{timeOfDay(Date.parse(at), timezone)}</time>;
  if (state !== 'planned') {
    return (
      <span class="when" aria-hidden={isSilent}>
        <span class="vh">{t.planned} </span>
        <s>{time(scheduledAt)}</s>
      </span>
    );
  }
  if (!isMoved(race, timezone))
    return (
      <span class="when" aria-hidden={isSilent}>
        {time(estimatedAt)}
      </span>
    );
  return (
    <span class="when" aria-hidden={isSilent}>
      <span class="vh">{t.expected} </span>
      {time(estimatedAt)}
      <span class="vh">, {t.planned} </span>
      <s>{time(scheduledAt)}</s>
    </span>
  );
}

/** Whether the estimated start differs from the plan as shown, in minutes: a recorded start is exact to the second. */
function isMoved(
  { scheduledAt, estimatedAt }: RaceTimeProps['race'],
  timezone: string | null,
): boolean {
  const shown = (at: string) => timeOfDay(Date.parse(at), timezone);
  return estimatedAt !== scheduledAt && shown(estimatedAt) !== shown(scheduledAt);
}

/** When a race starts, in words, for headings: `11:42, planned 11:17`. */
export function startText(race: RaceTimeProps['race'], timezone: string | null): string {
  const { scheduledAt, estimatedAt, state } = race;
  const t = words.value;
  const time = (at: string) => timeOfDay(Date.parse(at), timezone);
  if (state !== 'planned') return `${t.planned} ${time(scheduledAt)}`;
  if (!isMoved(race, timezone)) return time(estimatedAt);
  return `${t.expected} ${time(estimatedAt)}, ${t.planned} ${time(scheduledAt)}`;
}
