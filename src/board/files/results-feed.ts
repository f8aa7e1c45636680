/** The results of a regatta as a feed (Atom, RFC 4287): an entry for each race, the one that changed last first. */
import type { BoardEvent, BoardRace } from '../../contract/board.ts';
import { formatInstant } from '../../contract/instant.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { hasResults } from '../../domain/results/standings.ts';
import { escaped } from '../../http/answers/page-layout.ts';
import { raceTitle } from '../../notify/messages/message.ts';
import { SERVICE_NAME } from '../pages/page-head.ts';
import { raceState } from '../pages/preview.ts';
import { messageWords, pageWords } from '../../words/words.ts';
import type { Language } from '../../words/languages.ts';

/** Readers ask every quarter of an hour or so; a regatta rows fewer races in that time. */
const MAX_ENTRIES = 50;

interface Feed {
  event: BoardEvent;
  isTrial: boolean;
  /** As the public may see them. */
  races: readonly BoardRace[];
  /** Of the board, in epoch milliseconds: for a feed without entries. */
  updatedAt: number;
  publicUrl: string;
  /** What the ids of this installation have in them; no two installations share it. */
  domain: string;
}

/** The text of the feed. Ids stay the same when the address of the service changes (RFC 4151). */
export function resultsFeed(
  { event, isTrial, races, updatedAt, publicUrl, domain }: Feed,
  language: Language,
): string {
  const scored = races
    .filter(({ lanes }) => hasResults(lanes))
    .flatMap((race) => (race.resultsAt === null ? [] : { race, at: race.resultsAt }))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.race.raceNumber - a.race.raceNumber)
    .slice(0, MAX_ENTRIES);
  const url = `${publicUrl}/events/${event.id}`;
  const id = `tag:${domain},2026:event-${event.id}`;
  const words = messageWords(language);
  const { results, trial } = pageWords(language);
  const entries = scored.map(({ race, at }) => [
    '<entry>',
    `<id>${id}-race-${race.id}</id>`,
    `<title>${escaped(raceTitle(race, words))}</title>`,
    `<updated>${at}</updated>`,
    `<link rel="alternate" href="${escaped(`${url}/races/${race.raceNumber}`)}"/>`,
    `<summary>${escaped(raceState(race, event, language))}</summary>`,
    '</entry>',
  ]);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${id}</id>`,
    `<title>${escaped(results(plainLine(event.name)))}</title>`,
    ...(isTrial ? [`<subtitle>${escaped(trial)}</subtitle>`] : []),
    `<updated>${scored[0]?.at ?? formatInstant(updatedAt)}</updated>`,
    `<author><name>${SERVICE_NAME}</name></author>`,
    `<link rel="alternate" type="text/html" href="${escaped(url)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(`${url}/results.atom?lang=${language}`)}"/>`,
    ...entries.flat(),
    '</feed>',
    '',
  ].join('\n');
}
