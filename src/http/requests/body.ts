/** From the bytes of a request to parsed JSON (decisions R2, R4, R5, R7). */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import secureJson from 'secure-json-parse';
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import { Refusal } from '../../domain/refusal.ts';

const MAX_DEPTH = 16;
/**
 * Of lists and objects together, and of members of objects: the largest push has some 10,000 and 100,000. Five million lists,
 * or a million members of different names, would stop the service for a second.
 */
const MAX_PARTS = 200_000;

/**
 * Reads the body of a request.
 *
 * @param maxBytes how large it may be
 * @param kind `any`: whatever its type, which its bytes tell
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
  // What comes in chunks may turn out to be empty, and then needs no type.
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

/** Parses a body. @returns what it says; or why it cannot be parsed */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return new Refusal('malformed_json', 'The body is not valid UTF-8.');
  const objection = structureObjection(bytes);
  if (objection) return new Refusal('malformed_json', objection);
  try {
    return secureJson.parse(bytes.toString('utf8'), null, {
      protoAction: 'error',
      constructorAction: 'error',
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return new Refusal('malformed_json', `The body is not valid JSON: ${reason.slice(0, 200)}`);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const [LIST_START, LIST_END, OBJECT_START, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Why the structure of a body is too much for the parser, if it is; told from the bytes, before any parsing. */
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
