/** The actor of an operation, who is recorded with the change, and whose permission is checked in its transaction. */
import { Refusal } from '../domain/refusal.ts';
import { administersEvent, findAccess, managesEvent } from '../storage/accounts/access.ts';
import { exists } from '../storage/accounts/accounts.ts';
import type { Queries } from '../storage/engine/database.ts';
import type { Author } from '../storage/history/history.ts';

export interface Actor {
  /** As the history records it. */
  author: Author;
  /**
   * Why the actor may not write an event; `undefined` when they may. Checked in the transaction of the write,
   * because a key may have been revoked, or a role lost, since the request was admitted.
   */
  objection(tx: Queries, eventId: number): Promise<Refusal | undefined>;
}

/** The owner of an API key. */
export function keyOwner(author: Author, keyHash: string): Actor {
  return {
    author,
    objection: async (tx, eventId) => {
      const access = await findAccess(tx, keyHash, eventId);
      if (!access) return new Refusal('invalid_credentials', 'The API key was revoked.');
      return access.eventId === null ? eventNotFound() : undefined;
    },
  };
}

/** Somebody who is signed in to the console. */
export function signedInPerson(userId: number): Actor {
  return {
    author: { userId, keyPrefix: null },
    objection: async (tx, eventId) =>
      (await managesEvent(tx, userId, eventId)) ? undefined : noSuchEvent(),
  };
}

/** Somebody who is signed in, and may do what only admins of the club of an event may. */
export function signedInAdmin(userId: number): Actor {
  const person = signedInPerson(userId);
  return {
    ...person,
    objection: async (tx, eventId) =>
      (await person.objection(tx, eventId)) ??
      ((await administersEvent(tx, userId, eventId)) ? undefined : adminsOnly()),
  };
}

export function adminsOnly(): Refusal {
  return new Refusal('forbidden', 'Only an admin of the club of the event may.');
}

/** In the console, the same for an event that does not exist and for one that the person does not manage. */
export function noSuchEvent(): Refusal {
  return new Refusal('event_not_found', 'There is no such event among those that you manage.');
}

/** Anybody who may run commands on the database, and so may do everything. */
export function commandLine(author: Author): Actor {
  return {
    author,
    objection: async (tx, eventId) =>
      (await exists(tx, 'events', eventId))
        ? undefined
        : new Refusal('event_not_found', `There is no event ${eventId}.`),
  };
}

/** The same for an event that does not exist and for one that the caller may not see. */
export function eventNotFound(): Refusal {
  return new Refusal('event_not_found', 'GET /v1/events lists the events that this key can see.');
}
