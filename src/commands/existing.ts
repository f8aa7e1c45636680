/** Looks up what a command names; it has to exist. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readVenueTime } from '../domain/day/read-venue-time.ts';
import type { EventFacts } from '../domain/event/event-rules.ts';
import { exists, findOpenPerson } from '../storage/accounts/accounts.ts';
import type { Queries } from '../storage/engine/database.ts';
import { findEventFacts } from '../storage/event/events.ts';
import { CommandFailed } from './command.ts';

/** @throws CommandFailed when there is no such club */
export async function requireClub(db: Queries, clubId: number): Promise<void> {
  if (await exists(db, 'clubs', clubId)) return;
  throw new CommandFailed(`There is no club ${clubId}. See running-order club list.`);
}

/** @throws CommandFailed when there is no such person, or the account is closed */
export async function requireUser(db: Queries, userId: number): Promise<void> {
  if (await findOpenPerson(db, userId)) return;
  throw noSuchUser(userId);
}

export function noSuchUser(userId: number): CommandFailed {
  return new CommandFailed(`There is no user ${userId}. See running-order user list.`);
}

/** @throws CommandFailed when there is no such event */
export async function requireEvent(db: Queries, eventId: number): Promise<EventFacts> {
  const event = await findEventFacts(db, eventId);
  if (event) return event;
  throw noSuchEvent(eventId);
}

export function noSuchEvent(eventId: number): CommandFailed {
  return new CommandFailed(`There is no event ${eventId}. See running-order event list.`);
}

/** @param path of a file or folder to be written @throws CommandFailed where the folder around it is not there */
export function requireFolderOf(path: string): void {
  const folder = dirname(resolve(path));
  if (existsSync(folder)) return;
  throw new CommandFailed(`${path} cannot be written: make the folder ${folder} first.`);
}

/**
 * Reads a time by the clock at an event's venue, or one with an offset.
 *
 * @param option that holds it
 * @returns epoch milliseconds
 * @throws CommandFailed saying what is wrong with it
 */
export async function readMoment(
  db: Queries,
  eventId: number,
  option: string,
  text: string,
): Promise<number> {
  const { timezone, start: startDate, end: endDate } = await requireEvent(db, eventId);
  const instant = readVenueTime(text, { timezone, startDate, endDate });
  if (typeof instant === 'number') return instant;
  throw new CommandFailed(`--${option} ${instant}.`);
}
