/** Refusals on the wire: RFC 9457 problem documents. */
import type { FastifyReply } from 'fastify';
import { PROBLEMS, type Problem } from '../contract/problem.ts';
import type { Refusal } from '../domain/refusal.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** The seconds after which a client may try again while the database is out of reach. */
export const RETRY_SECONDS = 2;

/**
 * The problem document of a refusal.
 *
 * @param publicUrl under which the page behind `type` is served (decision A13)
 * @param status only where a code has two
 */
export function problemOf(
  refusal: Refusal,
  publicUrl: string,
  status: number = PROBLEMS[refusal.code].status,
): Problem {
  const { code, detail, violations } = refusal;
  return {
    type: `${publicUrl}/problems/${code}`,
    title: PROBLEMS[code].title,
    status,
    ...(detail !== undefined && { detail }),
    code,
    ...(violations[0] && { field: violations[0].field, errors: [...violations] }),
  };
}

/** Answers a request with a refusal. */
export function sendProblem(
  reply: FastifyReply,
  refusal: Refusal,
  publicUrl: string,
  status?: number,
): FastifyReply {
  const problem = problemOf(refusal, publicUrl, status);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('content-type', PROBLEM_TYPE)
    .send(JSON.stringify(problem));
}
