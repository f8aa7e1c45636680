/**
 * From the bytes of a request to parsed JSON (decisions R2, R4, R5, R7), read against the shape that it must have.
 */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import secureJson from 'secure-json-parse';
import { type Party, type Turn, turnOf } from '../../concurrency/turn-queue.ts';
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import type { Reading } from '../../contract/reading/read-body.ts';
import { errorMessage, invalid, Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../exchange.ts';

const MAX_DEPTH = 16;
/**
 * How many lists and objects a body may have, and how many members of objects: the largest push has some 10,000 and 100,000.
 * Five million lists, or a million members of different names, would block the event loop for a second.
 */
const MAX_PARTS = 200_000;

/**
 * Reads the body of a request.
 *
 * @param maxBytes how large it may be
 * @param kind `json`: only with that media type; `any`: whatever its type, because the reader recognises the bytes
 * @returns its bytes, `undefined` when it is empty; or why it cannot be read. When the body is too
 *   large, the rest of it is not read: the connection has to close after the answer.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number = MAX_BODY_BYTES,
  kind: 'json' | 'any' = 'json',
): Promise<Buffer | undefined | Refusal> {
  const { headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const announced = Number(headers['content-length'] ?? 0);
  if (announced === 0 && !isChunked) return undefined;
  const objection =
    encodingObjection(headers['content-encoding']) ??
    (kind === 'json' ? typeObjection(headers['content-type'] ?? '') : undefined);
  // A chunked body may turn out to be empty, and then needs no type.
  if (objection && !isChunked) return new Refusal('malformed_json', objection);
  const bytes = announced > maxBytes ? undefined : await readBytes(request, maxBytes);
  if (bytes?.length === 0) return undefined;
  if (objection) return new Refusal('malformed_json', objection);
  if (bytes) return bytes;
  return new Refusal('payload_too_large', `A body may have at most ${maxBytes} bytes.`);
}

function encodingObjection(encoding = 'identity'): string | undefined {
  return encoding.toLowerCase() === 'identity'
    ? undefined
    : 'Send the body without a Content-Encoding.';
}

function typeObjection(type: string): string | undefined {
  const [mediaType, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (mediaType !== 'application/json') return 'Send Content-Type: application/json.';
  const charsets = parameters.filter((parameter) => /^charset\s*=/.test(parameter));
  return charsets.every((charset) => /^charset=("utf-?8"|utf-?8)$/.test(charset))
    ? undefined
    : 'Send the body in UTF-8.';
}

/** All bytes of a body, or `undefined` as soon as there are too many. */
function readBytes(stream: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      stream.pause();
      stream.removeAllListeners('data');
      resolve(undefined);
    });
    stream.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    // The client went away in the middle: what arrived is no JSON, and nobody reads the answer.
    stream.once('close', () => resolve(INTERRUPTED));
    stream.once('error', () => resolve(INTERRUPTED));
  });
}

const INTERRUPTED = Buffer.from('(interrupted)');

/** Parses a body. @returns its value; or a refusal that says why it cannot be parsed */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return new Refusal('malformed_json', 'The body is not valid UTF-8.');
  const objection = structureObjection(bytes);
  if (objection) return new Refusal('malformed_json', objection);
  try {
    return secureJson.parse(bytes.toString('utf8'), null, {
      protoAction: 'error',
      constructorAction: 'error',
    });
  } catch (error) {
    const reason = errorMessage(error);
    return new Refusal('malformed_json', `The body is not valid JSON: ${reason.slice(0, 200)}`);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const [LIST_START, LIST_END, OBJECT_START, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Why the structure of a body is too much for the parser, if it is; found in the bytes, before any parsing. */
function structureObjection(bytes: Buffer): string | undefined {
  let depth = 0;
  let containers = 0;
  let members = 0;
  let isInString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (isInString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === LIST_START || byte === OBJECT_START) {
      if (++depth > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`;
      if (++containers > MAX_PARTS) return tooMany('lists and objects');
    } else if (byte === LIST_END || byte === OBJECT_END) depth--;
    else if (byte === COLON && ++members > MAX_PARTS) return tooMany('members of objects');
  }
  return undefined;
}

function tooMany(parts: string): string {
  return `The body has more than ${MAX_PARTS} ${parts}.`;
}

interface PayloadOptions {
  /** In whose line of the queue the request waits. */
  party: Party;
  /** The value of an empty body; left out where a body is required. */
  whenEmpty?: object | undefined;
  /** How large the body may be; the limit of all pushes unless given. */
  maxBytes?: number;
}

/** The value that was read, and the turn of its write in the queue. */
export interface Payload<Value> {
  value: Value;
  turn: Turn;
}

/**
 * Reads a request's body.
 *
 * @param read a reader of `contract/reading/read-body.ts`
 * @returns what was read; or why it could not be: 400, 413, or 422 with every violation
 * @throws TurnMissed when it has waited in the queue for too long
 */
export async function readPayload<Value>(
  { request, server }: Exchange,
  read: (json: unknown) => Reading<Value>,
  { party, whenEmpty, maxBytes }: PayloadOptions,
): Promise<Payload<Value> | Refusal> {
  const bytes = await readBody(request, maxBytes);
  if (bytes instanceof Refusal) return bytes;
  const turn = turnOf(party, bytes?.length);
  return server.bodyQueue.parse(turn, () => {
    const json = bytes ? parseJson(bytes) : whenEmpty;
    if (json instanceof Refusal) return json;
    if (json === undefined) {
      return new Refusal('malformed_json', 'Send a JSON body with Content-Type: application/json.');
    }
    const reading = read(json);
    return 'value' in reading ? { value: reading.value, turn } : invalid(reading.violations);
  });
}
