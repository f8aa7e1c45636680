/**
 * A rule's "no". Refusals are values; a thrown error is always a bug or a broken machine.
 */
import { MAX_VIOLATIONS } from '../contract/limits.ts';
import type { ProblemCode, Violation } from '../contract/problem.ts';

export class Refusal {
  readonly code: ProblemCode;
  /** What was wrong, in words; validation refusals take it from their first violation. */
  readonly detail: string | undefined;
  /** The wrong properties in document order; only with `validation_failed`. */
  readonly violations: readonly Violation[];

  constructor(code: ProblemCode, detail?: string, violations: readonly Violation[] = []) {
    this.code = code;
    this.detail = detail;
    this.violations = violations;
  }
}

/** Stored state contradicts the request: 409. */
export function conflict(detail: string): Refusal {
  return new Refusal('conflict', detail);
}

/** Properties of the payload are wrong: 422. At least one; an answer names the first hundred. */
export function invalid(violations: readonly Violation[]): Refusal {
  const [first] = violations;
  const told = violations.slice(0, MAX_VIOLATIONS);
  return new Refusal('validation_failed', first && `${first.field} ${first.detail}`, told);
}
