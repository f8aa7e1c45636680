/**
 * Conflicts between a write and what others have changed meanwhile, and what is left of the write once the person has chosen
 * between both. Pure: `write.ts` asks and sends, `conflict-dialog.tsx` shows.
 */
import type { LaterChange } from '../../../../../src/contract/console/history.ts';

/** What a change is about. */
export type Subject = Pick<LaterChange, 'subject' | 'id' | 'position' | 'name'>;

/** Something that is written; a row that is not stored yet has its key as `id`. */
export interface Thing {
  subject: Subject['subject'];
  id?: number | string | undefined;
  position?: number | undefined;
}

/** Values by property. */
export type Values = Readonly<Record<string, unknown>>;

/** In place of values: the thing was removed, or is to be removed. */
export const REMOVED = Symbol('removed');

/** A row of a write with a value that no two things share, and that others have given to a thing of theirs. */
export interface Rival {
  thing: Thing;
  /** All values that the row would store. */
  values: Values;
  /** Values that the row can have instead; `undefined` where only the person can choose one. */
  instead: Values | undefined;
}

/** What `conflictsOf` asks a write about itself. */
export interface Mine {
  /**
   * What the write would store of a thing that somebody else has changed, by property; `REMOVED` where it removes the thing;
   * `undefined` where it does not touch it.
   *
   * @param was what the thing was before, where others have removed it
   */
  valuesOf(subject: Subject, was?: Values): Values | typeof REMOVED | undefined;
  /** Whether a value of the others was on the screen already when the person began to type over it. */
  wasShown?(subject: Subject, property: string, theirs: unknown): boolean;
  /** What the write does, in words, where its values do not show it. */
  said?: string;
  /** Whether a thing that others have removed can be added again; `false` by default. */
  canAdd?(subject: Subject): boolean;
  /** The row of the write with a value that no two things share, where others have given it to another thing. */
  clashOf?(property: string, theirs: unknown): Rival | undefined;
}

/** A property of a thing: the value before all changes of the others, their value, and that of the write. */
export interface Part {
  subject: Subject;
  /** Empty for a lane as a whole: `mine` are its values. */
  property: string;
  before: unknown;
  theirs: unknown;
  mine: unknown;
}

/** Something to choose: theirs or mine. */
export interface Conflict {
  /**
   * `changed`: others have changed what the write changes, or relies on; `gone`: others have removed it; `removing`: others
   * have changed what the write removes; `taken`: others have given a value that no two things share to another thing.
   */
  kind: 'changed' | 'gone' | 'removing' | 'taken';
  subject: Subject;
  /** Who changed it last. */
  by: LaterChange['by'];
  at: string;
  /** Of a race, a crew and settings one property; of a lane all that differ. */
  parts: readonly Part[];
  /** Whether mine can be written at all. */
  canKeep: boolean;
  /** Only for `gone`: what the thing was. */
  was?: Values;
  /** Only for `taken`. */
  rival?: Rival;
  /** What the write does, in words, where its values do not show it. */
  said?: string;
}

/** What the person has decided about a conflict. */
export interface Chosen {
  conflict: Conflict;
  isMine: boolean;
}

/** Whether a part of a write is given up. */
export type IsDropped = (thing: Thing, property: string) => boolean;

/** What is left of a write after the person's decisions. */
export interface Decisions {
  isDropped: IsDropped;
  /** Whether anything is given up. */
  givesUp: boolean;
  /** The values of a thing that others have removed, where it is to be added again; else `undefined`. */
  again(thing: Thing): Values | undefined;
  /** The values to send in place of those that others have taken; `undefined`: none. */
  instead(thing: Thing): Values | undefined;
}

/**
 * The conflicts that the person has to decide.
 *
 * @param changed of the refusal, in any order
 * @returns one for each property of a race, crew or setting, one for each lane, one for each thing that is removed, with its
 *   lanes; without what was on the screen anyway, and without values that both sides want
 */
export function conflictsOf(changed: readonly LaterChange[], mine: Mine): Conflict[] {
  const all = changesByThing(changed);
  const removedRaces = new Map<string, Conflict>();
  return [...all.values()].flatMap((change): Conflict[] => {
    const race = raceOf(change.subject);
    const isWithRace = change.subject.subject === 'lane' && all.get(keyOf(race))?.isGone === true;
    // The lanes of a removed race are part of the conflict about the race.
    if (isWithRace) return [];
    if (mine.valuesOf(race) === REMOVED) return removing(change, race, removedRaces);
    if (change.isGone) return gone(change, all, mine);
    return changedOf(change, mine);
  });
}

/** All changes of others to one thing, taken together. */
interface TheirChange {
  subject: Subject;
  by: LaterChange['by'];
  at: string;
  before: Values;
  after: Values;
  isGone: boolean;
}

function changesByThing(changed: readonly LaterChange[]): ReadonlyMap<string, TheirChange> {
  const found = new Map<string, TheirChange>();
  for (const change of [...changed].sort((a, b) => a.entryId - b.entryId)) {
    const { before, after, by, at } = change;
    const earlier = found.get(keyOf(change));
    found.set(keyOf(change), {
      subject: change,
      by,
      at,
      before: { ...before, ...earlier?.before },
      after: { ...(earlier?.isGone ? {} : earlier?.after), ...after },
      isGone: after === null,
    });
  }
  return found;
}

/** Others have changed what the write removes; all changes of a race and its lanes are one conflict. */
function removing(
  { subject, by, at, before, after, isGone }: TheirChange,
  thing: Subject,
  known: Map<string, Conflict>,
): Conflict[] {
  // Both sides remove it.
  if (isGone && subject.subject !== 'lane') return [];
  const parts = partsOf(subject, before, isGone ? { '': REMOVED } : after, () => REMOVED);
  const earlier = known.get(keyOf(thing));
  if (earlier) {
    Object.assign(earlier, { by, at, parts: [...earlier.parts, ...parts] });
    return [];
  }
  const conflict: Conflict = { kind: 'removing', subject: thing, by, at, parts, canKeep: true };
  known.set(keyOf(thing), conflict);
  return [conflict];
}

function gone(
  { subject, by, at, before: was }: TheirChange,
  all: ReadonlyMap<string, TheirChange>,
  mine: Mine,
): Conflict[] {
  const wanted = mine.valuesOf(subject, was);
  if (wanted === REMOVED) return [];
  const own = partsOf(subject, was, wanted ?? {}, (property) => wanted?.[property]);
  const lanes = [...all.values()].filter(
    (each) => each.subject.subject === 'lane' && keyOf(raceOf(each.subject)) === keyOf(subject),
  );
  const ofLanes = lanes.flatMap(({ subject: lane, before }): Part[] => {
    const values = mine.valuesOf(lane, before);
    if (values === undefined || values === REMOVED) return [];
    return [{ subject: lane, property: '', before, theirs: REMOVED, mine: values }];
  });
  const parts = [...own.map((part) => ({ ...part, theirs: REMOVED })), ...ofLanes];
  const canKeep = mine.canAdd?.(subject) ?? false;
  return [{ kind: 'gone', subject, by, at, parts, canKeep, was }];
}

function changedOf({ subject, by, at, before, after }: TheirChange, mine: Mine): Conflict[] {
  const common = { subject, by, at, canKeep: true, ...(mine.said && { said: mine.said }) };
  const values = mine.valuesOf(subject);
  const wanted = values === REMOVED ? undefined : values;
  const taken = Object.entries(after).flatMap(([property, theirs]): Conflict[] => {
    const rival = wanted?.[property] === undefined ? mine.clashOf?.(property, theirs) : undefined;
    if (!rival) return [];
    const parts = partsOf(subject, before, { [property]: theirs }, () => rival.values[property]);
    const canKeep = rival.instead !== undefined;
    return [{ ...common, kind: 'taken', parts, canKeep, rival }];
  });
  const touched = Object.fromEntries(
    Object.entries(after).filter(([property]) => wanted?.[property] !== undefined),
  );
  // A thing that the write only relies on, such as the crew of a lane that gets a result, is shown as a whole.
  const isReliedOn = Object.keys(touched).length === 0;
  if (isReliedOn && taken.length > 0) return taken;
  const parts = partsOf(subject, before, isReliedOn ? after : touched, (name) => wanted?.[name]);
  const isOne = isReliedOn || subject.subject === 'lane';
  const left = parts.filter(
    ({ property, theirs, mine: own }) =>
      !isSame(theirs, own) && !mine.wasShown?.(subject, property, theirs),
  );
  if (left.length === 0) return taken;
  // Beside the changes to a lane, the conflict shows all that was typed for the lane.
  const untouched = isOne ? Object.keys(wanted ?? {}).filter((name) => !(name in after)) : [];
  const rest = untouched.map(
    (property): Part => ({
      ...{ subject, property, before: undefined, theirs: undefined },
      mine: wanted?.[property],
    }),
  );
  const groups = isOne ? [[...parts, ...rest]] : left.map((part) => [part]);
  return [
    ...taken,
    ...groups.map((group): Conflict => ({ ...common, kind: 'changed', parts: group })),
  ];
}

/** @param theirs by property; without the crew's name (`team`) beside its id, or where the lane only withdraws */
function partsOf(
  subject: Subject,
  before: Values,
  theirs: Values,
  mineOf: (property: string) => unknown,
): Part[] {
  return Object.entries(theirs)
    .filter(([property]) => property !== 'team' || !('teamId' in theirs || 'withdrawn' in theirs))
    .map(([property, value]) => ({
      subject,
      property,
      before: before[property],
      theirs: value,
      mine: mineOf(property),
    }));
}

/** What is left of a write. @param chosen so far */
export function decisionsOf(chosen: readonly Chosen[]): Decisions {
  const dropped = new Set(chosen.flatMap((each) => (each.isMine ? [] : dropsOf(each.conflict))));
  const kept = chosen.flatMap(({ conflict, isMine }) => (isMine ? conflict : []));
  return {
    isDropped: (thing, property) =>
      dropped.has(`${keyOf(thing)} `) || dropped.has(`${keyOf(thing)} ${property}`),
    givesUp: dropped.size > 0,
    again: (thing) =>
      kept.findLast(({ kind, subject }) => kind === 'gone' && keyOf(subject) === keyOf(thing))?.was,
    instead: (thing) =>
      kept.findLast(({ rival }) => rival && keyOf(rival.thing) === keyOf(thing))?.rival?.instead,
  };
}

/** The decisions before anything was asked. */
export const UNDECIDED = decisionsOf([]);

/** Keys of what is given up where the person takes theirs. */
function dropsOf({ kind, subject, parts, rival }: Conflict): string[] {
  if (rival) {
    // A new row is given up as a whole, because it cannot be stored without its number.
    const property = typeof rival.thing.id === 'string' ? '' : parts[0]?.property;
    return [`${keyOf(rival.thing)} ${property}`];
  }
  const isWhole = kind !== 'changed' || subject.subject === 'lane';
  return isWhole
    ? [`${keyOf(subject)} `]
    : parts.map(({ property }) => `${keyOf(subject)} ${property}`);
}

/** The values of a thing that are not given up. */
export function leftOf<Written extends object>(
  values: Written,
  thing: Thing,
  isDropped: IsDropped,
): Partial<Written> {
  const left = Object.entries(values).filter(([property]) => !isDropped(thing, property));
  return Object.fromEntries(left) as Partial<Written>;
}

/** The race of a lane; any other subject as it is. */
function raceOf(subject: Subject): Subject {
  if (subject.subject !== 'lane') return subject;
  const { position: _, ...rest } = subject;
  return { ...rest, subject: 'race', name: subject.name.replace(/, position \d+$/, '') };
}

function keyOf({ subject, id, position }: Thing): string {
  return `${subject} ${id} ${position}`;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
