/** The full read of a schedule, ready as bytes under its revision, which every request looks up. */
import type { Schedule as ScheduleAnswer } from '../contract/schedule.ts';
import { raceView } from '../domain/race-view.ts';
import { Representation } from '../http/representation.ts';
import type { Database, Queries } from '../storage/database.ts';
import { findSchedule } from '../storage/schedules.ts';
import { DocumentCache } from './document-cache.ts';
import { documentText, listFragments, type RaceFragment } from './race-fragments.ts';
import { summaryOf } from '../domain/schedule-summary.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** The fragments take about as much again as the document itself. */
const BYTES_FACTOR = 2;

interface ScheduleDocument {
  revision: number;
  races: Map<number, RaceFragment>;
  representation: Representation;
}

export class ScheduleDocuments {
  private readonly cache: DocumentCache<ScheduleDocument>;

  constructor(database: Database) {
    this.cache = new DocumentCache({
      losses: () => database.connections.losses(),
      build: (eventId, before) => database.snapshot((tx) => buildSchedule(tx, eventId, before)),
      bytesFactor: BYTES_FACTOR,
      maxBytes: MAX_BYTES,
    });
  }

  /**
   * The document of an event's schedule at a revision or later.
   *
   * @returns `undefined` when the event has no schedule
   */
  get(eventId: number, revision: number): Representation | Promise<Representation | undefined> {
    const document = this.cache.atHand(eventId);
    return document && document.revision >= revision
      ? document.representation
      : this.cache.get(eventId, revision).then((built) => built?.representation);
  }
}

/** The tag of a schedule's document; it needs no document to be known. */
export function scheduleEtag(revision: number, updatedAt: number): string {
  return `W/"${revision}-${updatedAt.toString(36)}"`;
}

async function buildSchedule(
  db: Queries,
  eventId: number,
  before: ScheduleDocument | undefined,
): Promise<ScheduleDocument | undefined> {
  const schedule = await findSchedule(db, eventId);
  if (!schedule) return undefined;
  const { revision, updatedAt, laneScheme, eventName, timezone } = schedule;
  const races = await listFragments(db, schedule, before, (race, lanes): RaceFragment => {
    const { scheduledAt, raceNumber } = race;
    return { scheduledAt, raceNumber, json: JSON.stringify(raceView(race, lanes, laneScheme)) };
  });
  const head: Omit<ScheduleAnswer, 'races'> = { ...summaryOf(schedule), eventName, timezone };
  const bytes = Buffer.from(documentText(head, races.values()));
  const etag = scheduleEtag(revision, updatedAt);
  return { revision, races, representation: new Representation(etag, bytes) };
}
