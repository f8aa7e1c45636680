/**
 * What others have changed meanwhile of what somebody wants to write, and what becomes of the write once the person
 * has chosen between both. Pure: `write.ts` asks and sends, `conflict-dialog.tsx` shows.
 */
import type { LaterChange } from '../../../../../src/contract/console/history.ts';

/** What a change is about. */
export type Subject = Pick<LaterChange, 'subject' | 'id' | 'position' | 'name'>;

/** Something that is written: a row that is not stored yet is named by its key. */
export interface Thing {
  subject: Subject['subject'];
  id?: number | string | undefined;
  position?: number | undefined;
}

/** Values by property. */
export type Values = Readonly<Record<string, unknown>>;

/** In place of values: the thing is there no more, or is to be removed. */
export const REMOVED = Symbol('removed');

/** A row of a write that wants what others have given to one of theirs. */
export interface Rival {
  thing: Thing;
  /** All that it would store. */
  values: Values;
  /** What it can have in its place; `undefined` where only the person knows. */
  instead: Values | undefined;
}

/** How a write answers for itself. */
export interface Mine {
  /**
   * What the write would store of a thing that somebody else has changed, property by property; `REMOVED` where it
   * removes the thing; `undefined` where it does not touch it.
   *
   * @param was what the thing was before, where it is gone
   */
  valuesOf(subject: Subject, was?: Values): Values | typeof REMOVED | undefined;
  /** Whether a value of theirs was on the screen already when the person began to type over it. */
  wasShown?(subject: Subject, property: string, theirs: unknown): boolean;
  /** What the write does, in words, where no values say it. */
  said?: string;
  /** Whether what others have removed can be added anew; by default not. */
  canAdd?(subject: Subject): boolean;
  /** Who of the write wants a value that no two things share. */
  rivalOf?(property: string, theirs: unknown): Rival | undefined;
}

/** A value of a thing: what it was before any of their changes, what they and what the write make of it. */
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
   * `changed`: they have changed what the write changes, or relies on; `gone`: they have removed it; `removing`: they
   * have changed what the write removes; `taken`: they have given to one of theirs what one of mine wants.
   */
  kind: 'changed' | 'gone' | 'removing' | 'taken';
  subject: Subject;
  /** Who changed it last. */
  by: LaterChange['by'];
  at: string;
  /** Of a race, a crew and settings one property; of a lane all that differs. */
  parts: readonly Part[];
  /** Whether mine can be written at all. */
  canKeep: boolean;
  /** Only of what is gone: what it was. */
  was?: Values;
  /** Only of what is taken. */
  rival?: Rival;
  /** What mine does, in words, where no values say it. */
  said?: string;
}

/** What the person has decided about a conflict. */
export interface Chosen {
  conflict: Conflict;
  isMine: boolean;
}

/** Whether a part of a write is given up. */
export type IsDropped = (thing: Thing, property: string) => boolean;

/** What becomes of a write. */
export interface Decisions {
  isDropped: IsDropped;
  /** Whether anything is given up. */
  givesUp: boolean;
  /** What a thing was that others have removed and that is added anew; `undefined` where it is not. */
  again(thing: Thing): Values | undefined;
  /** The values in place of those that others have taken. */
  instead(thing: Thing): Values | undefined;
}

/**
 * What the person has to choose about.
 *
 * @param changed of the refusal, in any order
 * @returns one for each property of a race, crew or setting, one for each lane, one for each thing that is removed,
 *   with its lanes; what was on the screen anyway is left out, and what both want
 */
export function conflictsOf(changed: readonly LaterChange[], mine: Mine): Conflict[] {
  const all = changesByThing(changed);
  const removedRaces = new Map<string, Conflict>();
  return [...all.values()].flatMap((change): Conflict[] => {
    const race = raceOf(change.subject);
    const isWithRace = change.subject.subject === 'lane' && all.get(keyOf(race))?.isGone === true;
    // What becomes of the lanes of a race that is gone is said with the race.
    if (isWithRace) return [];
    if (mine.valuesOf(race) === REMOVED) return removing(change, race, removedRaces);
    if (change.isGone) return gone(change, all, mine);
    return changedOf(change, mine);
  });
}

/** What others have made of a thing, over all their changes. */
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

/** They have changed what the write removes; all of a race with its lanes is one question. */
function removing(
  { subject, by, at, before, after, isGone }: TheirChange,
  thing: Subject,
  known: Map<string, Conflict>,
): Conflict[] {
  // Both want it to be gone.
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
    const rival = wanted?.[property] === undefined ? mine.rivalOf?.(property, theirs) : undefined;
    if (!rival) return [];
    const parts = partsOf(subject, before, { [property]: theirs }, () => rival.values[property]);
    const canKeep = rival.instead !== undefined;
    return [{ ...common, kind: 'taken', parts, canKeep, rival }];
  });
  const touched = Object.fromEntries(
    Object.entries(after).filter(([property]) => wanted?.[property] !== undefined),
  );
  // What the write only relies on, such as the crew of a lane that gets a result, is shown as a whole.
  const isReliedOn = Object.keys(touched).length === 0;
  if (isReliedOn && taken.length > 0) return taken;
  const parts = partsOf(subject, before, isReliedOn ? after : touched, (name) => wanted?.[name]);
  const isOne = isReliedOn || subject.subject === 'lane';
  const left = parts.filter(
    ({ property, theirs, mine: own }) =>
      !isSame(theirs, own) && !mine.wasShown?.(subject, property, theirs),
  );
  if (left.length === 0) return taken;
  // Beside what they have changed of a lane stands all that was typed for it.
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

/** @param theirs by property; a crew of a lane is said by its id alone, and not where it only withdraws */
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

/** What becomes of a write. @param chosen so far */
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

/** Nobody has been asked anything. */
export const UNDECIDED = decisionsOf([]);

/** What is given up where theirs is chosen. */
function dropsOf({ kind, subject, parts, rival }: Conflict): string[] {
  if (rival) {
    // Of a new row nothing is left without its number.
    const property = typeof rival.thing.id === 'string' ? '' : parts[0]?.property;
    return [`${keyOf(rival.thing)} ${property}`];
  }
  const isWhole = kind !== 'changed' || subject.subject === 'lane';
  return isWhole
    ? [`${keyOf(subject)} `]
    : parts.map(({ property }) => `${keyOf(subject)} ${property}`);
}

/** What is left to be written of a thing. */
export function leftOf<Written extends object>(
  values: Written,
  thing: Thing,
  isDropped: IsDropped,
): Partial<Written> {
  const left = Object.entries(values).filter(([property]) => !isDropped(thing, property));
  return Object.fromEntries(left) as Partial<Written>;
}

/** The race of a lane; everything else is itself. */
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
