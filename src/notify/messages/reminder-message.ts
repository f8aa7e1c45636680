/** Composes reminders of races that are about to start. */
import type { BoardLane, BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import { isEntered } from '../../domain/results/standings.ts';
import { messageWords } from '../../words/words.ts';
import { fit, type MessageEvent, raceTitle, raceUrl } from './message.ts';
import { joinWithin, shortText } from './short-text.ts';
import { timeOfDay } from './start-time.ts';

const MAX_CREWS_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 32;

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
 * @param entry of a head race, whose start it is about: `Bow 300, start about 15:42`
 */
export function composeReminder(
  race: BoardRace,
  { eventId, timezone }: MessageEvent & { timezone: string | null },
  { language, followedCrewIds, boardUrl, now }: ReminderOptions,
  entry?: BoardLane,
): PushMessage {
  const words = messageWords(language);
  const startAt = Date.parse(entry?.startsAt ?? race.estimatedAt);
  const minutes = Math.max(1, Math.round((startAt - now) / 60_000));
  const crews = race.lanes
    .filter(isEntered)
    .flatMap(({ crewId, crewName }) =>
      crewId !== null && followedCrewIds.has(crewId)
        ? [shortText(crewName ?? '', MAX_NAME_CHARACTERS)]
        : [],
    );
  const number = words.race(shortText(race.number, MAX_NAME_CHARACTERS));
  const label = shortText(entry?.positionLabel ?? '', MAX_NAME_CHARACTERS);
  const at = timeOfDay(startAt, { timezone });
  const time = entry ? `${words.bow(label)}, ${words.racing.startAbout(at)}` : at;
  const parts = [raceTitle(race, words), joinWithin(crews, ', ', MAX_CREWS_CHARACTERS), time];
  return fit({
    kind: 'race-soon',
    eventId,
    title: crews.length > 0 ? words.soon.own(minutes) : words.soon.other(number, minutes),
    body: parts.filter((part) => part !== '').join(' · '),
    url: raceUrl(boardUrl, eventId, race),
    tag: entry ? `soon-${race.id}-${entry.crewId}` : `soon-${race.id}`,
  });
}
