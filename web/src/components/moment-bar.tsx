/** What stays in view: the race on the course, the next one, and how old all this is. */
import type { BoardRace } from '../../../src/contract/board.ts';
import { titleParts } from '../find.ts';
import { dateLanguage, words } from '../language.ts';
import { next, onCourse, today } from '../moment.ts';
import { dayOf } from '../running-order.ts';
import { asOf, board, stale } from '../shown.ts';
import { dayName, timeOfDay, venueDay } from '../times.ts';
import { RaceLink } from './race-link.tsx';

export function MomentBar() {
  const t = words.value;
  return (
    <div class="moment">
      <OldMark />
      {(onCourse.value || next.value) && (
        <nav aria-label={`${t.now}, ${t.next}`}>
          {onCourse.value && <MomentLink race={onCourse.value} label={t.now} />}
          {next.value && <MomentLink race={next.value} label={t.next} />}
        </nav>
      )}
    </div>
  );
}

function MomentLink({ race, label }: { race: BoardRace; label: string }) {
  const timezone = board.value?.timezone ?? null;
  const day = dayOf(race, timezone);
  const isToday = day === today.value;
  return (
    <RaceLink race={race}>
      <span class="label">{label}</span>{' '}
      <time dateTime={race.estimatedAt}>
        {!isToday && `${dayName(day, dateLanguage(), 'short')} `}
        {timeOfDay(Date.parse(race.estimatedAt), timezone)}
      </time>{' '}
      <span class="title">{[race.raceNumber, ...titleParts(race).slice(0, 1)].join(' · ')}</span>
    </RaceLink>
  );
}

/** Says that there is no connection, and since when; with the day when that was not today. */
export function OldMark() {
  const t = words.value;
  const timezone = board.value?.timezone ?? null;
  const day = venueDay(asOf.value, timezone);
  const isToday = day === today.value;
  const time = timeOfDay(asOf.value, timezone);
  return (
    <p class="old" role="status">
      {stale.value &&
        t.offline(isToday ? time : `${dayName(day, dateLanguage(), 'short')}, ${time}`)}
    </p>
  );
}
