/** An entry of the history in words: for each thing that changed a line, with each property before and after. */
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
  /** By id, of races that may have been removed since. */
  raceNumbers: ReadonlyMap<number, string>;
}

/** A thing that changed. */
export interface Line {
  thing: string;
  /** `added`, `removed`, or nothing where its properties say it. */
  what: string | undefined;
  properties: { name: string; before: string | undefined; after: string }[];
}

/** Properties that another one says better, or that are of no use to a reader. */
const UNSAID: Record<string, readonly string[]> = {
  lane: ['teamId'],
  team: ['adopted', 'sortOrder', 'externalId'],
  race: ['firstPublishedAt', 'externalId'],
  // Who rows where says it.
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

/** The same of an erasure, which knows what things are called since, and not what before: they are not new. */
export function lineOfErased(change: HistoryChange, context: LineContext): Line {
  return { ...lineOf(change, context), what: undefined };
}

/** Who has withdrawn, or is put back: it stands with the change, and has not changed itself. */
function crewOfWithdrawal({ subject, before, after }: HistoryChange): string | undefined {
  const name = after?.[NAME_OF_TEAM];
  const isNamed = subject === 'lane' && before?.[NAME_OF_TEAM] === name;
  return isNamed && typeof name === 'string' ? name : undefined;
}

/** What a property is called. */
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

/** Of a new thing only what somebody has said of it. */
function isSaying(name: string, value: unknown, context: LineContext): boolean {
  if (Array.isArray(value)) return value.length > 0;
  const isUsual = value === false || value === 'assigned' || value === 'planned';
  return !isUsual && textOf(name, value, context) !== context.words.nothing;
}

/** A value of a property. */
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
