/**
 * Builds board documents. Every race carries the revision of its last change, so only races that
 * have changed are read and masked again; the others are taken from the document before.
 */
import type { Board, BoardCrew, BoardEvent, BoardRace } from '../contract/board.ts';
import { formatInstant } from '../contract/instant.ts';
import { boardDays, boardRace, estimatedAt } from '../domain/board-view.ts';
import { isScored } from '../domain/places.ts';
import { venueDay } from '../domain/race-day.ts';
import { byRunningOrder } from '../domain/running-order.ts';
import { Representation, tagOf } from '../http/representation.ts';
import { findBoardSource, listBoardCrews, listDelays } from '../storage/boards.ts';
import type { Queries } from '../storage/database.ts';
import { listLanesChangedSince } from '../storage/lanes.ts';
import { listRacesChangedSince } from '../storage/races.ts';

/** A board as the public may see it, as bytes and in parts. */
export interface BoardDocument {
  event: BoardEvent;
  revision: number;
  /** Epoch milliseconds. */
  updatedAt: number;
  crews: BoardCrew[];
  /** In minutes, by venue day. */
  delays: Map<string, number>;
  /** By id. */
  races: Map<number, BoardPart>;
  representation: Representation;
}

/** One race of a board. */
export interface BoardPart {
  race: BoardRace;
  /** Epoch milliseconds. */
  scheduledAt: number;
  venueDay: string;
  isScored: boolean;
  delayMinutes: number;
  json: string;
}

/**
 * @param old what was built before, if anything; it is left as it is
 * @returns `undefined` when the public may see no board of the event
 */
export async function buildBoard(
  db: Queries,
  eventId: number,
  old: BoardDocument | undefined,
): Promise<BoardDocument | undefined> {
  const source = await findBoardSource(db, eventId);
  if (!source) return undefined;
  const { event, revision, baseRevision, updatedAt, timezone } = source;
  const isUsable = old && old.revision <= revision && old.revision >= baseRevision;
  const base = isUsable ? old : undefined;
  const since = base?.revision ?? 0;
  const changed = await listRacesChangedSince(db, eventId, since);
  const lanes = await listLanesChangedSince(db, eventId, since);
  const delays = await listDelays(db, eventId);
  const crews = await listBoardCrews(db, eventId);
  const races = new Map(base?.races);
  for (const race of changed) {
    const drawn = lanes.get(race.id) ?? [];
    const day = venueDay(race.scheduledAt, timezone);
    const delayMinutes = delays.get(day) ?? 0;
    const view = boardRace(race, drawn, source, delayMinutes);
    races.set(race.id, {
      race: view,
      scheduledAt: race.scheduledAt,
      venueDay: day,
      isScored: isScored(view.lanes),
      delayMinutes,
      json: JSON.stringify(view),
    });
  }
  for (const [id, part] of races) {
    const delayMinutes = delays.get(part.venueDay) ?? 0;
    if (part.delayMinutes !== delayMinutes) races.set(id, delayed(part, delayMinutes));
  }
  const document = { event, revision, updatedAt, crews, delays, races };
  const text = documentText(document);
  const etag = tagOf(text);
  if (old?.representation.etag === etag) return old;
  return { ...document, representation: new Representation(etag, Buffer.from(text), 'low') };
}

/** The races of a board in running order. */
export function inRunningOrder({ races }: Pick<BoardDocument, 'races'>): BoardPart[] {
  const placed = ({ scheduledAt, race }: BoardPart) => ({
    scheduledAt,
    raceNumber: race.raceNumber,
  });
  return [...races.values()].sort((a, b) => byRunningOrder(placed(a), placed(b)));
}

/** The same race on a day that runs late by so many minutes. */
function delayed(part: BoardPart, delayMinutes: number): BoardPart {
  const race = {
    ...part.race,
    estimatedAt: estimatedAt(part.scheduledAt, part.isScored, delayMinutes),
  };
  return { ...part, race, delayMinutes, json: JSON.stringify(race) };
}

function documentText(document: Omit<BoardDocument, 'representation'>): string {
  const parts = inRunningOrder(document);
  const head: Omit<Board, 'races'> = {
    eventId: document.event.id,
    eventName: document.event.name,
    timezone: document.event.timezone,
    revision: document.revision,
    updatedAt: formatInstant(document.updatedAt),
    days: boardDays(
      parts.map((part) => part.venueDay),
      document.delays,
    ),
    crews: document.crews,
  };
  const list = parts.map((part) => part.json).join(',');
  return `${JSON.stringify(head).slice(0, -1)},"races":[${list}]}`;
}
