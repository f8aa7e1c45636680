/** The outcome of a write of the race office as forms and confirmations take it. */
import type { Reply } from '../api.ts';
import type { IsDropped, Subject } from './conflicts.ts';
import type { OfficeWrite, Outcome } from './write.ts';

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
 * @param mineOf what it would store for a property; nothing where it does not touch it
 */
export function allOrNothing(
  body: object,
  mineOf: (subject: Subject, property: string) => unknown,
): Pick<OfficeWrite, 'body' | 'mine'> {
  const asked: Parameters<IsDropped>[] = [];
  return {
    body: (isDropped) => (asked.some((each) => isDropped(...each)) ? undefined : body),
    mine: {
      valueOf: (subject, property) => {
        asked.push([subject, property]);
        return mineOf(subject, property);
      },
    },
  };
}
