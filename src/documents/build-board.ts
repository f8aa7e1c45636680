/** Builds the board of an event: its schedule as the public may see it. */
import type { Board, BoardCrew, BoardEvent, BoardRace } from '../contract/board.ts';
import { formatInstant } from '../contract/instant.ts';
import { boardDays, boardRace, estimatedAt } from '../domain/board-view.ts';
import type { Lane } from '../domain/lane.ts';
import { isScored } from '../domain/standings.ts';
import type { Race } from '../domain/plan-races.ts';
import { venueDay } from '../domain/race-day.ts';
import type { Schedule } from '../domain/schedule.ts';
import { Representation, tagOf } from '../http/representation.ts';
import { findBoardEvent, listBoardCrews } from '../storage/boards.ts';
import type { Queries } from '../storage/database.ts';
import { findSchedule, listDelays } from '../storage/schedules.ts';
import { documentText, listFragments, type RaceFragment } from './race-fragments.ts';

export interface BoardDocument {
  event: BoardEvent;
  isTrial: boolean;
  revision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  crews: BoardCrew[];
  /** By id. */
  races: Map<number, BoardPart>;
  representation: Representation;
}

interface BoardPart extends RaceFragment {
  race: BoardRace;
  venueDay: string;
  isScored: boolean;
  delayMinutes: number;
}

/**
 * @param before what was built before, if anything; it is left as it is
 * @returns `undefined` when the public may see no board of the event
 */
export async function buildBoard(
  db: Queries,
  eventId: number,
  before: BoardDocument | undefined,
): Promise<BoardDocument | undefined> {
  const schedule = await findSchedule(db, eventId);
  if (schedule?.status !== 'published') return undefined;
  const { revision, updatedAt } = schedule;
  const { event, isTrial } = await findBoardEvent(db, eventId);
  const delays = await listDelays(db, eventId);
  const crews = await listBoardCrews(db, eventId);
  const races = await listFragments(db, schedule, before, (race, lanes) =>
    boardPart(race, lanes, schedule, delays),
  );
  for (const [id, part] of races) {
    const delayMinutes = delays.get(part.venueDay) ?? 0;
    if (part.delayMinutes !== delayMinutes) races.set(id, delayed(part, delayMinutes));
  }
  const head: Omit<Board, 'races'> = {
    eventId,
    eventName: event.name,
    timezone: event.timezone,
    ...(isTrial && { trial: true }),
    revision,
    updatedAt: formatInstant(updatedAt),
    days: boardDays(
      Array.from(races.values(), (part) => part.venueDay),
      delays,
    ),
    crews,
  };
  const text = documentText(head, races.values());
  const etag = tagOf(text);
  if (before?.representation.etag === etag) return before;
  const representation = new Representation(etag, Buffer.from(text), 'low');
  return { event, isTrial, revision, updatedAt, crews, races, representation };
}

function boardPart(
  race: Race,
  lanes: readonly Lane[],
  schedule: Schedule,
  delays: ReadonlyMap<string, number>,
): BoardPart {
  const { scheduledAt, raceNumber } = race;
  const day = venueDay(scheduledAt, schedule.timezone);
  const delayMinutes = delays.get(day) ?? 0;
  const view = boardRace(race, lanes, schedule, delayMinutes);
  return {
    race: view,
    scheduledAt,
    raceNumber,
    venueDay: day,
    delayMinutes,
    isScored: isScored(view.lanes),
    json: JSON.stringify(view),
  };
}

/** The same race on a day that runs late by so many minutes. */
function delayed(part: BoardPart, delayMinutes: number): BoardPart {
  const race = {
    ...part.race,
    estimatedAt: estimatedAt(part.scheduledAt, part.isScored, delayMinutes),
  };
  return { ...part, race, delayMinutes, json: JSON.stringify(race) };
}
