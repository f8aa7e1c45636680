/** The body of a request, read against the shape that it must have. */
import { type Party, type Turn, turnOf } from '../../concurrency/turn-queue.ts';
import type { Reading } from '../../contract/reading/read-body.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { Exchange } from '../exchange.ts';
import { parseJson, readBody } from './body.ts';

interface PayloadOptions {
  /** Whose backlog the request belongs to. */
  party: Party;
  /** Stands in for an empty body; left out where a body is needed. */
  whenEmpty?: object | undefined;
  /** How large the body may be, where that is not the limit of all pushes. */
  maxBytes?: number;
}

/** What was read, and the place of what comes of it among the writes that wait. */
export interface Payload<Value> {
  value: Value;
  turn: Turn;
}

/**
 * Reads a request's body.
 *
 * @param read a reader of `contract/read-body.ts`
 * @returns what was read; or why it could not be: 400, 413, or 422 with every violation
 * @throws TurnMissed when too much else was to be read
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
