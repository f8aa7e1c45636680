/**
 * Every route below `/console/api`: who may call it, what is sent, what is answered. The handlers in `src/console/` are
 * attached to these rows, and pages call the routes by them.
 */
import Type from 'typebox';
import { id, listQuery } from '../fields.ts';
import { MAX_LOGO_BYTES } from '../limits.ts';
import type { BodyOf, ConsoleRow, QueryNameOf, RouteKey } from '../route-table.ts';
import * as account from './account.ts';
import * as clubs from './clubs.ts';
import { ErasedPerson } from './erasure.ts';
import * as events from './events.ts';
import { AccountHistory, InstallationWrite, Reach, ShownInstallation } from './installation.ts';
import { OFFICE_ROUTES } from './office-routes.ts';
import * as signIn from './sign-in.ts';

export const CONSOLE_ROUTES = {
  'POST /session': {
    who: 'anybody',
    summary: 'Sign in with address and password; sets the cookie of the session',
    body: signIn.SignIn,
    answer: signIn.SessionAnswer,
    conditions: ['limited'],
  },
  'GET /session': {
    who: 'signed-in',
    summary: 'Who am I?',
    answer: signIn.SessionAnswer,
  },
  'DELETE /session': {
    who: 'anybody',
    summary: 'Sign out',
  },
  'POST /session/proof': {
    who: 'signed-in',
    summary: 'Prove anew who is signed in',
    body: signIn.Proof,
  },
  'POST /session/passkey/options': {
    who: 'anybody',
    summary: 'Say what the browser is to be asked of somebody who signs in with a passkey',
    answer: signIn.RequestOptions,
    conditions: ['conflict', 'limited'],
  },
  'POST /session/passkey': {
    who: 'anybody',
    summary: 'Sign in with a passkey',
    body: signIn.PasskeySignIn,
    answer: signIn.SessionAnswer,
    conditions: ['conflict', 'limited'],
  },
  'POST /set-up': {
    who: 'anybody',
    summary: 'Make the first person, who is operator, and the first club',
    body: signIn.SetUp,
    answer: signIn.SessionAnswer,
    conditions: ['conflict'],
  },
  'POST /links/read': {
    who: 'anybody',
    summary: 'Say what a link is for, without using it',
    body: signIn.LinkToken,
    answer: signIn.LinkContents,
  },
  'POST /links/redeem': {
    who: 'anybody',
    summary: 'Use an invitation or a sign-in link',
    body: signIn.LinkRedeem,
    answer: signIn.SessionAnswer,
    conditions: ['conflict', 'limited'],
  },
  'POST /links': {
    who: 'anybody',
    summary: 'Ask for a sign-in link by mail; the answer is the same whoever asks',
    body: signIn.LinkRequest,
    status: 202,
    answer: Type.Object({}),
    conditions: ['limited'],
  },
  'GET /reach': {
    who: 'signed-in',
    summary:
      'From where in the local network is the service reached, where its address is that of one machine?',
    answer: Reach,
  },
  'GET /account': {
    who: 'signed-in',
    summary: 'Read the own account',
    answer: signIn.Person,
  },
  'PATCH /account': {
    who: 'signed-in',
    summary: 'Change name, address or language; a new address needs a fresh proof',
    body: account.AccountWrite,
    answer: signIn.Person,
    conditions: ['conflict'],
  },
  'PUT /account/password': {
    who: 'signed-in',
    summary: 'Set a new password; all other sessions end',
    body: account.PasswordWrite,
    conditions: ['proof'],
  },
  'GET /account/sessions': {
    who: 'signed-in',
    summary: 'List the browsers that are signed in',
    answer: account.SessionList,
  },
  'DELETE /account/sessions/{sessionId}': {
    who: 'signed-in',
    summary: 'End a session',
  },
  'GET /account/passkeys': {
    who: 'signed-in',
    summary: 'List the passkeys of the account',
    answer: account.PasskeyList,
  },
  'POST /account/passkeys/options': {
    who: 'signed-in',
    summary: 'Say what the browser is to be asked for a new passkey',
    answer: signIn.CreationOptions,
    conditions: ['proof', 'conflict'],
  },
  'POST /account/passkeys': {
    who: 'signed-in',
    summary: 'Add a passkey that the browser has made',
    body: signIn.PasskeyWrite,
    status: 201,
    answer: account.PasskeyItem,
    conditions: ['proof', 'conflict'],
  },
  'DELETE /account/passkeys/{passkeyId}': {
    who: 'signed-in',
    summary: 'Remove a passkey',
  },
  'GET /account/history': {
    who: 'signed-in',
    summary: 'What was done to the account, newest first',
    query: { before: id() },
    answer: AccountHistory,
  },
  'GET /account/export': {
    who: 'signed-in',
    summary: 'Everything that is stored about the person, as one JSON file; no secrets, no hashes',
    sends: 'file',
  },
  'GET /account/keys': {
    who: 'signed-in',
    summary: 'List the own API keys',
    answer: account.KeyList,
  },
  'POST /account/keys': {
    who: 'schedule-manager',
    summary: 'Mint an API key, which is shown this once',
    body: account.KeyWrite,
    status: 201,
    answer: account.MintedKey,
    conditions: ['proof', 'conflict'],
  },
  'GET /account/keys/{keyPrefix}': {
    who: 'signed-in',
    summary: 'Read a key, with the last requests that it made',
    answer: account.KeyDetail,
  },
  'DELETE /account/keys/{keyPrefix}': {
    who: 'signed-in',
    summary: 'Revoke a key at once',
  },
  'GET /clubs': {
    who: 'signed-in',
    summary: 'List the own clubs by name; an operator sees all, but with own=true',
    query: { ...listQuery, own: Type.Boolean() },
    answer: clubs.ClubList,
  },
  'POST /clubs': {
    who: 'operator',
    summary: 'Make a club',
    body: clubs.ClubWrite,
    status: 201,
    answer: clubs.ClubItem,
  },
  'GET /clubs/{clubId}': {
    who: 'club-member',
    summary: 'Read a club and its members',
    answer: clubs.Club,
  },
  'PATCH /clubs/{clubId}': {
    who: 'club-admin',
    summary: 'Rename a club',
    body: clubs.ClubWrite,
    answer: clubs.Club,
  },
  'GET /clubs/{clubId}/history': {
    who: 'club-admin',
    summary: 'What was done to the club and its members, newest first',
    query: { before: id() },
    answer: AccountHistory,
  },
  'PUT /clubs/{clubId}/members/{userId}': {
    who: 'club-admin',
    summary: 'Give a member another role; an operator may add somebody',
    body: clubs.MemberWrite,
    answer: clubs.Member,
    conditions: ['conflict'],
  },
  'DELETE /clubs/{clubId}/members/{userId}': {
    who: 'club-member',
    summary: 'Remove a member, or leave the club',
    conditions: ['conflict'],
  },
  'POST /clubs/{clubId}/invitations': {
    who: 'club-admin',
    summary: 'Invite somebody to a club',
    body: clubs.InvitationWrite,
    status: 201,
    answer: signIn.MadeLink,
    conditions: ['conflict'],
  },
  'GET /clubs/{clubId}/invitations': {
    who: 'club-admin',
    summary: 'List the invitations that nobody has used yet',
    answer: clubs.InvitationList,
  },
  'DELETE /clubs/{clubId}/invitations/{invitationId}': {
    who: 'club-admin',
    summary: 'Withdraw an invitation',
  },
  'GET /people': {
    who: 'operator',
    summary: 'List all people by name; they are found by address and club as well',
    query: listQuery,
    answer: clubs.PeopleList,
  },
  'POST /people': {
    who: 'operator',
    summary: 'Add a person, with a sign-in link for them',
    body: clubs.PersonWrite,
    status: 201,
    answer: clubs.MadePerson,
    conditions: ['conflict'],
  },
  'POST /people/{userId}/links': {
    who: 'operator',
    summary: 'Make a sign-in link for a person; whoever holds it can set a new password',
    status: 201,
    answer: signIn.MadeLink,
    conditions: ['proof'],
  },
  'DELETE /people/{userId}': {
    who: 'operator',
    summary: 'Close an account',
    conditions: ['conflict'],
  },
  'POST /people/{userId}/erase': {
    who: 'operator',
    summary: 'Close an account, and leave a number in place of the name everywhere',
    answer: ErasedPerson,
    conditions: ['conflict'],
  },
  'GET /installation': {
    who: 'operator',
    summary: 'Read what the operator says of the installation',
    answer: ShownInstallation,
  },
  'PATCH /installation': {
    who: 'operator',
    summary: 'Change what the operator says of the installation; null or an empty text clears',
    body: InstallationWrite,
    answer: ShownInstallation,
    conditions: ['conflict'],
  },
  'GET /events': {
    who: 'signed-in',
    summary: 'List the events that the person manages: of today, to come, past',
    query: { ...listQuery, archived: Type.Boolean() },
    answer: events.ConsoleEvents,
  },
  'POST /events': {
    who: 'signed-in',
    summary: 'Make an event, new or like an earlier one',
    body: events.EventWrite,
    status: 201,
    answer: events.ConsoleEvent,
  },
  'GET /events/{eventId}': {
    who: 'event-manager',
    summary: 'Read what an event is called, when and where it is rowed',
    answer: events.ConsoleEvent,
  },
  'PATCH /events/{eventId}': {
    who: 'event-manager',
    summary: 'Correct an event, or archive it; with preview=true, only say what that would do',
    query: { preview: Type.Boolean() },
    body: events.EventPatch,
    answer: events.EventChanged,
    preview: events.EventPreview,
    conditions: ['conflict'],
  },
  'DELETE /events/{eventId}': {
    who: 'event-manager',
    summary: 'Remove an event that has never been published, or a trial',
    conditions: ['conflict'],
  },
  'GET /events/{eventId}/logo': {
    who: 'event-manager',
    summary: 'See the logo of an event, also before anybody else can',
    sends: 'file',
  },
  'PUT /events/{eventId}/logo': {
    who: 'event-manager',
    summary:
      'Give an event a logo of its own: a PNG of at most 4,000 pixels a side, or an SVG, at most 512 KiB',
    takes: 'picture',
    maxBodyBytes: MAX_LOGO_BYTES,
    answer: events.ConsoleEvent,
  },
  'DELETE /events/{eventId}/logo': {
    who: 'event-manager',
    summary: 'Take the logo of an event away',
  },
  ...OFFICE_ROUTES,
} satisfies Record<RouteKey, ConsoleRow>;

/** A route, such as `PUT /events/{eventId}/delay`. */
export type ConsoleKey = keyof typeof CONSOLE_ROUTES;
export type RowOf<Key extends ConsoleKey> = (typeof CONSOLE_ROUTES)[Key];

/** The routes that with `?preview=true` only answer what they would do. */
export type PreviewKey = {
  [Key in ConsoleKey]: 'preview' extends QueryNameOf<RowOf<Key>> ? Key : never;
}[ConsoleKey];

/** The routes whose body has the revision that the page showed (`seen`). */
export type OfficeKey = {
  [Key in ConsoleKey]: BodyOf<RowOf<Key>> extends { seen: number } ? Key : never;
}[ConsoleKey];
