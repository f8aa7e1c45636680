/** Reads all of an event from one snapshot. */
import { lookView } from '../../domain/event/look.ts';
import type { WholeEvent } from '../../exchange/event-file.ts';
import type { Database } from '../../storage/engine/database.ts';
import { findEventFacts, findLogo } from '../../storage/event/events.ts';
import { listNotices } from '../../storage/event/notices.ts';
import { loadWhole } from '../load-rows.ts';

/** @param now epoch milliseconds @returns `undefined` when there is no such event */
export function loadEvent(
  database: Database,
  eventId: number,
  now: number,
): Promise<WholeEvent | undefined> {
  return database.snapshot(async (tx) => {
    const facts = await findEventFacts(tx, eventId);
    if (!facts) return undefined;
    const { name, start: startDate, end: endDate, timezone, city, country: countryCode } = facts;
    const look = lookView(facts);
    const logo = look?.logo ? await findLogo(tx, eventId) : undefined;
    return {
      id: eventId,
      ...{ name, startDate, endDate, timezone, city, countryCode },
      look: look && { ...look, logo: logo?.bytes.toString('base64') ?? null },
      ...(await loadWhole(tx, eventId)),
      notices: await listNotices(tx, eventId, now),
    };
  });
}
