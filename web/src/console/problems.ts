/** Texts for refusals in the reader's language, by code and field; where there is none, the text of the service. */
import type { LaterChange, Obstacle } from '../../../src/contract/console/history.ts';
import type { Problem as WireProblem } from '../../../src/contract/problem.ts';
import type { ConsoleWords } from './words/console.ts';

/** A problem document, or that there was no answer. */
export interface Problem {
  code: WireProblem['code'] | 'offline' | 'cancelled';
  detail: string;
  errors: readonly { field: string; detail: string }[];
  /** Of `Retry-After`, where the service says when to try again. */
  retryAfterSeconds?: number | undefined;
  /** Of a conflict: what others have changed since the page showed it. */
  changed?: readonly LaterChange[];
  /** Of a conflict: what stands in the way, where the service names it. */
  obstacles?: readonly Obstacle[];
}

/** A problem that the page itself has found. */
export function ownProblem(code: Problem['code'], errors: Problem['errors'] = []): Problem {
  return { code, detail: '', errors };
}

/** Whether what was asked for does not exist or may no longer be seen. */
export function isGone({ code }: Problem): boolean {
  return code === 'not_found' || code === 'event_not_found' || code === 'forbidden';
}

/** Texts of a page that replace the usual ones, by problem code. */
export type OwnWords = Partial<Record<Problem['code'], string>>;

/** One sentence about a problem as a whole. */
export function problemText(problem: Problem, t: ConsoleWords, own: OwnWords = {}): string {
  const { code, retryAfterSeconds } = problem;
  const ofPage = own[code];
  if (ofPage !== undefined) return ofPage;
  if (code === 'rate_limited') return t.problems.rateLimited(retryAfterSeconds ?? 1);
  for (const { detail } of problem.errors) {
    const ofAll = textOfAll(detail, t);
    if (ofAll !== undefined) return ofAll;
  }
  const known: OwnWords = {
    offline: t.problems.offline,
    cancelled: t.problems.cancelled,
    validation_failed: t.problems.invalid,
    forbidden: t.problems.forbidden,
    not_found: t.problems.notFound,
    event_not_found: t.problems.notFound,
    invalid_credentials: t.problems.signedOut,
    missing_credentials: t.problems.signedOut,
    internal_error: t.problems.failed,
  };
  return known[code] ?? problem.detail;
}

/** The sentence about a problem; `undefined` without one, and where the person has cancelled, who knows it. */
export function refusedText(problem: Problem | undefined, t: ConsoleWords): string | undefined {
  return problem && problem.code !== 'cancelled' ? problemText(problem, t) : undefined;
}

/** The first fault of what was sent, else the sentence about the problem as a whole. */
export function firstFault(problem: Problem | undefined, t: ConsoleWords): string | undefined {
  return (problem && furtherErrors(problem, t)[0]?.detail) ?? refusedText(problem, t);
}

/** The text of an error about the whole write, for which the service names a field that the page may not have. */
function textOfAll(detail: string, t: ConsoleWords): string | undefined {
  const match = /rules of the event name ([\d,]+) races.* name ([\d,]+);.* name ([\d,]+)$/.exec(
    detail,
  );
  if (!match) return undefined;
  const [would = 0, most = 0, now = 0] = match
    .slice(1)
    .map((number) => Number(number.replaceAll(',', '')));
  return t.problems.tooManySources(would, most, now);
}

/** The errors of which `problemText` does not speak already. */
export function furtherErrors({ errors }: Problem, t: ConsoleWords): Problem['errors'] {
  return errors.filter(({ detail }) => textOfAll(detail, t) === undefined);
}

/** Patterns for what the service says about a text; the first that matches gives the text on the page. */
const JUDGEMENTS: readonly [RegExp, (t: ConsoleWords, number: number) => string][] = [
  [/is required|must not be (null|empty)|at least 1 char/, (t) => t.problems.required],
  [/at least (\d+)/, (t, least) => t.problems.tooShort(least)],
  [/at most (\d+)/, (t, most) => t.problems.tooLong(most)],
];

const OF_FIELDS: Record<string, readonly [RegExp, (t: ConsoleWords) => string][]> = {
  password: [
    [/common|guess/, (t) => t.problems.commonPassword],
    [/name|address|club/, (t) => t.problems.ownNameAsPassword],
    [/wrong|not the password|does not match/, (t) => t.problems.wrongPassword],
  ],
  email: [[/./, (t) => t.problems.badEmail]],
  contact: [[/./, (t) => t.installationPage.badContact]],
  supportUrl: [[/./, (t) => t.installationPage.badAddress]],
  timezone: [[/./, (t) => t.problems.badZone]],
  countryCode: [[/./, (t) => t.problems.badCountry]],
  startDate: [[/must be a date/, (t) => t.problems.badDate]],
  endDate: [
    [/before/, (t) => t.problems.endsBeforeStart],
    [/must be a date/, (t) => t.problems.badDate],
  ],
};

/** Fields that are judged like another one. */
const ALIASES: Record<string, string> = { next: 'password', current: 'password' };

/** What is wrong with a field; `undefined` where nothing is. @param own text for a field that only this page has */
export function fieldText(
  problem: Problem,
  field: string,
  t: ConsoleWords,
  own?: string,
): string | undefined {
  const error = problem.errors.find((candidate) => candidate.field === field);
  if (!error) return undefined;
  const ofField = OF_FIELDS[ALIASES[field] ?? field] ?? [];
  const ownText = ofField.find(([pattern]) => pattern.test(error.detail))?.[1](t);
  for (const [pattern, text] of JUDGEMENTS) {
    const match = pattern.exec(error.detail);
    if (match) return text(t, Number(match[1]));
  }
  return ownText ?? own ?? error.detail;
}

/** What is wrong besides the fields that a form shows. */
export function otherErrors(problem: Problem, fields: readonly string[]): string[] {
  return problem.errors
    .filter(({ field }) => !fields.includes(field))
    .map(({ field, detail }) => `${field}: ${detail}`);
}

/** Reads the body of a refusal. @param retryAfter the header field, in seconds */
export function readProblem(body: unknown, retryAfter: string | null): Problem {
  const { code, detail, title, errors, field, changed, obstacles } = (body ?? {}) as Partial<
    WireProblem & Pick<Problem, 'changed' | 'obstacles'>
  >;
  const seconds = Number(retryAfter ?? Number.NaN);
  const all = errors ?? (field ? [{ field, detail: detail ?? '' }] : []);
  return {
    code: code ?? 'internal_error',
    detail: detail ?? title ?? '',
    errors: all,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    ...(changed && { changed }),
    ...(obstacles && { obstacles }),
  };
}

/** Whether a refusal asks for a fresh proof of who the person is, which they can give, and is not about their role. */
export function asksForProof({ code, detail }: Problem): boolean {
  return code === 'forbidden' && detail.includes('/session/proof');
}
