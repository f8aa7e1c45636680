/**
 * The changes of a write with the values before and after, as the history records them, and their instants in written form.
 */
import { formatInstant } from '../../contract/instant.ts';
import type { Lane } from '../draw/lane.ts';

/** All operations that change an event, by their names in the history. */
export const OPERATION_NAMES = [
  'add-event',
  'edit-event',
  'create-schedule',
  'publish-schedule',
  'unpublish-schedule',
  'change-settings',
  'set-delay',
  'push-teams',
  'add-team',
  'edit-team',
  'push-races',
  'add-race',
  'edit-race',
  'draw-lanes',
  'draw-by-program',
  'push-results',
  'remove-race',
  'remove-team',
  'undo',
  'restore-race',
  'edit-races',
  'edit-crews',
  'merge-crews',
  'withdraw-crew',
  'set-race-state',
  'set-racing',
  'set-official',
  'set-progression',
  'set-pattern',
  'apply-progression',
  'retime',
  'post-notice',
  'withdraw-notice',
  'import',
  'erase',
  'add-webhook',
  'edit-webhook',
  'remove-webhook',
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

/**
 * The entries that have values before and after. An erasure records only the new names, because the history must not keep
 * the erased name either: it cannot be undone, and does not prevent an undo.
 */
export function withoutErasures<Entry extends { operation: string }>(
  entries: readonly Entry[],
): Entry[] {
  return entries.filter(({ operation }) => !isErasure({ operation }));
}

export function isErasure({ operation }: { operation: string }): boolean {
  return operation === ('erase' satisfies OperationName);
}

/** Whether an entry no longer shows any change, because the names that it changed were erased since. */
export function saysNothing(changes: readonly Change[]): boolean {
  return changes.every(({ before, after }) => before !== null && isSame(before, after));
}

export type ChangeSubject =
  | 'schedule'
  | 'team'
  | 'race'
  | 'lane'
  | 'delay'
  | 'notice'
  | 'event'
  | 'webhook'
  /** How the program made the draw that the entry records: this is no stored thing, so an undo ignores it. */
  | 'draw';

/** What a change is about. */
export interface Thing {
  subject: ChangeSubject;
  /** The service's own id of a race or crew; of a lane, that of its race. */
  id?: number;
  /** Of a lane. */
  position?: number;
  /** The name of the thing for people: a crew's name, "race 3", "race 3, position 2", a day. */
  name: string;
}

export interface Change extends Thing {
  /** The properties that changed, as they were; `null` when the thing is new. */
  before: Properties | null;
  /** The properties that changed, as they are now; `null` when the thing is gone. */
  after: Properties | null;
  /**
   * The changed properties that follow from others, such as the elapsed time from times of day. Nobody wrote them, so they
   * conflict with no write (racing, "Times of day", 5).
   */
  derived?: readonly string[];
}

export type Properties = Record<string, unknown>;

/** The property of a lane with the name of its crew, for readers of the history; `teamId` identifies the crew. */
export const NAME_OF_TEAM = 'team';

export function anEvent({ name }: { name: string }): Thing {
  return { subject: 'event', name };
}

export const aSchedule: Thing = { subject: 'schedule', name: 'schedule' };

export function aTeam(id: number, { name }: { name: string }): Thing {
  return { subject: 'team', id, name };
}

export function aRace(id: number, { raceNumber }: { raceNumber: number }): Thing {
  return { subject: 'race', id, name: `race ${raceNumber}` };
}

export function aLane(
  { id, raceNumber }: { id: number; raceNumber: number },
  position: number,
): Thing {
  return { subject: 'lane', id, position, name: `race ${raceNumber}, position ${position}` };
}

/** The properties of a lane as the history names them. */
export function laneFacts({ team, position: _, ...rest }: Lane): Properties {
  return { ...rest, ...crewFacts({ team }) };
}

function crewFacts({ team }: Pick<Lane, 'team'>): Properties {
  return { [NAME_OF_TEAM]: team?.name ?? null, teamId: team?.id ?? null };
}

/** @param notice its text serves as its name */
export function aNotice(id: number, { text }: { text: string }): Thing {
  return { subject: 'notice', id, name: text };
}

/** @param origin serves as its name, because its address may hold a secret */
export function aWebhook(id: number, { origin }: { origin: string }): Thing {
  return { subject: 'webhook', id, name: origin };
}

export function aDay(venueDay: string): Thing {
  return { subject: 'delay', name: venueDay };
}

/**
 * Compares two states of a thing property by property. Lists are compared by their items. A change of `withdrawn` always
 * includes the crew's name.
 *
 * @param before `null` when the thing is new
 * @param after `null` when the thing is gone
 * @returns the change, or `undefined` when there is none
 */
export function changeOf(
  thing: Thing,
  before: object | null,
  after: object | null,
): Change | undefined {
  if (before === null || after === null) {
    return { ...thing, before: before && withoutId(before), after: after && withoutId(after) };
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
  if ('withdrawn' in is && !(NAME_OF_TEAM in is)) {
    was[NAME_OF_TEAM] = (before as Properties)[NAME_OF_TEAM];
    is[NAME_OF_TEAM] = (after as Properties)[NAME_OF_TEAM];
  }
  return differs ? { ...thing, before: was, after: is } : undefined;
}

/** `changeOf` for a lane. @param before `null` when it is new @param after `null` when it is gone */
export function changeOfLane(
  race: { id: number; raceNumber: number },
  before: Lane | null,
  after: Lane | null,
): Change | undefined {
  const { position } = (after ?? before) as Lane;
  return changeOf(aLane(race, position), ...differingFacts(before, after));
}

/**
 * The facts of a lane before and after a write: all of them where one side is missing, else those that may differ, with its
 * crew in any case.
 */
function differingFacts(
  before: Lane | null,
  after: Lane | null,
): [Properties | null, Properties | null] {
  if (!before || !after) return [before && laneFacts(before), after && laneFacts(after)];
  const was: Properties = {};
  const is: Properties = {};
  for (const property in after) {
    if (property === 'team' || property === 'position') continue;
    const name = property as keyof Lane;
    if (before[name] === after[name]) continue;
    was[name] = before[name];
    is[name] = after[name];
  }
  return [Object.assign(was, crewFacts(before)), Object.assign(is, crewFacts(after))];
}

/** The properties of a row; its id is part of the change already. */
function withoutId(row: object): Properties {
  const { id: _, ...properties }: Properties = { ...row };
  return properties;
}

/** The names of the properties that a change has written, derived ones left out. */
export function writtenProperties({ after, derived = [] }: Change): string[] {
  return Object.keys(after ?? {}).filter((property) => !derived.includes(property));
}

/** Whether two values of a property are the same; lists and rules are compared by their content. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The properties that are stored in epoch milliseconds: of a race, a lane, a notice and the delay of a day. */
const INSTANTS = [
  'scheduledAt',
  'firstPublishedAt',
  'startedAt',
  'finishedAt',
  'lastInAt',
  'postedAt',
  'until',
] as const;

/** The change with its instants as text. @param format left out, RFC 3339 */
export function withWrittenTimes<Recorded extends Pick<Change, 'before' | 'after'>>(
  change: Recorded,
  format: (instant: number) => string = formatInstant,
): Recorded {
  const { before, after } = change;
  return { ...change, before: written(before, format), after: written(after, format) };
}

function written(
  properties: Properties | null,
  format: (instant: number) => string,
): Properties | null {
  if (properties === null) return null;
  const instants = INSTANTS.filter((name) => typeof properties[name] === 'number');
  if (instants.length === 0) return properties;
  const times = instants.map((name) => [name, format(properties[name] as number)]);
  return { ...properties, ...Object.fromEntries(times) };
}
