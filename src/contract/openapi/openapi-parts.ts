/**
 * The parts of the interface descriptions: the fixed ones, which are the same for every operation, and components:
 * schemas that are printed once, under their title, and referred to.
 */
import type { TSchema } from 'typebox';
import { NO_CONTROL_CHARACTERS } from '../fields.ts';
import { MAX_EXTERNAL_ID_LENGTH } from '../limits.ts';

export const INTRODUCTION = `A regatta's races, crews, lane draw and results. Timing and regatta software writes them here, and
reads them back.

**Keys.** Send \`Authorization: Bearer <API key>\` with every request. A key stands for a person and
may do what that person may do, asked anew with every request. Keep keys out of web pages: there is no
CORS, so no page of another origin can call the service.

**Writes.** A push is a JSON list, bare or under its key. It is written whole, in one transaction, or
not at all. Repeating a push changes nothing, so after a time-out, a 500 or a 503 send it again. The
last write wins: there are no versions and no \`If-Match\`. Nothing is ever deleted, save lanes that a
draw leaves out. In crews and races an absent property keeps what is stored, \`null\` clears it. Unknown
properties are ignored, so what was read can be sent back; but one that is probably a known one misspelt
(\`teamexternalId\`, \`finishTime\`) is 422, unless the known one is there as well.

**Reads.** They carry an \`ETag\`; send it back in \`If-None-Match\`, and the answer is 304 while nothing
has changed. \`Accept-Encoding: gzip\` or \`br\` shrinks a large schedule to a tenth. \`HEAD\` works
wherever \`GET\` does.

**Errors.** Every error is a problem document (RFC 9457). Branch on its \`code\`; \`title\` and \`detail\`
may change. \`type\` is a page that explains the code. An event that you may not see answers like one
that does not exist: 404. A path that does not exist is 404 \`route_not_found\`, a method that a path does
not have is 405 \`method_not_allowed\`.

**Limits.** A key may read 600 times and write 120 times in any 60 seconds; refused requests count too.
A body has at most 5 MiB, a push at most 5,000 elements, of lanes and results 1,000, an
event at most 5,000 races, 20,000 lanes and 20,000 crews. An integer is at most 2,147,483,647. The length
of a text counts Unicode code points, after normalisation to NFC. No text may contain U+0000 or lone
surrogates.

**Formats.** \`external-id\`: opaque, kept byte for byte, without control characters (U+0000 to U+001F,
U+007F to U+009F), neither \`.\` nor \`..\`. \`opaque\`: kept byte for byte. \`crew-name\`: trimmed of white
space. \`date-time\`: RFC 3339 with seconds and a UTC offset; answers are in UTC with \`Z\`.`;

export const TIMING_INTRODUCTION = `What \`/v1\` leaves out of a race and its entries: its kind, when it was started, the start interval,
categories, allowances, and the times of day of starts and finishes. Keys, limits, errors, and how bodies are read are
those of \`/v1\`, and both count into the same limits. \`/v1\` shows the times and places that follow.`;

export const SECURITY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'ro_ and 36 letters and digits',
  description: 'An API key. It is shown once, when it is minted.',
};

/** The headers of answers, by name. */
export const HEADERS = {
  'X-Request-Id': {
    description: "The request's own id when it sent a valid one, else a new one.",
    schema: { type: 'string', examples: ['1f0c3a52-7f0e-4d43-9a0e-0d5f2f9d8a51'] },
  },
  'X-RateLimit-Limit': {
    description: 'How many requests of this kind (reads or writes) the key may make in 60 seconds.',
    schema: { type: 'integer', examples: [600] },
  },
  'X-RateLimit-Remaining': {
    description: 'How many more would be let through now.',
    schema: { type: 'integer', examples: [598] },
  },
  'X-RateLimit-Reset': {
    description: 'When a used slot comes free again, in seconds since 1970 UTC.',
    schema: { type: 'integer', examples: [1_781_355_600] },
  },
  'Retry-After': {
    description: 'How many seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1, examples: [12] },
  },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with.',
    schema: { type: 'string', const: 'Bearer' },
  },
  ETag: {
    description: 'Names this state; send it back in `If-None-Match`.',
    schema: { type: 'string', examples: ['W/"7-mbzt2k5a"'] },
  },
};

/** The parameters of requests, by the name of their component. */
export const PARAMETERS = {
  eventId: {
    name: 'eventId',
    in: 'path',
    required: true,
    description: 'The event, as the list of events names it.',
    schema: { type: 'integer', format: 'int64', minimum: 1 },
    example: 7,
  },
  externalId: {
    name: 'externalId',
    in: 'path',
    required: true,
    description:
      "The caller's own id of the race, percent-encoded: `heat 1/2` becomes `heat%201%2F2`.",
    schema: {
      type: 'string',
      format: 'external-id',
      minLength: 1,
      maxLength: MAX_EXTERNAL_ID_LENGTH,
      pattern: NO_CONTROL_CHARACTERS,
    },
    example: 'race-16A',
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the state that you hold, or several of them, separated by commas.',
    schema: { type: 'string' },
  },
  requestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Your own id of the request, to find it again; the answer repeats it.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  },
};

export type Json = Record<string, unknown>;

/** A reference to a component. */
export function component(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The schema with every titled object, itself included, moved to `schemas` and referred to. */
export function refer(schema: TSchema, schemas: Json): Json {
  return lift(JSON.parse(JSON.stringify(schema)), schemas) as Json;
}

/** Schemas by name. */
export function sorted(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function lift(node: unknown, schemas: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => lift(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const lifted: Json = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, lift(value, schemas)]),
  );
  // A schema may describe a property of the name `title`; that one is no text.
  if (typeof lifted.title !== 'string') return lifted;
  schemas[lifted.title] = lifted;
  return component('schemas', lifted.title);
}
