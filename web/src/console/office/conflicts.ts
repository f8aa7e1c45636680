/**
 * What others have changed meanwhile of what somebody wants to write, and what becomes of the write once the person
 * has chosen between both. Pure: `write.ts` asks and sends.
 */
import type { LaterChange } from '../../../../src/contract/console/history.ts';

/** What a change is about. */
export type Subject = Pick<LaterChange, 'subject' | 'id' | 'position' | 'name'>;

/** In place of a value: the thing is there no more, or is to be removed. */
export const REMOVED = Symbol('removed');

/** How a write answers for itself. */
export interface Mine {
  /**
   * What the write would store for a property that somebody else has changed; `REMOVED` where it removes the thing;
   * `undefined` where it does not touch the property.
   */
  valueOf(subject: Subject, property: string): unknown;
  /** Whether a value of theirs was on the screen already when the person began to type over it. */
  wasShown?(subject: Subject, property: string, theirs: unknown): boolean;
}

/** Something to choose: theirs or mine. */
export interface Conflict {
  subject: Subject;
  /** Empty where the whole thing is removed, by them or by this write. */
  property: string;
  /** Who changed it last. */
  by: LaterChange['by'];
  at: string;
  /** Before any of their changes. */
  before: unknown;
  theirs: unknown;
  mine: unknown;
}

/** Whether a part of a write is given up. */
export type IsDropped = (
  subject: Pick<Subject, 'subject' | 'id' | 'position'>,
  property: string,
) => boolean;

/**
 * What the person has to choose about.
 *
 * @param changed of the refusal, in any order
 * @returns one for each property, or for each thing that is removed; what was on the screen anyway is left out, and
 * what both want
 */
export function conflictsOf(changed: readonly LaterChange[], mine: Mine): Conflict[] {
  const found = new Map<string, Conflict>();
  for (const change of [...changed].sort((a, b) => a.entryId - b.entryId)) {
    const values = valuesOf(change);
    const isTouched = ([property]: (typeof values)[number]) =>
      property === '' || mine.valueOf(change, property) !== undefined;
    // What the write only relies on, such as the crew of a lane that gets a result, is shown as well.
    const relevant = values.some(isTouched) ? values.filter(isTouched) : values;
    for (const [property, before, theirs] of relevant) {
      const value = mine.valueOf(change, property);
      const isWhole = value === REMOVED || theirs === REMOVED;
      const key = keyOf(change, isWhole ? '' : property);
      const earlier = found.get(key);
      found.set(key, {
        subject: change,
        property: isWhole ? '' : property,
        by: change.by,
        at: change.at,
        before: earlier ? earlier.before : before,
        theirs: isWhole && earlier && theirs !== REMOVED ? earlier.theirs : theirs,
        mine: value,
      });
    }
  }
  return [...found.values()].filter(
    ({ subject, property, theirs, mine: wanted }) =>
      theirs !== wanted && !mine.wasShown?.(subject, property, theirs),
  );
}

/** @param givenUp conflicts in which theirs was chosen */
export function droppedBy(givenUp: readonly Conflict[]): IsDropped {
  const keys = new Set(givenUp.map(({ subject, property }) => keyOf(subject, property)));
  return (subject, property) => keys.has(keyOf(subject, '')) || keys.has(keyOf(subject, property));
}

/** What is left to be written of a thing. @param thing with `id` null a new one: nothing of it is given up */
export function leftOf<Values extends object>(
  values: Values,
  { subject, id }: { subject: Subject['subject']; id: number | null },
  isDropped: IsDropped,
): Partial<Values> {
  const left = Object.entries(values).filter(
    ([property]) => id === null || !isDropped({ subject, id }, property),
  );
  return Object.fromEntries(left) as Partial<Values>;
}

/** The properties that a change gave other values, before and after. */
function valuesOf({
  before,
  after,
}: LaterChange): [property: string, before: unknown, after: unknown][] {
  if (after === null) return [['', before, REMOVED]];
  return Object.entries(after).map(([property, value]) => [property, before?.[property], value]);
}

function keyOf(
  { subject, id, position }: Pick<Subject, 'subject' | 'id' | 'position'>,
  property: string,
): string {
  return `${subject} ${id} ${position} ${property}`;
}
