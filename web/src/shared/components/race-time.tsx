/** When a race starts: as planned, and as expected where its day does not run to plan; struck out where it does not. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { timeOfDay } from '../times.ts';
import { words } from '../words/board.ts';

interface RaceTimeProps {
  race: Pick<BoardRace, 'scheduledAt' | 'estimatedAt' | 'state'>;
  timezone: string | null;
  /** Only for those who see it: a heading says it in words. */
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

/** Whether it starts at another time, as far as is shown: a race that was started is so to the second. */
function isMoved(
  { scheduledAt, estimatedAt }: RaceTimeProps['race'],
  timezone: string | null,
): boolean {
  const shown = (at: string) => timeOfDay(Date.parse(at), timezone);
  return estimatedAt !== scheduledAt && shown(estimatedAt) !== shown(scheduledAt);
}

/** The same in words, for headings: `11:42, planned 11:17`. */
export function startText(race: RaceTimeProps['race'], timezone: string | null): string {
  const { scheduledAt, estimatedAt, state } = race;
  const t = words.value;
  const time = (at: string) => timeOfDay(Date.parse(at), timezone);
  if (state !== 'planned') return `${t.planned} ${time(scheduledAt)}`;
  if (!isMoved(race, timezone)) return time(estimatedAt);
  return `${t.expected} ${time(estimatedAt)}, ${t.planned} ${time(scheduledAt)}`;
}
