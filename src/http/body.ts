/** From the bytes of a request to parsed JSON (decisions R2, R4, R5, R7). */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import secureJson from 'secure-json-parse';
import { Refusal } from '../domain/refusal.ts';

export const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_DEPTH = 16;

/**
 * Reads the JSON body of a request.
 *
 * @returns the parsed body, `undefined` when it is empty; or why it cannot be read. When the body
 *   is too large, the rest of it is not read: the connection has to close after the answer.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const { headers } = request;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody) return undefined;
  const objection = typeObjection(headers['content-type'], headers['content-encoding']);
  if (objection) return new Refusal('malformed_json', objection);
  const bytes = await readBytes(request);
  if (bytes === undefined) {
    return new Refusal('payload_too_large', `A body may have at most ${MAX_BODY_BYTES} bytes.`);
  }
  return bytes.length === 0 ? undefined : parse(bytes);
}

function typeObjection(type: string | undefined, encoding: string | undefined): string | undefined {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return 'Send the body without a Content-Encoding.';
  }
  const [mediaType = '', ...parameters] = (type ?? '').toLowerCase().split(';');
  if (mediaType.trim() !== 'application/json') return 'Send Content-Type: application/json.';
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
    ? undefined
    : 'Send the body in UTF-8.';
}

/** All bytes of a body, or `undefined` as soon as there are too many. */
async function readBytes(stream: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(stream.headers['content-length']) > MAX_BODY_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The iterator's early end must not destroy the socket: the refusal still has to be sent.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      length += (chunk as Buffer).length;
      if (length > MAX_BODY_BYTES) return undefined;
      chunks.push(chunk as Buffer);
    }
  } catch {
    // The client went away in the middle; what arrived is no JSON and nobody reads the answer.
    return Buffer.from('(interrupted)');
  }
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return new Refusal('malformed_json', 'The body is not valid UTF-8.');
  if (isTooDeep(bytes)) {
    return new Refusal('malformed_json', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  }
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
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** Whether lists and objects are nested too deeply; told from the bytes, before any parsing. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (byte === OPENING[0] || byte === OPENING[1]) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === CLOSING[0] || byte === CLOSING[1]) depth--;
  }
  return false;
}

/** The index of the quote that closes the string opened at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  let end = start;
  for (;;) {
    end = bytes.indexOf(QUOTE, end + 1);
    if (end === -1) return bytes.length;
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}
