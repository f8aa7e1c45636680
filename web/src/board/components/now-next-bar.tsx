/** The bar that stays in view: the race on the course, the next one, and a lost connection. */
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { OfflineNotice } from '../../shared/components/offline-notice.tsx';
import { dateLanguage, words } from '../../shared/language.ts';
import { shortTitle } from '../../shared/race-title.ts';
import { dayOf } from '../../shared/running-order.ts';
import { dayName, timeOfDay } from '../../shared/times.ts';
import { next, offlineSince, onCourse, today } from '../derived-state.ts';
import { RaceLink } from './race-link.tsx';

export function NowNextBar({ board }: { board: Board }) {
  const t = words.value;
  return (
    <div class="moment">
      <OfflineNotice since={offlineSince.value} today={today.value} timezone={board.timezone} />
      {(onCourse.value || next.value) && (
        <nav aria-label={`${t.now}, ${t.next}`}>
          {onCourse.value && <BarLink board={board} race={onCourse.value} label={t.now} />}
          {next.value && <BarLink board={board} race={next.value} label={t.next} />}
        </nav>
      )}
    </div>
  );
}

function BarLink({ board, race, label }: { board: Board; race: BoardRace; label: string }) {
  const { eventId, timezone } = board;
  const day = dayOf(race, timezone);
  return (
    <RaceLink eventId={eventId} raceId={race.id}>
      <span class="label">{label}</span>{' '}
      <time dateTime={race.estimatedAt}>
        {day !== today.value && `${dayName(day, dateLanguage(), 'short')} `}
        {timeOfDay(Date.parse(race.estimatedAt), timezone)}
      </time>{' '}
      <span class="title">{shortTitle(race)}</span>
    </RaceLink>
  );
}
