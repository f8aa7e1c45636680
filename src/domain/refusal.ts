/**
 * A rule's "no". Refusals are values; a thrown error is always a bug or a broken machine.
 */
import type { LaterChange, Obstacle } from '../contract/console/history.ts';
import { MAX_NAMED_CHANGES, MAX_VIOLATIONS } from '../contract/limits.ts';
import type { Conflict, ProblemCode, Violation } from '../contract/problem.ts';

/** What a conflict lists. */
interface InTheWay {
  changed?: readonly LaterChange[];
  conflicts?: readonly Conflict[];
  obstacles?: readonly Obstacle[];
}

export class Refusal {
  readonly code: ProblemCode;
  /** What was wrong, in words; validation refusals take it from their first violation. */
  readonly detail: string | undefined;
  /** The wrong properties in document order; only with `validation_failed`. */
  readonly violations: readonly Violation[];
  /** What others have changed since the page showed it; only with `conflict`, and only in the console. */
  readonly changed: readonly LaterChange[] | undefined;
  /** The values of a push that other rows have; only with `conflict`. */
  readonly conflicts: readonly Conflict[] | undefined;
  /** What prevents the write, for pages to put into words; only with `conflict`, and only in the console. */
  readonly obstacles: readonly Obstacle[] | undefined;

  constructor(
    code: ProblemCode,
    detail?: string,
    violations: readonly Violation[] = [],
    { changed, conflicts, obstacles }: InTheWay = {},
  ) {
    this.code = code;
    this.detail = detail;
    this.violations = violations;
    this.changed = changed;
    this.conflicts = conflicts;
    this.obstacles = obstacles;
  }
}

/** Something has been done too often: 429. */
export class TooOften extends Refusal {
  /** How long the client must wait before it tries again; at least 1. */
  readonly retrySeconds: number;

  constructor(detail: string, retryMillis: number) {
    super('rate_limited', detail);
    this.retrySeconds = Math.max(1, Math.ceil(retryMillis / 1000));
  }
}

/** Stored state contradicts the request: 409. */
export function conflict(detail: string): Refusal {
  return new Refusal('conflict', detail);
}

/** Other rows already have values that a push gives to its own: 409. @param detail names the first of these conflicts */
export function taken(detail: string, conflicts: readonly Conflict[]): Refusal {
  return new Refusal('conflict', detail, [], { conflicts: conflicts.slice(0, MAX_VIOLATIONS) });
}

/** The page was out of date: somebody else has changed what it showed: 409 (console, "Interface"). */
export function outOfDate(detail: string, changed: readonly LaterChange[]): Refusal {
  return new Refusal('conflict', detail, [], { changed: changed.slice(0, MAX_NAMED_CHANGES) });
}

/** A conflict that lists its obstacles, so that pages can say them in the reader's language: 409 (console, "Details"). */
export function obstructed(detail: string, obstacles: readonly Obstacle[]): Refusal {
  return new Refusal('conflict', detail, [], { obstacles: obstacles.slice(0, MAX_NAMED_CHANGES) });
}

/** Properties of the payload are wrong: 422. @param violations at least one; the answer names the first hundred */
export function invalid(violations: readonly Violation[]): Refusal {
  const [first] = violations;
  const told = violations.slice(0, MAX_VIOLATIONS);
  return new Refusal('validation_failed', first && `${first.field} ${first.detail}`, told);
}

/** The message of whatever was thrown, also where that is no `Error`. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How many items of a list the sentence of a refusal names. */
const MAX_NAMED = 5;

/** The first five items of a list, in words, and how many more there are. */
export function shortList(items: readonly string[]): string {
  const more = items.length - MAX_NAMED;
  return `${items.slice(0, MAX_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
