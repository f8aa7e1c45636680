/** An entry of the history in words: one line for each thing that changed, with each property before and after. */
import type { HistoryChange } from '../../../../../src/contract/console/history.ts';
import { NAME_OF_TEAM } from '../../../../../src/domain/history/changes.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import type { HistoryWords } from '../../words/office-history.ts';
import {
  type ChangeContext,
  propertyText,
  thingText,
  valueText,
} from '../conflicts/change-words.ts';

export interface LineContext extends ChangeContext {
  own: HistoryWords;
  /** Numbers by id, also of races that have been removed. */
  raceNumbers: ReadonlyMap<number, string>;
}

/** A thing that changed. */
export interface Line {
  thing: string;
  /** The word for `added` or `removed`; `undefined` where the properties are enough. */
  what: string | undefined;
  properties: { name: string; before: string | undefined; after: string }[];
}

/** Properties that are left out, because another one says more, or a reader has no use for them. */
const UNSAID: Record<string, readonly string[]> = {
  lane: ['teamId'],
  team: ['adopted', 'sortOrder', 'externalId'],
  race: ['firstPublishedAt', 'externalId'],
  // The lanes show the crews.
  draw: ['crewIds'],
};

/** @param change of an entry of the history */
export function lineOf(change: HistoryChange, context: LineContext): Line {
  const { before, after } = change;
  const crew = crewOfWithdrawal(change);
  const thing = [nameOf(change, context), crew].filter(Boolean).join(', ');
  if (after === null) return { thing, what: context.own.removed, properties: [] };
  const isNew = before === null;
  const properties = Object.entries(after)
    .filter(
      ([name, value]) => !isUnsaid(change, name) && (!isNew || isSaying(name, value, context)),
    )
    .filter(([name]) => crew === undefined || name !== NAME_OF_TEAM)
    .map(([name, value]) => ({
      name: nameOfProperty(name, context),
      before: isNew ? undefined : textOf(name, before[name], context),
      after: textOf(name, value, context),
    }));
  const isAdded = isNew && change.subject !== 'draw';
  return { thing, what: isAdded ? context.own.added : undefined, properties };
}

/** The same for an erasure: things have no values before it, because the old names are gone, but they are not new. */
export function lineOfErased(change: HistoryChange, context: LineContext): Line {
  return { ...lineOf(change, context), what: undefined };
}

/** The name of a crew that has withdrawn, or is put back: the change has the name, though it has not changed. */
function crewOfWithdrawal({ subject, before, after }: HistoryChange): string | undefined {
  const name = after?.[NAME_OF_TEAM];
  const isNamed = subject === 'lane' && before?.[NAME_OF_TEAM] === name;
  return isNamed && typeof name === 'string' ? name : undefined;
}

/** The name of a property on the page. */
export function nameOfProperty(name: string, context: LineContext): string {
  return context.own.properties[name] ?? propertyText(name, context);
}

function nameOf(change: HistoryChange, context: LineContext): string {
  const { notice, event, schedule, draw, webhook } = context.own.things;
  if (change.subject === 'draw') return draw;
  if (change.subject === 'notice') return notice;
  if (change.subject === 'event') return event;
  if (change.subject === 'schedule') return schedule;
  if (change.subject === 'webhook') return `${webhook} ${change.name}`;
  return thingText(change, context);
}

function isUnsaid({ subject, before, after }: HistoryChange, name: string): boolean {
  const isOnly = before !== null && after !== null && Object.keys(after).length === 1;
  return !isOnly && (UNSAID[subject]?.includes(name) ?? false);
}

/** Whether a property of a new thing is shown: only those that somebody has set. */
function isSaying(name: string, value: unknown, context: LineContext): boolean {
  if (Array.isArray(value)) return value.length > 0;
  const isUsual = value === false || value === 'assigned' || value === 'planned';
  return !isUsual && textOf(name, value, context) !== context.words.nothing;
}

/** The value of a property in words. */
export function textOf(name: string, value: unknown, context: LineContext): string {
  const { document, own } = context;
  if (name === 'order' && Array.isArray(value)) {
    return value.map((id) => valueText('crewId', id, context)).join(', ');
  }
  if (name === 'raceIds' && Array.isArray(value)) {
    const numberOf = (id: number) => {
      const race = document.races.find((each) => each.id === id);
      return race ? numberShown(race) : (context.raceNumbers.get(id) ?? '–');
    };
    return value.map(numberOf).join(', ');
  }
  if (name === 'method' || name === 'lanes') return own.draws[String(value)] ?? String(value);
  return valueText(name, value, context);
}
