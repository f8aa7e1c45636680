/** Adds an event, with a draft of its schedule or without. It begins the history of the event. */
import type { Lane } from '../../domain/draw/lane.ts';
import { laneFacts } from '../../domain/event/difference.ts';
import type { EventFacts } from '../../domain/event/event-rules.ts';
import { type LookFacts, NO_LOOK } from '../../domain/event/look.ts';
import { firstState, type ScheduleSettings } from '../../domain/event/schedule.ts';
import { aLane, anEvent, aRace, aSchedule, type Change } from '../../domain/history/changes.ts';
import { copyRules } from '../../domain/races/copy-programme.ts';
import type { Race } from '../../domain/races/plan-races.ts';
import { insertEvent } from '../../storage/accounts/accounts.ts';
import type { Write } from '../../storage/engine/database.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { columnsOf } from '../../storage/event/events.ts';
import { insertLanes } from '../../storage/event/lanes.ts';
import { applyRaceSteps } from '../../storage/event/races.ts';
import { insertSchedule } from '../../storage/event/schedules.ts';
import { recordChanges } from '../../storage/history/history.ts';
import type { Actor } from '../actor.ts';

export interface NewEvent
  extends Omit<EventFacts, 'trial' | 'archived' | 'announced' | 'noindex' | keyof LookFacts> {
  trial?: boolean;
  /** Left out of an event that looks like any other. */
  look?: LookFacts | undefined;
  clubId: number;
  creatorId: number;
}

/** With what the schedule of a new event begins. */
export interface Programme {
  settings: ScheduleSettings;
  /** With the ids of the races that they are copies of. */
  races: readonly Race[];
  /** Of those races, by their ids. */
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
