/** Changes in words: things, properties, values. The dialog about conflicts and the history use the same words. */
import type { LaneSource } from '../../../../../src/contract/board.ts';
import type { LaterChange, Obstacle } from '../../../../../src/contract/console/history.ts';
import type { Office } from '../../../../../src/contract/console/office.ts';
import type { LookLink } from '../../../../../src/contract/look.ts';
import { venueTime } from '../../../../../src/domain/day/venue-clock.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import {
  type DecimalMark,
  formatExactTime,
} from '../../../../../src/domain/results/finish-time.ts';
import { allowanceText } from '../../../../../src/domain/results/result-word.ts';
import { dayName } from '../../../shared/times.ts';
import type { Problem } from '../../problems.ts';
import type { FrameWords } from '../../words/office-frame.ts';
import { REMOVED, type Subject } from './conflicts.ts';

/** What the words need to know. */
export interface ChangeContext {
  words: FrameWords;
  /** For finish times and penalties. */
  decimalMark: DecimalMark;
  /** For the names of days. */
  dateLanguage: string;
  /** Names crews, printed numbers and the zone. */
  document: Pick<Office, 'crews' | 'races' | 'event'>;
  /** Where the crew of a lane comes from, in words. */
  source?: (from: LaneSource) => string;
}

/** A thing: `Race 16A`, `Race 16A, lane 3`, `Crew Saline A`. */
export function thingText(
  thing: Subject,
  { words, document, dateLanguage }: ChangeContext,
): string {
  const race = document.races.find(({ id }) => id === thing.id);
  const ofRace = words.race(race ? numberShown(race) : numberIn(thing.name));
  switch (thing.subject) {
    case 'race':
      return ofRace;
    case 'lane': {
      const lane = race?.lanes.find(({ position }) => position === thing.position);
      const said = race?.effectiveKind === 'head' ? words.bow : words.lane;
      return said(ofRace, lane?.positionLabel ?? String(thing.position));
    }
    case 'team':
      return `${words.crew} ${thing.name}`;
    case 'schedule':
      return words.schedule;
    case 'delay':
      return words.delayOf(dayName(thing.name, dateLanguage, 'short'));
    default:
      return thing.name;
  }
}

/** The number of a race that was removed, taken from the name that the history has for it. */
export function numberIn(name: string): string {
  return /^race (.+?)(, position \d+)?$/.exec(name)?.[1] ?? name;
}

/** The name of a property on the page; the service's own name where there is no word for it. */
export function propertyText(property: string, { words }: ChangeContext): string {
  return words.properties[property] ?? property;
}

/** A value of a property, times and days as people at the venue say them. */
export function valueText(property: string, value: unknown, context: ChangeContext): string {
  const { words, document } = context;
  if (value === REMOVED) return words.conflict.removed;
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  // The value is the version of a file, which means nothing to people.
  if (property === 'logo') return words.yes;
  if (property === 'links') return linksText(value) || words.nothing;
  if (Array.isArray(value)) return value.join(', ');
  if ((property === 'start' || property === 'end') && typeof value === 'string') {
    return dayName(value, context.dateLanguage, 'short', true);
  }
  if (property.endsWith('At') || property === 'until') {
    const instant = typeof value === 'number' ? value : Date.parse(String(value));
    return Number.isNaN(instant) ? String(value) : instantText(instant, context);
  }
  if (property === 'teamId' || property === 'crewId') {
    return document.crews.find(({ id }) => id === value)?.name ?? String(value);
  }
  if (typeof value === 'number') return numberText(property, value, context);
  if (property === 'from' && context.source) return context.source(value as LaneSource);
  if (typeof value === 'object') return JSON.stringify(value);
  return words.values[String(value)] ?? String(value);
}

/** Who changed something. */
export function authorText(
  { name, keyLabel, keyPrefix }: LaterChange['by'],
  words: FrameWords,
): string {
  const key = keyLabel ?? keyPrefix;
  const ofKey = key === null ? undefined : words.conflict.key(key);
  return [name, ofKey].filter(Boolean).join(', ') || words.conflict.commandLine;
}

/** `Sat 13 Jun, 11:00`; seconds only where there are any. */
function instantText(instant: number, { document, dateLanguage }: ChangeContext): string {
  const [day = '', time = ''] = venueTime(instant, document.event.timezone).split(' ');
  return `${dayName(day, dateLanguage, 'short')}, ${time.replace(/:00$/, '')}`;
}

/** Properties with times that may be negative. */
const SIGNED: ReadonlySet<string> = new Set([
  'allowanceMillis',
  'clockOffsetMillis',
  'plannedStartMillis',
]);

function numberText(
  property: string,
  value: number,
  { words, decimalMark }: ChangeContext,
): string {
  if (property === 'startIntervalSeconds') return `${value} s`;
  if (SIGNED.has(property)) return allowanceText(value, decimalMark) || words.nothing;
  // With thousandths where there are any, so that two different times never look the same.
  if (property.endsWith('Millis')) return formatExactTime(value, decimalMark);
  if (property.endsWith('Minutes')) return words.minutes(value);
  return property === 'distanceMeters' ? words.metres(value) : String(value);
}

/** At most so many obstacles are listed; the person sees the others after resolving these. */
const MAX_SAID = 5;

/** Why an undo was refused; `undefined` where the refusal is no conflict. */
export function refusalText(problem: Problem, context: ChangeContext): string | undefined {
  const { code, changed, obstacles } = problem;
  const t = context.words.obstacles;
  if (code !== 'conflict') return undefined;
  if (changed && changed.length > 0) return t.later;
  return obstacles && obstacles.length > 0 ? obstaclesText(obstacles, context) : t.ever;
}

/** The first of the obstacles, and how many more there are. */
export function obstaclesText(obstacles: readonly Obstacle[], context: ChangeContext): string {
  const said = obstacles.slice(0, MAX_SAID).map((obstacle) => obstacleText(obstacle, context));
  const more = obstacles.length - said.length;
  return [...said, ...(more > 0 ? [context.words.obstacles.more(more)] : [])].join(' ');
}

function obstacleText({ kind, property = '', ...obstacle }: Obstacle, context: ChangeContext) {
  const t = context.words.obstacles;
  const thing = thingText(obstacle, context);
  const value = valueText(property, obstacle.value, context);
  switch (kind) {
    case 'value':
      return t.value(thing, propertyText(property, context), value);
    case 'taken':
      return obstacle.subject === 'race' && property === 'raceNumber'
        ? t.numberTaken(value)
        : t.taken(propertyText(property, context), value);
    case 'crew-gone':
      return t.crewGone(thing, value);
    case 'crew-twice':
      return t.crewTwice(thing, value);
    default:
      return t.of[kind](thing);
  }
}

function linksText(value: unknown): string {
  const links = value as readonly LookLink[];
  return links.map(({ label, url }) => `${label} (${url})`).join(', ');
}
