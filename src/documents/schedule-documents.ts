/**
 * The full read of a schedule, ready as bytes. A document is built when its schedule has moved to
 * another revision, once however many requests wait for it, and only the races that have changed
 * are serialised again. After a fail-over a schedule may be back at an earlier revision, so whenever
 * connections were lost, everything is built anew.
 */
import type { Schedule as ScheduleAnswer } from '../contract/schedule.ts';
import { raceView } from '../domain/race-view.ts';
import { byRunningOrder } from '../domain/running-order.ts';
import type { Schedule } from '../domain/schedule.ts';
import { Representation } from '../http/representation.ts';
import type { Database, Queries } from '../storage/database.ts';
import { listLanesChangedSince } from '../storage/lanes.ts';
import { listRacesChangedSince } from '../storage/races.ts';
import { findSchedule } from '../storage/schedules.ts';
import { summaryOf } from './schedule-summary.ts';

/** The bytes of all kept documents together; those built longest ago are forgotten above it. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

interface RaceFragment {
  scheduledAt: number;
  raceNumber: number;
  json: string;
}

interface Document {
  revision: number;
  /** How many connections had been lost when it was begun. */
  losses: number;
  races: Map<number, RaceFragment>;
  representation: Representation;
}

export class ScheduleDocuments {
  private readonly database: Database;
  private readonly kept = new Map<number, Document>();
  private readonly building = new Map<number, Promise<Document | undefined>>();
  private keptBytes = 0;
  /** How many connections had been lost when the first of the kept documents was begun. */
  private keptLosses = 0;

  constructor(database: Database) {
    this.database = database;
  }

  /**
   * The document of an event's schedule at a revision or later.
   *
   * @returns `undefined` when the event has no schedule
   */
  get(eventId: number, revision: number): Representation | Promise<Representation | undefined> {
    this.forgetOldServer();
    const document = this.kept.get(eventId);
    return document && document.revision >= revision
      ? document.representation
      : this.build(eventId, revision);
  }

  private async build(eventId: number, revision: number): Promise<Representation | undefined> {
    let building = this.building.get(eventId);
    if (!building) {
      building = this.rebuild(eventId).finally(() => this.building.delete(eventId));
      this.building.set(eventId, building);
    }
    const document = await building;
    // The server may have been replaced meanwhile by one that knows less of the schedule.
    if (document && document.losses !== this.losses()) return this.build(eventId, 0);
    // A build that began before the revision was committed may have missed it.
    if (document && document.revision < revision) return this.build(eventId, revision);
    return document?.representation;
  }

  private async rebuild(eventId: number): Promise<Document | undefined> {
    this.forgetOldServer();
    const losses = this.keptLosses;
    const old = this.kept.get(eventId);
    const built = await this.database.snapshot((tx) => buildDocument(tx, eventId, old));
    const document = built && { ...built, losses };
    if (document && losses === this.losses()) this.keep(eventId, document);
    return document;
  }

  private losses(): number {
    return this.database.connections.losses();
  }

  private forgetOldServer(): void {
    if (this.keptLosses === this.losses()) return;
    this.keptLosses = this.losses();
    this.kept.clear();
    this.keptBytes = 0;
  }

  private keep(eventId: number, document: Document): void {
    this.forget(eventId);
    this.kept.set(eventId, document);
    this.keptBytes += bytesOf(document);
    for (const [oldest] of this.kept) {
      if (this.keptBytes <= MAX_KEPT_BYTES || oldest === eventId) break;
      this.forget(oldest);
    }
  }

  private forget(eventId: number): void {
    const document = this.kept.get(eventId);
    if (!document) return;
    this.kept.delete(eventId);
    this.keptBytes -= bytesOf(document);
  }
}

/** The fragments hold about as much again as the document itself. */
function bytesOf(document: Document): number {
  return document.representation.length * 2;
}

/** The tag of a schedule's document; it needs no document to be known. */
export function scheduleEtag(revision: number, updatedAt: number): string {
  return `W/"${revision}-${updatedAt.toString(36)}"`;
}

async function buildDocument(
  db: Queries,
  eventId: number,
  old: Document | undefined,
): Promise<Omit<Document, 'losses'> | undefined> {
  const schedule = await findSchedule(db, eventId);
  if (!schedule) return undefined;
  const { revision, baseRevision, updatedAt } = schedule;
  const base = old && old.revision >= baseRevision ? old : undefined;
  const races = new Map(base?.races);
  const since = base?.revision ?? 0;
  const changed = await listRacesChangedSince(db, eventId, since);
  const lanes = await listLanesChangedSince(db, eventId, since);
  for (const race of changed) {
    const view = raceView(race, lanes.get(race.id) ?? [], schedule.laneScheme);
    const { scheduledAt, raceNumber } = race;
    races.set(race.id, { scheduledAt, raceNumber, json: JSON.stringify(view) });
  }
  const bytes = Buffer.from(documentText(schedule, races.values()));
  return {
    revision,
    races,
    representation: new Representation(scheduleEtag(revision, updatedAt), bytes),
  };
}

function documentText(schedule: Schedule, races: Iterable<RaceFragment>): string {
  const head: Omit<ScheduleAnswer, 'races'> = {
    ...summaryOf(schedule),
    eventName: schedule.eventName,
    timezone: schedule.timezone,
  };
  const list = [...races]
    .sort(byRunningOrder)
    .map(({ json }) => json)
    .join(',');
  return `${JSON.stringify(head).slice(0, -1)},"races":[${list}]}`;
}
