/** What stays in view: the race on the course, the next one, and how old all this is. */
import type { BoardRace } from '../../../src/contract/board.ts';
import { titleParts } from '../find.ts';
import { dateLanguage, words } from '../language.ts';
import { dayOf } from '../running-order.ts';
import { asOf, board, now, stale } from '../shown.ts';
import { dayName, timeOfDay, venueDay } from '../times.ts';
import { RaceLink } from './race-link.tsx';

export function MomentBar({
  onCourse,
  next,
}: {
  onCourse: BoardRace | undefined;
  next: BoardRace | undefined;
}) {
  const t = words.value;
  return (
    <div class="moment">
      <OldMark />
      {(onCourse || next) && (
        <nav aria-label={`${t.now}, ${t.next}`}>
          {onCourse && <MomentLink race={onCourse} label={t.now} />}
          {next && <MomentLink race={next} label={t.next} />}
        </nav>
      )}
    </div>
  );
}

function MomentLink({ race, label }: { race: BoardRace; label: string }) {
  const timezone = board.value?.timezone ?? null;
  const day = dayOf(race, timezone);
  const isToday = day === venueDay(now.value, timezone);
  return (
    <RaceLink race={race}>
      <span class="label">{label}</span>{' '}
      <time dateTime={race.estimatedAt}>
        {!isToday && `${dayName(day, dateLanguage(), 'short')} `}
        {timeOfDay(Date.parse(race.estimatedAt), timezone)}
      </time>{' '}
      <span class="title">
        {race.raceNumber} {titleParts(race)[0]}
      </span>
    </RaceLink>
  );
}

/** Says that there is no connection, and since when; with the day when that was not today. */
export function OldMark() {
  const t = words.value;
  const timezone = board.value?.timezone ?? null;
  const day = venueDay(asOf.value, timezone);
  const isToday = day === venueDay(now.value, timezone);
  const time = timeOfDay(asOf.value, timezone);
  return (
    <p class="old" role="status">
      {stale.value &&
        t.offline(isToday ? time : `${dayName(day, dateLanguage(), 'short')}, ${time}`)}
    </p>
  );
}
