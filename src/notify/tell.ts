/** Passes news on: gives every device that is to hear of them a delivery. */
import type { Database, Write } from '../storage/database.ts';
import { insertDeliveries, listFollowers } from '../storage/deliveries.ts';
import { closeNews, markTold, type News } from '../storage/outbox.ts';
import { lookUpTelling } from './telling.ts';

/** More at once would hold up the writes of the same event. */
const PAGE_DEVICES = 1000;

/**
 * Passes news on, page by page: the writes of timing computers go in between. What becomes news
 * meanwhile starts the telling anew.
 *
 * @param clock epoch milliseconds
 */
export async function tellNews(
  database: Database,
  news: News,
  boardUrl: string,
  clock: () => number,
): Promise<void> {
  let open: News | undefined = news;
  while (open) {
    const page: News = open;
    // Under the event's lock, so that nothing changes between the look and the closing of the row.
    const tell = (tx: Write) => tellPage(tx, page, boardUrl, clock());
    open = await database.writeEvent(news.eventId, tell, { usesReserve: true });
  }
}

/** @returns the news with the next page still to tell, or nothing when that was all */
async function tellPage(
  tx: Write,
  news: News,
  boardUrl: string,
  now: number,
): Promise<News | undefined> {
  const telling = await lookUpTelling(tx, news, now, boardUrl);
  const isAsBefore = news.toldTo === 0 && telling?.state === news.stateBefore;
  if (!telling || isAsBefore) {
    await closeNews(tx, news);
    return undefined;
  }
  const { audience, expiresAt } = telling;
  const devices = await listFollowers(tx, news.eventId, audience, news.toldTo, PAGE_DEVICES);
  const toldTo = devices.at(-1);
  if (toldTo === undefined) {
    await closeNews(tx, news);
    return undefined;
  }
  // When others have joined since the row was read, its telling starts anew, by itself.
  if (!(await markTold(tx, news, toldTo))) return undefined;
  await insertDeliveries(tx, news, audience, [news.toldTo, toldTo], { dueAt: now, expiresAt });
  const told = { ...news, toldTo };
  if (devices.length === PAGE_DEVICES) return told;
  await closeNews(tx, told);
  return undefined;
}
