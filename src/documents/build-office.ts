/** Builds the race office's document of an event: all of it with ids, unmasked. */
import type { Office, OfficeCrew, OfficeRace } from '../contract/console/office.ts';
import { formatInstant } from '../contract/instant.ts';
import { isSame } from '../domain/changes.ts';
import { differsFromRules, proposalOf, resolveRules } from '../domain/draw-proposal.ts';
import { noticeView } from '../domain/notice-rules.ts';
import { officeDays, officeRace } from '../domain/office-view.ts';
import { settingsOf } from '../domain/schedule.ts';
import { Publication } from '../http/publication.ts';
import { Representation, tagOf } from '../http/representation.ts';
import { findConsoleEvent } from '../storage/console-events.ts';
import type { Queries } from '../storage/database.ts';
import { countFollowersOf } from '../storage/follower-counts.ts';
import { newestNumber } from '../storage/history.ts';
import { listNotices } from '../storage/notices.ts';
import { findSchedule, listDelays } from '../storage/schedules.ts';
import { listTeams } from '../storage/teams.ts';
import { findAttention, findTwins, type Twins } from './office-attention.ts';
import { documentText, type EstimatedFragment, listEstimatedFragments } from './race-fragments.ts';

export interface OfficeDocument {
  eventId: number;
  /** How many entries the history of the event has. */
  revision: number;
  /** When it was read, in milliseconds of a monotonic clock. */
  readAt: number;
  representation: Representation;
  /** Ready to be sent. */
  publication: Publication;
  /** Of the schedule, with the fragments of its races. */
  built: { revision: number; races: Map<number, EstimatedFragment<OfficeRace>>; twins: Twins };
}

/**
 * @param before what was built before, if anything; it is left as it is
 * @returns `undefined` when there is no such event
 */
export async function buildOffice(
  db: Queries,
  eventId: number,
  before: OfficeDocument | undefined,
): Promise<OfficeDocument | undefined> {
  const [readAt, now] = [performance.now(), Date.now()];
  const event = await findConsoleEvent(db, eventId);
  if (!event) return undefined;
  const revision = await newestNumber(db, eventId);
  const schedule = await findSchedule(db, eventId);
  const delays = await listDelays(db, eventId);
  const races = schedule
    ? await listEstimatedFragments(
        db,
        schedule,
        { delays, before: before?.built },
        (race, lanes, late) => officeRace(race, lanes, schedule, late),
      )
    : new Map<number, EstimatedFragment<OfficeRace>>();
  const differing = proposeDraws(races);
  const crews: OfficeCrew[] = await listTeams(db, eventId);
  const twins = findTwins(crews, before?.built.twins);
  const days = Array.from(races.values(), (part) => part.venueDay);
  const head: Omit<Office, 'races'> = {
    revision,
    event,
    status: schedule?.status ?? null,
    settings: schedule ? settingsOf(schedule) : null,
    days: officeDays(event, days, delays),
    crews,
    notices: (await listNotices(db, eventId, now)).map(noticeView),
    attention: schedule ? await findAttention(db, schedule, { races, differing, twins }, now) : [],
    followers: await countFollowersOf(db, eventId),
    updatedAt: schedule ? formatInstant(schedule.updatedAt) : null,
  };
  const text = documentText(head, races.values());
  // The revision, and what else may have changed, such as how many follow.
  const etag = `W/"${revision}-${tagOf(text).replace(/^W\/"|"$/g, '')}"`;
  const bytes = before?.representation.etag === etag ? bytesOf(before) : published(etag, text);
  return {
    eventId,
    revision,
    readAt,
    ...bytes,
    built: { revision: schedule?.revision ?? 0, races, twins },
  };
}

type Bytes = Pick<OfficeDocument, 'representation' | 'publication'>;

function bytesOf({ representation, publication }: Bytes): Bytes {
  return { representation, publication };
}

function published(etag: string, text: string): Bytes {
  const representation = new Representation(etag, Buffer.from(text), 'low');
  const fields = ['cache-control', 'no-store'];
  return {
    representation,
    publication: new Publication(representation, 'application/json', fields),
  };
}

/**
 * Says of each race what its rules name now: it may have changed with the results of other races.
 *
 * @returns the ids of the races in which other crews are drawn
 */
function proposeDraws(races: Map<number, EstimatedFragment<OfficeRace>>): Set<number> {
  const differing = new Set<number>();
  for (const [id, fragment] of races) {
    const { race } = fragment;
    const outcomes = resolveRules(race.lanes, (source) => races.get(source)?.race);
    if (differsFromRules(race.lanes, outcomes)) differing.add(id);
    const draw = proposalOf(outcomes);
    if (isSame(race.draw, draw)) continue;
    const proposed = { ...race, draw };
    races.set(id, { ...fragment, race: proposed, json: JSON.stringify(proposed) });
  }
  return differing;
}
