/** A conflict in words: what it is about, the value before, and the values of both sides. */
import { type ChangeContext, propertyText, thingText, valueText } from './change-words.ts';
import { type Conflict, type Part, REMOVED, type Subject, type Values } from './conflicts.ts';

/** One of the two sides to choose from; `text` is empty where the label is enough. */
export interface SideText {
  label: string;
  text: string;
}

interface ConflictTexts {
  /** `Race 4, lane 1 · Saline A`, `Race 4: Title`. */
  title: string;
  /** The value before, or that the thing is removed; empty where another text has it. */
  before: string;
  theirs: SideText;
  mine: SideText;
}

export function conflictTexts(conflict: Conflict, context: ChangeContext): ConflictTexts {
  const t = context.words.conflict;
  const { kind, subject, parts, rival, said, canKeep } = conflict;
  const title = titleOf(conflict, context);
  const theirs = partsText(conflict, 'theirs', context);
  const mine = partsText(conflict, 'mine', context);
  switch (kind) {
    case 'gone': {
      const label = canKeep ? (t.addAgain[subject.subject] ?? t.mine) : t.mine;
      return {
        title,
        before: t.removed,
        theirs: { label: t.leaveGone, text: '' },
        mine: { label, text: mine },
      };
    }
    case 'removing':
      return {
        ...{ title, before: '' },
        theirs: { label: t.keepIt, text: theirs },
        mine: { label: t.removeIt, text: '' },
      };
    case 'taken': {
      const instead = Object.entries(rival?.instead ?? {});
      const [property = '', value] = instead[0] ?? [];
      const label =
        instead.length > 0
          ? t.insteadAs(`${propertyText(property, context)} ${valueText(property, value, context)}`)
          : t.mine;
      const text = valuesText({ ...rival?.values, ...rival?.instead }, context);
      return {
        ...{ title, before: '', theirs: { label: t.leaveMine, text: '' } },
        mine: { label, text },
      };
    }
    default: {
      const [part] = parts;
      const isOne = parts.length === 1 && part !== undefined;
      return {
        title,
        before: isOne ? `${t.before}: ${valueText(part.property, part.before, context)}` : '',
        theirs: { label: t.theirs, text: theirs },
        mine: said === undefined ? { label: t.mine, text: mine } : { label: t.mine, text: said },
      };
    }
  }
}

function titleOf({ kind, subject, parts }: Conflict, context: ChangeContext): string {
  const thing = placeText(subject, context);
  const [part] = parts;
  const isOne = kind === 'changed' && subject.subject !== 'lane' && parts.length === 1;
  if (kind === 'taken' && part) {
    const value = valueText(part.property, part.theirs, context);
    return context.words.conflict.taken(`${propertyText(part.property, context)} ${value}`);
  }
  return isOne && part ? `${thing}: ${propertyText(part.property, context)}` : thing;
}

/** A lane with the crew that is in it now. */
function placeText(subject: Subject, context: ChangeContext): string {
  const { races, crews } = context.document;
  const lanes = races.find(({ id }) => id === subject.id)?.lanes ?? [];
  const lane = lanes.find(({ position }) => position === subject.position);
  const crew = crews.find(({ id }) => subject.subject === 'lane' && id === lane?.crewId);
  return [thingText(subject, context), crew?.name].filter(Boolean).join(' · ');
}

/** The values of one side; each lane with its own. */
function partsText(
  { parts, subject: about }: Conflict,
  side: 'theirs' | 'mine',
  context: ChangeContext,
): string {
  if (parts.length === 1 && parts[0]?.property) {
    const [{ property, [side]: value }] = parts as [Part];
    return valueText(property, value, context);
  }
  const things = new Map<string, { subject: Subject; values: Values }>();
  for (const { subject, property, [side]: value } of parts) {
    const key = `${subject.subject} ${subject.id} ${subject.position}`;
    const values = property === '' ? (value as Values) : { [property]: value };
    const known = things.get(key)?.values;
    things.set(key, { subject, values: value === REMOVED ? {} : { ...known, ...values } });
  }
  return [...things.values()]
    .map(({ subject, values }) => {
      const text = valuesText(values, context);
      const isAbout = subject.subject === about.subject;
      return isAbout ? text : `${placeText(subject, context)}: ${text}`;
    })
    .join('; ');
}

/** All values that are not empty: `finished, Time 6:42.70, Penalty 10 s`. */
function valuesText(values: Values, context: ChangeContext): string {
  const said = Object.entries(values).filter(
    ([property, value]) => isSaid(value) && !isSaidByAnother(property, values),
  );
  const texts = said.map(([property, value]) => {
    const text = valueText(property, value, context);
    return NAMELESS.includes(property) ? text : `${propertyText(property, context)} ${text}`;
  });
  return texts.join(' · ') || context.words.nothing;
}

/** Properties whose values need no name beside them. */
const NAMELESS: readonly string[] = ['title', 'name', 'teamId', 'team', 'status', 'state'];

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** Whether another value implies this one: an entry with a time or a place has finished. */
function isSaidByAnother(property: string, values: Values): boolean {
  if (property !== 'status' || values.status !== 'finished') return false;
  return isSaid(values.finishTimeMillis) || isSaid(values.finishPlace);
}
