/**
 * Who sends a request (the person whose session its cookie names), and whether they may: the `who` of the route's row in
 * the table names the check.
 */
import type { Who } from '../contract/route-table.ts';
import {
  managementObjection,
  maySeeClub,
  noSuchClub,
  operatorsOnly,
  type Standing,
} from '../domain/accounts/roles.ts';
import { isAlive, isToTouch, tokenHash } from '../domain/accounts/sessions.ts';
import { readRowId } from '../domain/event/event-address.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import { signedIn, standingIn } from '../operations/accounts/account-operation.ts';
import { adminsOnly, noSuchEvent } from '../operations/actor.ts';
import { administersEvent, managesEvent } from '../storage/accounts/access.ts';
import { findClub, mayMintKeys } from '../storage/accounts/accounts.ts';
import { type StoredSession, touchSession } from '../storage/accounts/sessions.ts';
import type { Console } from './console.ts';
import { readCookie } from './sign-in/cookies.ts';

/** A request of somebody who is signed in. */
export interface Call {
  console: Console;
  exchange: Exchange;
  session: Session;
}

/** A club that the person may see, and their standing in it. */
export interface SeenClub extends Standing {
  id: number;
  name: string;
}

/** By the `who` of a row: each check looks up what the path names, and refuses where the person may not access it. */
export const PERMISSION_CHECKS = {
  'signed-in': async () => undefined,
  'schedule-manager': managesSchedules,
  'club-member': visibleClub,
  'club-admin': managedClub,
  operator: async ({ session }) => operatorsOnly(session.isOperator),
  'event-manager': managedEvent,
  'event-admin': administeredEvent,
} satisfies Record<Exclude<Who, 'anybody'>, (call: Call) => Promise<unknown>>;

/** What a check has looked up, as the handler gets it. */
export type Found<Role extends keyof typeof PERMISSION_CHECKS> = Exclude<
  Awaited<ReturnType<(typeof PERMISSION_CHECKS)[Role]>>,
  Refusal
>;

async function managesSchedules({
  console: { database },
  session: { userId },
}: Call): Promise<undefined | Refusal> {
  if (await mayMintKeys(database.reads, userId)) return undefined;
  const detail = 'Keys are for those who manage the schedules of a club: ask an admin of it.';
  return new Refusal('forbidden', detail);
}

async function visibleClub({
  console: { database },
  exchange,
  session,
}: Call): Promise<SeenClub | Refusal> {
  const club = await findClub(database.reads, idOf(exchange, 'clubId'));
  if (!club) return noSuchClub();
  const standing = await standingIn(database.reads, signedIn(session.userId), club.id);
  return maySeeClub(standing) ? { ...club, ...standing } : noSuchClub();
}

async function managedClub(call: Call): Promise<SeenClub | Refusal> {
  const club = await visibleClub(call);
  return club instanceof Refusal ? club : (managementObjection(club) ?? club);
}

async function managedEvent({
  console: { database },
  exchange,
  session: { userId },
}: Call): Promise<number | Refusal> {
  const eventId = idOf(exchange, 'eventId');
  return (await managesEvent(database.reads, userId, eventId)) ? eventId : noSuchEvent();
}

async function administeredEvent(call: Call): Promise<number | Refusal> {
  const eventId = await managedEvent(call);
  if (eventId instanceof Refusal) return eventId;
  const { database } = call.console;
  const isAdmin = await administersEvent(database.reads, call.session.userId, eventId);
  return isAdmin ? eventId : adminsOnly();
}

/** The id under a name in the path; 0, which no row has, where that is not an id. */
export function idOf({ params }: Exchange, name: string): number {
  return readRowId(params[name] ?? '') ?? 0;
}

/** All ids in a path. */
export function idsOf(exchange: Exchange): Record<string, number> {
  return Object.fromEntries(
    Object.keys(exchange.params).map((name) => [name, idOf(exchange, name)]),
  );
}

/** Somebody who is signed in. */
export type Session = Omit<StoredSession, 'isOperator'> & { isOperator: boolean };

/** What decides whether a session is still valid. */
type SeenSession = Pick<StoredSession, 'sessionId' | 'createdAt' | 'lastSeenAt'>;

/** Who is signed in; or why nobody is: no cookie, or one whose session has ended. */
export async function sessionOf(console: Console, exchange: Exchange): Promise<Session | Refusal> {
  const stored = await findLiveSession(console, exchange, console.findSession);
  return stored instanceof Refusal ? stored : { ...stored, isOperator: stored.isOperator === 1 };
}

/**
 * The session of a request, as it is stored; or why there is none.
 *
 * @param find looks the session up by the hash of its token, perhaps together with other rows
 */
export async function findLiveSession<Found extends SeenSession>(
  { cookies, database, log }: Console,
  { request }: Exchange,
  find: (tokenHash: string) => Found | undefined | Promise<Found | undefined>,
): Promise<Found | Refusal> {
  const token = readCookie(request, cookies.session);
  if (token === undefined) return new Refusal('missing_credentials', 'Nobody is signed in.');
  const now = Date.now();
  const stored = await find(tokenHash(token));
  if (!stored || !isAlive(stored, now)) {
    return new Refusal('invalid_credentials', 'The session has ended: sign in again.');
  }
  if (isToTouch(stored, now)) {
    // Nobody waits for this, and the next request tries again.
    database
      .write((tx) => touchSession(tx, stored, now), { isRelaxed: true })
      .catch((error) => log.warn({ err: error }, 'could not note when a session was last seen'));
  }
  return stored;
}
