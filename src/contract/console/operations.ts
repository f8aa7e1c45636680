/** Every route below `/console/api`, one row each. `app.ts` lists the same routes, and a test compares the two. */
import Type, { type TObject, type TSchema } from 'typebox';
import * as account from './account.ts';
import { AccountHistory } from './account-history.ts';
import * as clubs from './clubs.ts';
import * as events from './events.ts';
import * as keys from './keys.ts';
import { Office } from './office.ts';
import * as passkeys from './passkeys.ts';
import * as signIn from './sign-in.ts';

/** What is asked before the route answers, besides what all are asked. */
type Condition =
  /** Answers everybody; the others want a session. */
  | 'open'
  /** The person must have proved lately who they are. */
  | 'proof'
  /** A role that is high enough. */
  | 'role'
  /** What is stored may contradict it: 409. */
  | 'conflict'
  /** It may be asked too often: 429. */
  | 'limited';

export interface ConsoleOperation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/console/api`. */
  path: string;
  summary: string;
  /** What is sent, and whether it has to be. */
  body?: TObject;
  /** Names of what may stand in the query. */
  query?: readonly string[];
  status: 200 | 201 | 202 | 204;
  /** The answer; left out with 202 and 204. */
  answer?: TSchema;
  conditions: readonly Condition[];
}

/** The JSON of `PublicKeyCredentialCreationOptions` or `PublicKeyCredentialRequestOptions` (WebAuthn). */
const PASSKEY_OPTIONS = Type.Record(Type.String(), Type.Unknown());

export const CONSOLE_OPERATIONS: readonly ConsoleOperation[] = [
  {
    method: 'POST',
    path: '/session',
    summary: 'Sign in with address and password; sets the cookie of the session',
    body: signIn.SignIn,
    status: 200,
    answer: signIn.SessionAnswer,
    conditions: ['open', 'limited'],
  },
  {
    method: 'GET',
    path: '/session',
    summary: 'Who am I?',
    status: 200,
    answer: signIn.SessionAnswer,
    conditions: [],
  },
  {
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    status: 204,
    conditions: [],
  },
  {
    method: 'POST',
    path: '/session/proof',
    summary: 'Prove anew who is signed in',
    body: signIn.Proof,
    status: 204,
    conditions: ['limited'],
  },
  {
    method: 'POST',
    path: '/session/passkey/options',
    summary: 'Say what the browser is to be asked of somebody who signs in with a passkey',
    status: 200,
    answer: PASSKEY_OPTIONS,
    conditions: ['open', 'conflict', 'limited'],
  },
  {
    method: 'POST',
    path: '/session/passkey',
    summary: 'Sign in with a passkey',
    body: passkeys.PasskeySignIn,
    status: 200,
    answer: signIn.SessionAnswer,
    conditions: ['open', 'conflict', 'limited'],
  },
  {
    method: 'POST',
    path: '/set-up',
    summary: 'Make the first person, who is operator, and the first club',
    body: signIn.SetUp,
    status: 200,
    answer: signIn.SessionAnswer,
    conditions: ['open', 'conflict'],
  },
  {
    method: 'POST',
    path: '/links/read',
    summary: 'Say what a link is for, without using it',
    body: signIn.LinkToken,
    status: 200,
    answer: signIn.LinkContents,
    conditions: ['open'],
  },
  {
    method: 'POST',
    path: '/links/redeem',
    summary: 'Use an invitation or a sign-in link',
    body: signIn.LinkRedeem,
    status: 200,
    answer: signIn.SessionAnswer,
    conditions: ['open', 'conflict'],
  },
  {
    method: 'POST',
    path: '/links',
    summary: 'Ask for a sign-in link by mail; the answer is the same whoever asks',
    body: signIn.LinkRequest,
    status: 202,
    conditions: ['open', 'limited'],
  },
  {
    method: 'GET',
    path: '/account',
    summary: 'Read the own account',
    status: 200,
    answer: signIn.Person,
    conditions: [],
  },
  {
    method: 'PATCH',
    path: '/account',
    summary: 'Change name, address or language; a new address needs a fresh proof',
    body: account.AccountWrite,
    status: 200,
    answer: signIn.Person,
    conditions: ['proof', 'conflict'],
  },
  {
    method: 'PUT',
    path: '/account/password',
    summary: 'Set a new password; all other sessions end',
    body: account.PasswordWrite,
    status: 204,
    conditions: ['proof', 'limited'],
  },
  {
    method: 'GET',
    path: '/account/sessions',
    summary: 'List the browsers that are signed in',
    status: 200,
    answer: account.SessionList,
    conditions: [],
  },
  {
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    summary: 'End a session',
    status: 204,
    conditions: [],
  },
  {
    method: 'GET',
    path: '/account/passkeys',
    summary: 'List the passkeys of the account',
    status: 200,
    answer: account.PasskeyList,
    conditions: [],
  },
  {
    method: 'POST',
    path: '/account/passkeys/options',
    summary: 'Say what the browser is to be asked for a new passkey',
    status: 200,
    answer: PASSKEY_OPTIONS,
    conditions: ['proof', 'conflict', 'limited'],
  },
  {
    method: 'POST',
    path: '/account/passkeys',
    summary: 'Add a passkey that the browser has made',
    body: passkeys.PasskeyWrite,
    status: 201,
    answer: account.PasskeyItem,
    conditions: ['proof', 'conflict', 'limited'],
  },
  {
    method: 'DELETE',
    path: '/account/passkeys/{passkeyId}',
    summary: 'Remove a passkey',
    status: 204,
    conditions: [],
  },
  {
    method: 'GET',
    path: '/account/history',
    summary: 'What was done to the account, newest first',
    query: ['before'],
    status: 200,
    answer: AccountHistory,
    conditions: [],
  },
  {
    method: 'GET',
    path: '/account/keys',
    summary: 'List the own API keys',
    status: 200,
    answer: keys.KeyList,
    conditions: [],
  },
  {
    method: 'POST',
    path: '/account/keys',
    summary: 'Mint an API key, which is shown this once',
    body: keys.KeyWrite,
    status: 201,
    answer: keys.MintedKey,
    conditions: ['role', 'proof', 'conflict'],
  },
  {
    method: 'GET',
    path: '/account/keys/{keyPrefix}',
    summary: 'Read a key, with the last requests that it made',
    status: 200,
    answer: keys.KeyDetail,
    conditions: [],
  },
  {
    method: 'DELETE',
    path: '/account/keys/{keyPrefix}',
    summary: 'Revoke a key at once',
    status: 204,
    conditions: [],
  },
  {
    method: 'GET',
    path: '/clubs',
    summary: 'List the own clubs; an operator sees all',
    status: 200,
    answer: clubs.ClubList,
    conditions: [],
  },
  {
    method: 'POST',
    path: '/clubs',
    summary: 'Make a club',
    body: clubs.ClubWrite,
    status: 201,
    answer: clubs.ClubItem,
    conditions: ['role'],
  },
  {
    method: 'GET',
    path: '/clubs/{clubId}',
    summary: 'Read a club and its members',
    status: 200,
    answer: clubs.Club,
    conditions: [],
  },
  {
    method: 'PATCH',
    path: '/clubs/{clubId}',
    summary: 'Rename a club',
    body: clubs.ClubWrite,
    status: 200,
    answer: clubs.Club,
    conditions: ['role'],
  },
  {
    method: 'GET',
    path: '/clubs/{clubId}/history',
    summary: 'What was done to the club and its members, newest first',
    query: ['before'],
    status: 200,
    answer: AccountHistory,
    conditions: ['role'],
  },
  {
    method: 'PUT',
    path: '/clubs/{clubId}/members/{userId}',
    summary: 'Give a member another role; an operator may add somebody',
    body: clubs.MemberWrite,
    status: 200,
    answer: clubs.Member,
    conditions: ['role', 'conflict'],
  },
  {
    method: 'DELETE',
    path: '/clubs/{clubId}/members/{userId}',
    summary: 'Remove a member, or leave the club',
    status: 204,
    conditions: ['role', 'conflict'],
  },
  {
    method: 'POST',
    path: '/clubs/{clubId}/invitations',
    summary: 'Invite somebody to a club',
    body: clubs.InvitationWrite,
    status: 201,
    answer: signIn.MadeLink,
    conditions: ['role', 'conflict'],
  },
  {
    method: 'GET',
    path: '/clubs/{clubId}/invitations',
    summary: 'List the invitations that nobody has used yet',
    status: 200,
    answer: clubs.InvitationList,
    conditions: ['role'],
  },
  {
    method: 'DELETE',
    path: '/clubs/{clubId}/invitations/{invitationId}',
    summary: 'Withdraw an invitation',
    status: 204,
    conditions: ['role'],
  },
  {
    method: 'GET',
    path: '/people',
    summary: 'List all people',
    status: 200,
    answer: clubs.PeopleList,
    conditions: ['role'],
  },
  {
    method: 'POST',
    path: '/people',
    summary: 'Add a person, with a sign-in link for them',
    body: clubs.PersonWrite,
    status: 201,
    answer: clubs.MadePerson,
    conditions: ['role', 'conflict'],
  },
  {
    method: 'POST',
    path: '/people/{userId}/links',
    summary: 'Make a sign-in link for a person',
    status: 201,
    answer: signIn.MadeLink,
    conditions: ['role'],
  },
  {
    method: 'DELETE',
    path: '/people/{userId}',
    summary: 'Close an account',
    status: 204,
    conditions: ['role', 'conflict'],
  },
  {
    method: 'GET',
    path: '/events',
    summary: 'List the events that the person manages, newest first',
    query: ['archived'],
    status: 200,
    answer: events.ConsoleEvents,
    conditions: [],
  },
  {
    method: 'POST',
    path: '/events',
    summary: 'Make an event, new or like an earlier one',
    body: events.EventWrite,
    status: 201,
    answer: events.ConsoleEvent,
    conditions: ['role'],
  },
  {
    method: 'GET',
    path: '/events/{eventId}',
    summary: 'Read what an event is called, when and where it is rowed',
    status: 200,
    answer: events.ConsoleEvent,
    conditions: [],
  },
  {
    method: 'PATCH',
    path: '/events/{eventId}',
    summary: 'Correct an event, or archive it; with preview=true, only say what that would do',
    body: events.EventPatch,
    query: ['preview'],
    status: 200,
    answer: events.ConsoleEvent,
    conditions: ['conflict'],
  },
  {
    method: 'DELETE',
    path: '/events/{eventId}',
    summary: 'Remove an event that has never been published, or a trial',
    status: 204,
    conditions: ['conflict'],
  },
  {
    method: 'GET',
    path: '/events/{eventId}/office',
    summary: 'Read all of an event: crews, races, lanes, results, unmasked',
    status: 200,
    answer: Office,
    conditions: [],
  },
  {
    method: 'GET',
    path: '/events/{eventId}/live',
    summary: 'Server-sent events: the revision, on connecting and after each change',
    status: 200,
    conditions: ['limited'],
  },
];
