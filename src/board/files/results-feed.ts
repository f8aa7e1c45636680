/** The feed of an event (RFC 4287): its results, or what is told of it before there are races. */
import type { BoardEvent, BoardNotice, BoardRace } from '../../contract/board.ts';
import { formatInstant } from '../../contract/instant.ts';
import { hasResults } from '../../domain/results/standings.ts';
import { plainLine } from '../../domain/text/plain-line.ts';
import { escaped } from '../../http/answers/page-layout.ts';
import { raceTitle } from '../../notify/messages/message.ts';
import { shortText } from '../../notify/messages/short-text.ts';
import { raceState } from '../../renderings/preview.ts';
import type { Language } from '../../words/languages.ts';
import { messageWords, pageWords } from '../../words/words.ts';
import { SERVICE_NAME } from '../pages/page-head.ts';

/** Readers ask every quarter of an hour or so; a regatta rows fewer races in that time. */
const MAX_ENTRIES = 50;
/** Readers list titles in one line. */
const MAX_NOTICE_TITLE = 80;

interface Feed {
  event: BoardEvent;
  isTrial: boolean;
  /** As the public may see them. */
  races: readonly BoardRace[];
  /** Newest first. */
  notices: readonly BoardNotice[];
  /** Of the board, in epoch milliseconds: for a feed without entries. */
  updatedAt: number;
  publicUrl: string;
  /** What the ids of this installation have in them; no two installations share it. */
  domain: string;
}

/** The text of the feed. Ids stay the same when the address of the service changes (RFC 4151). */
export function resultsFeed(feed: Feed, language: Language): string {
  const { event, isTrial, updatedAt, publicUrl, domain } = feed;
  const shown = event.status === 'announced' ? noticeEntries(feed) : raceEntries(feed, language);
  const url = `${publicUrl}/events/${event.id}`;
  const id = `tag:${domain},2026:event-${event.id}`;
  const { results, trial } = pageWords(language);
  const entries = shown.map((entry) => [
    '<entry>',
    `<id>${id}-${entry.id}</id>`,
    `<title>${escaped(entry.title)}</title>`,
    `<updated>${entry.updated}</updated>`,
    `<link rel="alternate" href="${escaped(url + entry.path)}"/>`,
    `<summary>${escaped(entry.summary)}</summary>`,
    '</entry>',
  ]);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${id}</id>`,
    `<title>${escaped(results(plainLine(event.name)))}</title>`,
    ...(isTrial ? [`<subtitle>${escaped(trial)}</subtitle>`] : []),
    `<updated>${shown[0]?.updated ?? formatInstant(updatedAt)}</updated>`,
    `<author><name>${SERVICE_NAME}</name></author>`,
    `<link rel="alternate" type="text/html" href="${escaped(url)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(`${url}/results.atom?lang=${language}`)}"/>`,
    ...entries.flat(),
    '</feed>',
    '',
  ].join('\n');
}

/** An entry of the feed. */
interface Entry {
  /** What its id ends in. */
  id: string;
  title: string;
  /** RFC 3339. */
  updated: string;
  /** Below the address of the board. */
  path: string;
  summary: string;
}

function raceEntries({ races, event }: Feed, language: Language): Entry[] {
  return races
    .filter(({ lanes }) => hasResults(lanes))
    .flatMap((race) => (race.resultsAt === null ? [] : { race, at: race.resultsAt }))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.race.raceNumber - a.race.raceNumber)
    .slice(0, MAX_ENTRIES)
    .map(({ race, at }) => ({
      id: `race-${race.id}`,
      title: raceTitle(race, messageWords(language)),
      updated: at,
      path: `/races/${race.raceNumber}`,
      summary: raceState(race, event, language),
    }));
}

/** What there is to read of an event before its races. */
function noticeEntries({ notices }: Feed): Entry[] {
  return notices.map(({ id, text, postedAt }) => ({
    id: `notice-${id}`,
    title: shortText(text, MAX_NOTICE_TITLE),
    updated: postedAt,
    path: '#notices',
    summary: plainLine(text),
  }));
}
