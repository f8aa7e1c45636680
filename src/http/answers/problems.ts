/** Refusals on the wire: RFC 9457 problem documents. */
import { PROBLEMS, type Problem } from '../../contract/problem.ts';
import { Refusal } from '../../domain/refusal.ts';
import { NO_STORE } from './cache-control.ts';
import type { Outgoing } from './send.ts';

/** The seconds after which a client may try again while the service cannot do its work. */
const RETRY_SECONDS = 2;

/**
 * The answer for a refusal: a problem document.
 *
 * @param publicUrl under which the page behind `type` is served (decision A13)
 * @param status only where a code has two
 */
export function problemAnswer(
  refusal: Refusal,
  publicUrl: string,
  status: number = PROBLEMS[refusal.code].status,
): Outgoing {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': NO_STORE,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    },
    body: JSON.stringify(problemOf(refusal, publicUrl, status)),
    code: refusal.code,
  };
}

/**
 * The answer to an error, which is a bug of ours or a machine in trouble. It tells the caller
 * nothing of what went wrong inside; the log does.
 *
 * @param trouble the detail for the caller where the machine is in trouble (503); left out for a bug (500)
 */
export function failureAnswer(
  trouble: string | undefined,
  requestId: string,
  publicUrl: string,
): Outgoing {
  if (trouble !== undefined) return unavailableAnswer(trouble, publicUrl);
  const refusal = new Refusal('internal_error', `Quote the request id ${requestId}.`);
  return problemAnswer(refusal, publicUrl);
}

/** The answer while the service cannot do its work: 503. @param retrySeconds when to try again */
export function unavailableAnswer(
  detail: string,
  publicUrl: string,
  retrySeconds = RETRY_SECONDS,
): Outgoing {
  const answer = problemAnswer(new Refusal('internal_error', detail), publicUrl, 503);
  answer.headers['retry-after'] = String(retrySeconds);
  return answer;
}

function problemOf(
  refusal: Refusal,
  publicUrl: string,
  status: number,
): Problem & Pick<Partial<Refusal>, 'changed' | 'obstacles'> {
  const { code, detail, violations, changed, conflicts, obstacles } = refusal;
  return {
    type: `${publicUrl}/problems/${code}`,
    title: PROBLEMS[code].title,
    status,
    ...(detail !== undefined && { detail }),
    code,
    ...(changed && { changed }),
    ...(obstacles && { obstacles }),
    ...(conflicts && { conflicts: [...conflicts] }),
    ...(violations[0] && { field: violations[0].field, errors: [...violations] }),
  };
}
