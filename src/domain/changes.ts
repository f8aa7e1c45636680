/** Before and after of what a write changed, as the history keeps it. */

/** Everything that changes an event, as the history calls it. */
export const OPERATION_NAMES = [
  'add-event',
  'create-schedule',
  'publish-schedule',
  'unpublish-schedule',
  'set-delay',
  'push-teams',
  'add-team',
  'push-races',
  'add-race',
  'draw-lanes',
  'push-results',
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export type ChangeSubject = 'schedule' | 'team' | 'race' | 'lane' | 'delay' | 'event';

export interface Change {
  subject: ChangeSubject;
  /** What people call the thing: a crew's name, a race's number, "race 3, position 2", a day. */
  name: string;
  /** The properties that changed, as they were; `null` when the thing is new. */
  before: Properties | null;
  /** The properties that changed, as they are now; `null` when the thing is gone. */
  after: Properties | null;
}

type Properties = Record<string, unknown>;

/**
 * Compares two states of a thing property by property. Lists are compared by their items.
 *
 * @param before `null` when the thing is new
 * @param after `null` when the thing is gone
 * @returns the change, or `undefined` when there is none
 */
export function changeOf(
  subject: ChangeSubject,
  name: string,
  before: object | null,
  after: object | null,
): Change | undefined {
  if (before === null || after === null) {
    return { subject, name, before: before && { ...before }, after: after && { ...after } };
  }
  const was: Properties = {};
  const is: Properties = {};
  let differs = false;
  for (const property in after) {
    const old = (before as Properties)[property];
    const value = (after as Properties)[property];
    if (isSame(old, value)) continue;
    was[property] = old;
    is[property] = value;
    differs = true;
  }
  return differs ? { subject, name, before: was, after: is } : undefined;
}

interface Step {
  before: object | null;
  after: object | null;
}

/**
 * The steps that change something, with the change that each makes.
 *
 * @param nameOf what people call the thing of a step
 */
export function differing<S extends Step>(
  subject: ChangeSubject,
  steps: readonly S[],
  nameOf: (step: S) => string,
): { changed: S[]; changes: Change[] } {
  const changed: S[] = [];
  const changes: Change[] = [];
  for (const step of steps) {
    const change = changeOf(subject, nameOf(step), step.before, step.after);
    if (!change) continue;
    changed.push(step);
    changes.push(change);
  }
  return { changed, changes };
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
