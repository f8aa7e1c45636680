/** The body of a request, read against the shape that it must have. */
import type { IncomingMessage } from 'node:http';
import type { Reading } from '../contract/read-body.ts';
import { invalid, Refusal } from '../domain/refusal.ts';
import { readJson } from './body.ts';

interface PayloadOptions {
  /** Stands in for an empty body; left out where a body is needed. */
  whenEmpty?: object | undefined;
  /** How large the body may be, where that is not the limit of all pushes. */
  maxBytes?: number;
}

/**
 * Reads a request's body.
 *
 * @param read a reader of `contract/read-body.ts`
 * @returns what was read; or why it could not be: 400, 413, or 422 with every violation
 */
export async function readPayload<Value>(
  request: IncomingMessage,
  read: (json: unknown) => Reading<Value>,
  { whenEmpty, maxBytes }: PayloadOptions = {},
): Promise<Value | Refusal> {
  const sent = await readJson(request, maxBytes);
  if (sent instanceof Refusal) return sent;
  const json = sent === undefined ? whenEmpty : sent;
  if (json === undefined) {
    return new Refusal('malformed_json', 'Send a JSON body with Content-Type: application/json.');
  }
  const reading = read(json);
  return 'value' in reading ? reading.value : invalid(reading.violations);
}
