/** Publishing: what crews will see, and what has changed since they last saw it; publish, un-publish. */
import type { Publication } from '../../contract/console/events.ts';
import { formatInstant } from '../../contract/instant.ts';
import { publicChanges } from '../../domain/event/public-changes.ts';
import { withoutErasures } from '../../domain/history/changes.ts';
import { loadWhole } from '../../operations/load-rows.ts';
import { publishAndNotify, unpublishSchedule } from '../../operations/pushes/schedule.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { measureEvent } from '../../storage/event/event-size.ts';
import { wasPublished } from '../../storage/event/events.ts';
import { findSchedule } from '../../storage/event/schedules.ts';
import { countFollowersOf } from '../../storage/following/follower-counts.ts';
import { findNewestOf, listLaterEntries, newestNumber } from '../../storage/history/history.ts';
import { type ConsoleRoute, route } from '../route.ts';
import { officeRoute } from './office-route.ts';

export const PUBLICATION_ROUTES: readonly ConsoleRoute[] = [
  officeRoute('POST /events/{eventId}/publish', {
    operation: publishAndNotify,
    input: ({ notify = false }) => ({ notify }),
    answer: ({ schedule: { status }, result }) => ({ status, told: result }),
  }),
  officeRoute('POST /events/{eventId}/unpublish', {
    operation: unpublishSchedule,
    input: () => {},
    answer: ({ schedule: { status } }) => ({ status }),
  }),
  route('GET /events/{eventId}/publication', ({ console: { database }, found: eventId }) =>
    database.snapshot((tx) => publicationOf(tx, eventId)),
  ),
];

/** How many changes are listed: a page shows a few, and the programme of a large regatta has this many. */
const MAX_CHANGES = 1000;

async function publicationOf(db: Queries, eventId: number): Promise<Publication> {
  const schedule = await findSchedule(db, eventId);
  const { races = 0, crews = 0 } = await measureEvent(db, eventId, ['races', 'crews']);
  const takenBack =
    schedule?.status === 'draft'
      ? await findNewestOf(db, eventId, 'unpublish-schedule')
      : undefined;
  const later = takenBack ? await listLaterEntries(db, eventId, takenBack.number) : [];
  const changesSince = withoutErasures(later)
    .toReversed()
    .flatMap(({ changes }) => changes.toReversed());
  const changes =
    changesSince.length > 0 ? publicChanges(await loadWhole(db, eventId), changesSince) : [];
  return {
    revision: await newestNumber(db, eventId),
    status: schedule?.status ?? null,
    wasPublished: await wasPublished(db, eventId),
    followersTold: schedule?.followersTold ?? false,
    seenUntil: takenBack ? formatInstant(takenBack.at) : null,
    races,
    crews,
    followers: await countFollowersOf(db, eventId),
    changes: changes.slice(0, MAX_CHANGES),
    changeCount: changes.length,
  };
}
