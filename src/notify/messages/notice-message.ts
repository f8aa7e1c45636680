/** Composes the messages of the kind `notice`, what the race office tells everybody and what has become of a race; and that a running order is out. */
import type { Board, BoardNotice, BoardRace } from '../../contract/board.ts';
import type { PushMessage } from '../../contract/following.ts';
import { MAX_NOTICE_LENGTH, MAX_REASON_LENGTH } from '../../contract/limits.ts';
import { type MessageWords, messageWords } from '../../words/words.ts';
import { fit, pageUrl, raceTitle, raceUrl } from './message.ts';
import { shortText } from './short-text.ts';
import { startFormat } from './start-time.ts';

const MAX_TITLE_CHARACTERS = 80;

type NoticeEvent = Pick<Board, 'eventId' | 'eventName'> & { timezone: string | null };

/** @param options.boardUrl the address of the start page */
export function composeNotice(
  { id, text }: Pick<BoardNotice, 'id' | 'text'>,
  { eventId, eventName }: NoticeEvent,
  { boardUrl }: { boardUrl: string },
): PushMessage {
  return fit({
    kind: 'notice',
    eventId,
    title: shortText(eventName, MAX_TITLE_CHARACTERS),
    body: shortText(text, MAX_NOTICE_LENGTH),
    url: pageUrl(boardUrl, eventId, '#notices'),
    tag: `notice-${id}`,
  });
}

/** That the running order of an event is out, `schedule-published`. */
export function composePublication(
  { eventId, eventName }: Pick<Board, 'eventId' | 'eventName'>,
  { language, boardUrl }: { language: string; boardUrl: string },
): PushMessage {
  return fit({
    kind: 'schedule-published',
    eventId,
    title: shortText(eventName, MAX_TITLE_CHARACTERS),
    body: messageWords(language).published,
    url: pageUrl(boardUrl, eventId, ''),
    tag: `published-${eventId}`,
  });
}

/** @param race as the public sees it */
export function composeState(
  race: BoardRace,
  { eventId, timezone }: NoticeEvent,
  { language, boardUrl }: { language: string; boardUrl: string },
): PushMessage {
  const words = messageWords(language);
  const reason = shortText(race.reason ?? '', MAX_REASON_LENGTH);
  return fit({
    kind: 'notice',
    eventId,
    title: raceTitle(race, words),
    body: [stateWords(race, timezone, words), reason].filter((part) => part !== '').join(' '),
    url: raceUrl(boardUrl, eventId, race),
    tag: `state-${race.id}`,
  });
}

function stateWords(
  { state, estimatedAt }: BoardRace,
  timezone: string | null,
  words: MessageWords,
) {
  if (state !== 'planned') return words[state];
  const format = startFormat(words.locale, timezone);
  return words.afterAll(format.format(Date.parse(estimatedAt)));
}
