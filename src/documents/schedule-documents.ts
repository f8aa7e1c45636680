/** The full read of a schedule, cached as bytes under its revision. Every request looks up the revision. */
import type { Schedule as ScheduleAnswer } from '../contract/schedule.ts';
import { type Schedule, summaryOf } from '../domain/event/schedule.ts';
import { byRunningOrder, raceView } from '../domain/races/race.ts';
import { bytesOf, Representation } from '../http/answers/representation.ts';
import type { Database, Queries } from '../storage/engine/database.ts';
import { findSchedule } from '../storage/event/schedules.ts';
import { DocumentCache } from './document-cache.ts';
import {
  buildFragments,
  type ChangedRaces,
  documentParts,
  loadChangedRaces,
  type RaceFragment,
} from './race-fragments.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** The fragments take about as much again as the document itself. */
const BYTES_FACTOR = 2;

interface ScheduleDocument {
  revision: number;
  rowRevision: number;
  races: Map<number, RaceFragment>;
  representation: Representation;
}

export class ScheduleDocuments {
  private readonly cache: DocumentCache<ScheduleDocument>;

  constructor(database: Database) {
    this.cache = new DocumentCache({
      losses: () => database.connections.losses(),
      build: async (eventId, before) => {
        const loaded = await database.snapshot((tx) => loadSchedule(tx, eventId, before));
        return loaded && buildSchedule(loaded, before);
      },
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

/** The ETag of a schedule's document, which needs no document to be built. @param updatedAt epoch milliseconds */
export function scheduleEtag(revision: number, updatedAt: number): string {
  return `W/"${revision}-${updatedAt.toString(36)}"`;
}

interface LoadedSchedule {
  schedule: Schedule;
  changed: ChangedRaces;
}

async function loadSchedule(
  db: Queries,
  eventId: number,
  before: ScheduleDocument | undefined,
): Promise<LoadedSchedule | undefined> {
  const schedule = await findSchedule(db, eventId);
  return schedule && { schedule, changed: await loadChangedRaces(db, schedule, before) };
}

/** Called after the snapshot has ended, because others wait for its connection. */
async function buildSchedule(
  { schedule, changed }: LoadedSchedule,
  before: ScheduleDocument | undefined,
): Promise<ScheduleDocument> {
  const { revision, rowRevision, updatedAt, laneScheme, eventName, timezone } = schedule;
  const races = await buildFragments(changed, before?.races, (race, lanes): RaceFragment => {
    const { scheduledAt, raceNumber } = race;
    return { scheduledAt, raceNumber, json: JSON.stringify(raceView(race, lanes, laneScheme)) };
  });
  const head: Omit<ScheduleAnswer, 'races'> = { ...summaryOf(schedule), eventName, timezone };
  const ordered = [...races.values()].sort(byRunningOrder);
  const { bytes } = await bytesOf(documentParts(head, ordered));
  const etag = scheduleEtag(revision, updatedAt);
  return { revision, rowRevision, races, representation: new Representation(etag, bytes) };
}
