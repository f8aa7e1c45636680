/** Requests that are sent again because their answer was lost: what they made is not made twice. */
import { hash } from 'node:crypto';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../contract/limits.ts';
import { conflict, invalid, Refusal } from '../domain/refusal.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Payload } from '../http/requests/body.ts';
import { type Repeatable, takeIdempotencyKey } from '../storage/accounts/idempotency.ts';
import type { Write } from '../storage/engine/database.ts';
import type { Call } from './permissions.ts';

/**
 * The field `Idempotency-Key` of a request that makes something; `undefined` without the field, 422 where it is empty or too
 * long. The same body for another event, club or person is another request.
 *
 * @param body as it was read
 */
export function readIdempotencyKey(
  { request, route, params }: Exchange,
  body: object,
): Repeatable | undefined | Refusal {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key !== '' && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH) {
    return { key, bodyHash: hash('sha256', JSON.stringify([route, params, body]), 'hex') };
  }
  const detail = `must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters`;
  return invalid([{ field: 'Idempotency-Key', detail }]);
}

/**
 * Makes something whose answer holds a secret, at most once for an `Idempotency-Key`: the same request again gets 409,
 * because the secret is shown only once.
 *
 * @param tx of `Database.write`
 * @param body as it was read
 */
export async function makeOnce<Result>(
  tx: Write,
  { exchange, session: { userId } }: Call,
  body: object,
  make: () => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const repeatable = readIdempotencyKey(exchange, body);
  if (repeatable instanceof Refusal) return repeatable;
  const before = repeatable && (await takeIdempotencyKey(tx, userId, repeatable, Date.now()));
  if (before === undefined) return make();
  if (before instanceof Refusal) return before;
  return conflict('It was made already, and its secret is shown only once.');
}

/** `makeOnce` in a transaction of its own. */
export function writeOnce<Result>(
  call: Call,
  { value, turn }: Payload<object>,
  make: (tx: Write) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const once = (tx: Write) => makeOnce(tx, call, value, () => make(tx));
  return call.console.database.write(once, { turn });
}
