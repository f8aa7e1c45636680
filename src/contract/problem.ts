/**
 * Every error of the interface, in one table: its stable code, its status, and the text of the
 * page behind its `type`. One code has one status; only `internal_error` has two (500, and
 * 503 while the database cannot be reached or written; decision R1).
 */
import Type, { type Static } from 'typebox';
import { nullable } from './fields.ts';
import { MAX_VIOLATIONS } from './limits.ts';

interface ProblemKind {
  status: number;
  title: string;
  /** Why it happens. */
  cause: string;
  /** What the caller can do about it. */
  remedy: string;
}

export const PROBLEMS = {
  missing_credentials: {
    status: 401,
    title: 'No credentials were sent',
    cause: 'The request has no Authorization header; in the console, nobody is signed in.',
    remedy: 'Send `Authorization: Bearer <API key>` with every request; in the console, sign in.',
  },
  invalid_credentials: {
    status: 401,
    title: 'The credentials are not valid',
    cause:
      'The Authorization header does not hold a live key: it is mistyped, unknown, revoked, not a Bearer key, or was sent twice. In the console: the session has ended, the address or the password is wrong, or a link does not work any more.',
    remedy: 'Check the key against its prefix in your list of keys, or mint a new one.',
  },
  forbidden: {
    status: 403,
    title: 'This is not allowed for you',
    cause: 'The person may not do this, whatever the address or body.',
    remedy: 'Ask an admin of your club for the role of schedule manager.',
  },
  event_not_found: {
    status: 404,
    title: 'There is no such event',
    cause:
      "The event does not exist, or the key's owner does not manage it; on the public board, or its schedule is not published. These are deliberately not told apart.",
    remedy: 'GET /v1/events lists the events that your key can see.',
  },
  schedule_not_found: {
    status: 404,
    title: 'The event has no schedule yet',
    cause: 'Races, draws, results and delays need a schedule.',
    remedy: 'Create it with POST /v1/events/{eventId}/schedule.',
  },
  race_not_found: {
    status: 404,
    title: 'There is no such race',
    cause: 'No race of this schedule carries the externalId in the path.',
    remedy: 'Push the race first, and percent-encode its externalId in the path.',
  },
  not_found: {
    status: 404,
    title: 'There is no such thing',
    cause:
      'In the console: a person, club, key, link or session does not exist, or you may not see it. These are deliberately not told apart.',
    remedy: 'Go back to the list that you came from.',
  },
  route_not_found: {
    status: 404,
    title: 'There is no such address',
    cause: 'The path is not one of the service.',
    remedy: 'Compare the path with the interface description at /docs.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method does not fit the address',
    cause: 'The path exists, but not with this method.',
    remedy: 'The Allow header lists the methods that work.',
  },
  payload_too_large: {
    status: 413,
    title: 'The request is too large',
    cause:
      'The body has more than 5 MiB (256 KiB on the public board), or the header fields more than 16 KiB.',
    remedy: 'Send the races or crews in several pushes.',
  },
  malformed_json: {
    status: 400,
    title: 'The request could not be read',
    cause:
      'The body is not JSON in UTF-8, is not declared as application/json, is nested too deeply, or the request itself is broken.',
    remedy: 'Send valid JSON with `Content-Type: application/json`.',
  },
  validation_failed: {
    status: 422,
    title: 'The content is not valid',
    cause: 'The body is well-formed JSON with wrong content. Nothing was written.',
    remedy: '`field` names the first wrong property; `errors` lists all of them, at most 100.',
  },
  conflict: {
    status: 409,
    title: 'The request contradicts what is stored',
    cause:
      'A race number or crew name is taken by another row, or a crew is drawn into another lane of the same race. Nothing was written.',
    remedy:
      '`detail` names what is in the way; `conflicts` lists what is taken, and by which row. Read the schedule, mend the push and send it again.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    cause:
      'The key has used up its requests of the last 60 seconds, refused ones included. Or, on the public board, the address has as many live boards open as it may, or has changed what it follows too often.',
    remedy: 'Wait for the seconds in Retry-After, then go on.',
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    cause:
      'Something went wrong on our side (500), or the database cannot be reached or written right now (503). Nothing was written, unless the detail says that it is not known.',
    remedy:
      'Send the same request again; repeating a push is safe. Quote X-Request-Id when you report it.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** The codes that the API answers; `not_found` is only the console's. */
export const API_PROBLEM_CODES = PROBLEM_CODES.filter((code) => code !== 'not_found');

/** One wrong property of a payload. */
export const Violation = Type.Object({
  field: Type.String({ examples: ['races[3].scheduledAt'] }),
  detail: Type.String(),
});
export type Violation = Static<typeof Violation>;

const heldExternalId = nullable(Type.String(), {
  description: 'Of the row that has the value; `null` where it was entered by hand.',
});

/** One property of a push whose value another row has. */
export const Conflict = Type.Object(
  {
    element: Type.String({ examples: ['races[0]'] }),
    property: Type.Unsafe<'raceNumber' | 'name'>({ type: 'string', enum: ['raceNumber', 'name'] }),
    value: Type.Unsafe<number | string>({ type: ['integer', 'string'] }),
    heldBy: Type.Unsafe<
      { externalId: string | null } & ({ title: string | null } | { name: string })
    >(
      Type.Object(
        {
          externalId: heldExternalId,
          title: Type.Optional(nullable(Type.String(), { description: 'Of a race.' })),
          name: Type.Optional(Type.String({ description: 'Of a crew.' })),
        },
        { description: 'The row that has it, and that the push does not name.' },
      ),
    ),
  },
  { title: 'Conflict' },
);
export type Conflict = Static<typeof Conflict>;

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'A page that explains the problem.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
    code: Type.Unsafe<ProblemCode>({ type: 'string', enum: API_PROBLEM_CODES }),
    field: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'On validation_failed only: the first wrong property, in document order.',
      }),
    ),
    errors: Type.Optional(Type.Array(Violation, { maxItems: MAX_VIOLATIONS })),
    conflicts: Type.Optional(
      Type.Array(Conflict, {
        maxItems: MAX_VIOLATIONS,
        description:
          'On a conflict over race numbers or crew names: each element whose value another row has.',
      }),
    ),
  },
  { title: 'Problem', description: 'RFC 9457 problem details.' },
);
export type Problem = Static<typeof Problem>;
