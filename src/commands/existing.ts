/** What a command names has to exist. */
import { exists } from '../storage/accounts.ts';
import type { Queries } from '../storage/database.ts';
import { CommandFailed } from './command.ts';

/** @throws CommandFailed when there is no such club */
export async function requireClub(db: Queries, clubId: number): Promise<void> {
  if (!(await exists(db, 'clubs', clubId))) throw new CommandFailed(`There is no club ${clubId}.`);
}

/** @throws CommandFailed when there is no such person */
export async function requireUser(db: Queries, userId: number): Promise<void> {
  if (!(await exists(db, 'users', userId))) throw new CommandFailed(`There is no user ${userId}.`);
}

/** @throws CommandFailed when there is no such event */
export async function requireEvent(db: Queries, eventId: number): Promise<void> {
  if (!(await exists(db, 'events', eventId))) {
    throw new CommandFailed(`There is no event ${eventId}.`);
  }
}
