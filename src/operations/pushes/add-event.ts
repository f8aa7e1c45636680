/**
 * Adds an event, with or without a draft of its schedule, as the first entry of its history. A person who is signed in
 * adds it to a club, empty or as a copy of an earlier event.
 */
import type { Turn } from '../../concurrency/turn-queue.ts';
import { may, maySeeClub, noSuchClub } from '../../domain/accounts/roles.ts';
import type { Lane } from '../../domain/draw/lane.ts';
import {
  type EventFacts,
  MAX_EVENTS_A_DAY,
  tooManyEvents,
} from '../../domain/event/event-rules.ts';
import { objectionToSize, sizeOf } from '../../domain/event/event-size.ts';
import { type LookFacts, lookView, NO_LOOK } from '../../domain/event/look.ts';
import {
  DEFAULT_SETTINGS,
  firstState,
  type ScheduleSettings,
  settingsOf,
} from '../../domain/event/schedule.ts';
import {
  aLane,
  anEvent,
  aRace,
  aSchedule,
  type Change,
  laneFacts,
} from '../../domain/history/changes.ts';
import { copyRaces, copyRules } from '../../domain/races/copy-programme.ts';
import type { Race } from '../../domain/races/race.ts';
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import { managesEvent } from '../../storage/accounts/access.ts';
import { exists, insertEvent } from '../../storage/accounts/accounts.ts';
import {
  noteResult,
  type Repeatable,
  takeIdempotencyKey,
} from '../../storage/accounts/idempotency.ts';
import type { Database, Write } from '../../storage/engine/database.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import {
  columnsOf,
  copyLogo,
  createdEventBefore,
  findEventFacts,
} from '../../storage/event/events.ts';
import { insertLanes, listLanesChangedSince } from '../../storage/event/lanes.ts';
import { applyRaceSteps, listRaces } from '../../storage/event/races.ts';
import { findSchedule, insertSchedule } from '../../storage/event/schedules.ts';
import { recordChanges } from '../../storage/history/history.ts';
import { signedIn, standingIn } from '../accounts/account-operation.ts';
import { type Actor, signedInPerson } from '../actor.ts';

export interface NewEvent
  extends Omit<EventFacts, 'trial' | 'archived' | 'announced' | 'noindex' | keyof LookFacts> {
  trial?: boolean;
  /** Left out for the usual look. */
  look?: LookFacts | undefined;
  clubId: number;
  creatorId: number;
}

/** What the schedule of a new event begins with. */
export interface Programme {
  settings: ScheduleSettings;
  /** Copies of races, with the ids of their originals. */
  races: readonly Race[];
  /** The lanes of the races that are copied, by the ids of these. */
  lanes: ReadonlyMap<number, readonly Lane[]>;
}

/** @param programme left out for an event without a schedule @returns the id of the event */
export async function addEvent(
  tx: Write,
  { author }: Pick<Actor, 'author'>,
  event: NewEvent,
  programme?: Programme,
): Promise<number> {
  const now = Date.now();
  const { clubId, creatorId, trial = false, look, ...facts } = event;
  const after = { ...facts, ...look, trial, archived: false, announced: false, noindex: false };
  const eventId = await insertEvent(tx, {
    club_id: clubId,
    creator_id: creatorId,
    ...columnsOf({ ...NO_LOOK, ...after }),
    created_at: now,
  });
  const changes: Change[] = [{ ...anEvent(after), before: null, after }];
  if (programme) changes.push(...(await addProgramme(tx, { eventId, now }, programme)));
  const operation = 'add-event';
  await recordChanges(tx, { eventId, author, now, operation, changes, undoOf: null });
  return eventId;
}

async function addProgramme(
  tx: Write,
  { eventId, now }: { eventId: number; now: number },
  { settings, races, lanes }: Programme,
): Promise<Change[]> {
  const state = { status: 'draft' as const, ...settings };
  const start = firstState(now);
  await insertSchedule(tx, { eventId, ...state, ...start });
  const ids = await reserveIds(tx, 'races', races.length);
  const copies = races.map((race, index) => ({ ...race, id: ids[index] as number }));
  const steps = copies.map(({ id, ...after }) => ({ id, before: null, after }));
  await applyRaceSteps(tx, eventId, steps, start.revision);
  const rules = copyRules(lanes, new Map(races.map(({ id }, index) => [id, ids[index] as number])));
  const ruled = copies.flatMap((race) =>
    (rules.get(race.id) ?? []).map((lane) => ({ race, lane })),
  );
  await insertLanes(
    tx,
    ruled.map(({ race, lane: { team: _, ...lane } }) => ({
      ...lane,
      raceId: race.id,
      teamId: null,
    })),
  );
  const isNew = <Facts extends object>(after: Facts) => ({ before: null, after: { ...after } });
  return [
    { ...aSchedule, ...isNew(state) },
    ...steps.map(({ id, after }) => ({ ...aRace(id, after), ...isNew(after) })),
    ...ruled.map(({ race, lane }) => ({
      ...aLane(race, lane.position),
      ...isNew(laneFacts(lane)),
    })),
  ];
}

/** What is wanted of the new event. A copy has the zone and place of its original, unless others are given. */
interface EventWish
  extends Omit<NewEvent, 'creatorId' | 'timezone' | 'city' | 'country' | 'trial' | 'look'> {
  trial?: boolean | undefined;
  timezone?: string | null | undefined;
  city?: string | undefined;
  country?: string | undefined;
  /** The event to copy. */
  copyFrom?: number | null | undefined;
}

interface Creation {
  /** Who creates it. */
  userId: number;
  wish: EventWish;
  /** Left out when a repeat of the request may make another event. */
  repeatable?: Repeatable | undefined;
  turn: Turn;
}

/** Creates an event, or finds the one that the same request has made before. @returns its id, or why there is none */
export function createEvent(database: Database, creation: Creation): Promise<number | Refusal> {
  const { wish, turn } = creation;
  const work = (tx: Write) => create(tx, creation);
  // The event that is copied must not change meanwhile.
  return wish.copyFrom
    ? database.writeEvent(wish.copyFrom, work, { turn })
    : database.write(work, { turn });
}

async function create(
  tx: Write,
  { userId, wish, repeatable }: Creation,
): Promise<number | Refusal> {
  const standing = await standingIn(tx, signedIn(userId), wish.clubId);
  const isThere = await exists(tx, 'clubs', wish.clubId);
  if (!isThere || !maySeeClub(standing)) return noSuchClub();
  if (!may(standing.role, 'manage-events')) {
    return new Refusal('forbidden', 'Events are created by the schedule managers of a club.');
  }
  if (repeatable) {
    const before = await takeIdempotencyKey(tx, userId, repeatable, Date.now());
    if (before !== undefined) return before instanceof Refusal ? before : madeBefore(tx, before);
  }
  const hundredth = await createdEventBefore(tx, userId, MAX_EVENTS_A_DAY);
  const tooMany = tooManyEvents(hundredth, Date.now());
  if (tooMany) return tooMany;
  const copied = await programmeOf(tx, userId, wish);
  if (copied instanceof Refusal) return copied;
  const { copyFrom: _, ...facts } = wish;
  const event = {
    ...facts,
    creatorId: userId,
    trial: wish.trial ?? false,
    timezone: copied.timezone,
    city: wish.city ?? copied.city,
    country: wish.country ?? copied.country,
    look: copied.look,
  };
  const eventId = await addEvent(tx, signedInPerson(userId), event, copied.programme);
  if (wish.copyFrom && copied.look?.logo) await copyLogo(tx, wish.copyFrom, eventId);
  if (repeatable) await noteResult(tx, userId, repeatable.key, eventId);
  return eventId;
}

async function madeBefore(tx: Write, eventId: number): Promise<number | Refusal> {
  if (await exists(tx, 'events', eventId)) return eventId;
  return conflict('The event was made already, and has been removed since.');
}

interface Copied {
  timezone: string | null;
  city: string;
  country: string;
  /** Left out where nothing of it is set. */
  look?: LookFacts | undefined;
  programme: Programme;
}

async function programmeOf(
  tx: Write,
  userId: number,
  { copyFrom, start, timezone }: EventWish,
): Promise<Copied | Refusal> {
  if (!copyFrom) {
    const programme = { settings: DEFAULT_SETTINGS, races: [], lanes: new Map() };
    return { timezone: timezone ?? null, city: '', country: '', programme };
  }
  const event = await findEventFacts(tx, copyFrom);
  if (!event || !(await managesEvent(tx, userId, copyFrom))) {
    return invalid([{ field: 'copyFrom', detail: 'names no event that you manage' }]);
  }
  const zone = timezone === undefined ? event.timezone : timezone;
  const schedule = await findSchedule(tx, copyFrom);
  const stored = await listRaces(tx, copyFrom);
  const races = stored.map(({ revision: _, resultsAt: __, ...race }) => race);
  const lanes = await listLanesChangedSince(tx, copyFrom, 0);
  const tooLarge = objectionToSize({}, sizeOf({ races, teams: [], lanes: withRules(lanes) }));
  if (tooLarge) return tooLarge;
  return {
    timezone: zone,
    city: event.city,
    country: event.country,
    look: ownLook(event),
    programme: {
      settings: settingsOf(schedule ?? DEFAULT_SETTINGS),
      races: copyRaces(races, event, { start, timezone: zone }),
      lanes,
    },
  };
}

/** @returns `undefined` where nothing of it is set */
function ownLook({ accent, links, sponsor, logo }: LookFacts): LookFacts | undefined {
  const look = { accent, links, sponsor, logo };
  return lookView(look) ? look : undefined;
}

/** The lanes with a rule, because only these are copied. */
function withRules(lanes: ReadonlyMap<number, readonly Lane[]>): Map<number, Lane[]> {
  return new Map([...lanes].map(([id, ofRace]) => [id, ofRace.filter(({ from }) => from)]));
}
