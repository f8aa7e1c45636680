/** The outcome of a write of the race office as forms and confirmations take it. */
import type { Reply } from '../../api.ts';
import type { Decisions, Mine } from './conflicts.ts';
import type { Outcome } from './write.ts';

/** @returns `body` is `undefined` where the person took what others had stored, so that nothing was sent */
export async function asReply<Body>(
  write: Promise<Outcome<Body>>,
): Promise<Reply<Body | undefined>> {
  const outcome = await write;
  if (outcome.kind === 'refused') return { problem: outcome.problem };
  return { body: outcome.kind === 'done' ? outcome.body : undefined };
}

/** A refusal before anything is sent, beside a field. */
export function refusedHere(
  field: string,
  detail: string,
): { problem: Reply<never>['problem'] & object } {
  return { problem: { code: 'validation_failed', detail: '', errors: [{ field, detail }] } };
}

/**
 * A write of which no part can be given up: where the person takes anything that others have stored, nothing is
 * sent.
 *
 * @param valuesOf what it would store of a thing; nothing where it only relies on it
 * @param said what it does, in words, where no values say it
 */
export function allOrNothing<Body extends object>(
  body: Body,
  valuesOf: Mine['valuesOf'],
  said?: string,
): { body: (decided: Decisions) => Body | undefined; mine: Mine } {
  const mine = { valuesOf, ...(said !== undefined && { said }) };
  return { body: ({ givesUp }) => (givesUp ? undefined : body), mine };
}
