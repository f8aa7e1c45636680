/** Composes reminders of races that are about to start. */
import type { BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import { DEFAULT_ZONE, formatOfZone } from '../../domain/day/race-day.ts';
import { isEntered } from '../../domain/results/standings.ts';
import { messageWords } from '../../words/words.ts';
import { fit, type MessageEvent, raceTitle, raceUrl } from './message.ts';
import { joinWithin, shortText } from './short-text.ts';

const MAX_CREWS_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 32;

/** Time of day, by zone; the same in every language. */
const timeFormat = formatOfZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

interface ReminderOptions {
  language: string;
  /** The crews that it is about; without any, it is about the race itself. */
  followedCrewIds: ReadonlySet<number>;
  boardUrl: string;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * `Your race in 20 minutes`, and below it race, crews and time. The minutes are those that are left when it is sent.
 *
 * @param race as the public sees it
 */
export function composeReminder(
  race: BoardRace,
  { eventId, timezone }: MessageEvent & { timezone: string | null },
  { language, followedCrewIds, boardUrl, now }: ReminderOptions,
): PushMessage {
  const words = messageWords(language);
  const startAt = Date.parse(race.estimatedAt);
  const minutes = Math.max(1, Math.round((startAt - now) / 60_000));
  const crews = race.lanes
    .filter(isEntered)
    .flatMap(({ crewId, crewName }) =>
      crewId !== null && followedCrewIds.has(crewId)
        ? [shortText(crewName ?? '', MAX_NAME_CHARACTERS)]
        : [],
    );
  const number = words.race(shortText(race.number, MAX_NAME_CHARACTERS));
  const time = timeFormat(timezone ?? DEFAULT_ZONE).format(startAt);
  const parts = [raceTitle(race, words), joinWithin(crews, ', ', MAX_CREWS_CHARACTERS), time];
  return fit({
    kind: 'race-soon',
    eventId,
    title: crews.length > 0 ? words.soon.own(minutes) : words.soon.other(number, minutes),
    body: parts.filter((part) => part !== '').join(' · '),
    url: raceUrl(boardUrl, eventId, race),
    tag: `soon-${race.id}`,
  });
}
