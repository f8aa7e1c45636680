/** Fan-out: gives every device that follows some news a delivery of its own. */
import { LONGEST_NEWS_WAIT_MILLIS } from '../../domain/queue-rules.ts';
import type { Database, Write } from '../../storage/engine/database.ts';
import { insertDeliveries, listFollowers } from '../../storage/following/audiences.ts';
import { closeNews, type News, putOffNews, saveProgress } from '../../storage/queue/outbox.ts';
import { NOT_YET } from './current-news.ts';
import { lookUpNews } from './look-up-news.ts';

/** How long news that have to wait (`NOT_YET`) are put off before they are looked up again. */
const LOOK_AGAIN_MILLIS = LONGEST_NEWS_WAIT_MILLIS;
/** A larger page would hold up the writes of the same event. */
const PAGE_DEVICES = 1000;

/**
 * Writes the deliveries page by page, so that the writes of timing computers get in between. When the race
 * or the day changes meanwhile, the fan-out starts again from the first device.
 *
 * @param clock epoch milliseconds
 */
export async function fanOut(
  database: Database,
  news: News,
  boardUrl: string,
  clock: () => number,
): Promise<void> {
  let open: News | undefined = news;
  while (open) {
    const page: News = open;
    // Under the event's lock, so that nothing changes between the look-up and the closing of the row.
    const write = (tx: Write) => fanOutPage(tx, page, boardUrl, clock());
    open = await database.writeEvent(news.eventId, write, { usesReserve: true });
  }
}

/** @returns the news, at the next page to write; `undefined` when this was the last page */
async function fanOutPage(
  tx: Write,
  news: News,
  boardUrl: string,
  now: number,
): Promise<News | undefined> {
  const current = await lookUpNews(tx, news, now, boardUrl);
  if (current === NOT_YET) {
    await putOffNews(tx, news, now + LOOK_AGAIN_MILLIS);
    return undefined;
  }
  const isAsBefore = news.doneUpTo === 0 && current?.state === news.stateBefore;
  const devices =
    current && !isAsBefore
      ? await listFollowers(tx, news.eventId, current.audience, {
          after: news.doneUpTo,
          limit: PAGE_DEVICES,
        })
      : [];
  const doneUpTo = devices.at(-1);
  if (!current || doneUpTo === undefined) {
    await closeNews(tx, news);
    return undefined;
  }
  // If the row has changed since it was read, its new due time brings another fan-out.
  if (!(await saveProgress(tx, news, doneUpTo))) return undefined;
  const { audience, expiresAt } = current;
  const page = { after: news.doneUpTo, upTo: doneUpTo, dueAt: now, expiresAt };
  await insertDeliveries(tx, news, audience, page);
  const rest = { ...news, doneUpTo };
  if (devices.length === PAGE_DEVICES) return rest;
  await closeNews(tx, rest);
  return undefined;
}
