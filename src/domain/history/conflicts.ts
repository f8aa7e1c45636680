/**
 * What prevents a change, or its undo: what others have changed since a page showed the event (console, "Interface"),
 * judged property by property. Obstacles are returned as data for pages, which say them in the reader's language
 * (console, "Details"), and as an English sentence for all other clients.
 */
import type { LaterChange, Obstacle } from '../../contract/console/history.ts';
import { formatInstant } from '../../contract/instant.ts';
import { type EventRows, lanesOf } from '../event/event-rows.ts';
import { obstructed, outOfDate, type Refusal, shortList } from '../refusal.ts';
import {
  type Change,
  isSame,
  laneFacts,
  type Properties,
  type Thing,
  withWrittenTimes,
  writtenProperties,
} from './changes.ts';
import { type Identity, keyOf } from './event-state.ts';

/** One entry of the history, and who made it. */
export interface LaterEntry {
  id: number;
  /** Epoch milliseconds. */
  at: number;
  operation: string;
  userId: number | null;
  displayName: string | null;
  /** The name that the operating system has for the person at the command line. */
  loginName: string | null;
  keyPrefix: string | null;
  keyLabel: string | null;
  changes: readonly Change[];
  /** The id of the entry that this entry undoes. */
  undoOf?: number | null;
}

/** What a write relies on without changing it. */
export interface Touched {
  /** The key of a thing, made by `keyOf`. */
  key: string;
  /** Left out: all properties of the thing. */
  properties?: readonly string[];
}

/**
 * The later changes that a write would overwrite, or of properties that it relies on, in the order of the entries. Changes
 * that were reverted later are included.
 *
 * @param later the entries since the revision that the page showed
 * @param changes what the write changes in the present state; a value that is stored already is no change
 */
export function laterChanges(
  later: readonly LaterEntry[],
  changes: readonly Change[],
  touched: readonly Touched[] = [],
): LaterChange[] {
  if (later.length === 0) return [];
  const wanted = new Map<string, ReadonlySet<string> | 'all'>();
  const add = (key: string, properties: readonly string[] | undefined) => {
    const before = wanted.get(key);
    if (properties === undefined || before === 'all') wanted.set(key, 'all');
    else wanted.set(key, new Set([...(before ?? []), ...properties]));
  };
  for (const change of changes) {
    const properties = propertiesOf(change);
    // A lane in which only a derived time changes is not written, so it may have been added since (racing, "Times of day", 5).
    if (properties?.length !== 0) add(keyOf(change), properties);
  }
  for (const { key, properties } of touched) add(key, properties);
  return later.flatMap((entry) =>
    entry.changes
      .filter((change) => isInTheWay(change, wanted.get(keyOf(change))))
      .map((change) => laterChange(entry, change)),
  );
}

/**
 * The entries that are still in effect: without those that another of them undid, and without the entries that undid them.
 *
 * @param later the entries since a moment, oldest first
 */
export function withoutUndone(later: readonly LaterEntry[]): LaterEntry[] {
  const ids = new Set<number | null>(later.map(({ id }) => id));
  const undone = new Set<number>();
  // Newest first: if an undo was itself undone, the first entry is in effect again.
  return later
    .toReversed()
    .filter(({ id, undoOf = null }) => {
      if (undone.has(id)) return false;
      if (undoOf === null || !ids.has(undoOf)) return true;
      undone.add(undoOf);
      return false;
    })
    .reverse();
}

/** Everything of some races that later entries changed, lanes and results included, also lanes that were removed. */
export function touchedOfRaces(
  later: readonly LaterEntry[],
  raceIds: readonly number[],
): Touched[] {
  const ids = new Set<number | undefined>(raceIds);
  return touchedWhere(
    later,
    ({ subject, id }) => (subject === 'race' || subject === 'lane') && ids.has(id),
  );
}

/**
 * The properties that a write sends for rows. A value that is stored already is left out, because it overwrites nothing.
 *
 * @param sent values named as in the history; `undefined` means not sent
 * @returns no item for an existing row that has all these values already
 */
export function sentOf(rows: EventRows, sent: readonly (readonly [Identity, object])[]): Touched[] {
  const stored = factsByKey(
    rows,
    sent.map(([row]) => row),
  );
  return sent.flatMap(([row, values]) => {
    const key = keyOf(row);
    const facts = stored.get(key);
    const properties = Object.entries(values)
      .filter(([property, value]) => value !== undefined && !isSame(facts?.[property], value))
      .map(([property]) => property);
    return facts && properties.length === 0 ? [] : [{ key, properties }];
  });
}

/** The same for crews or races, by their ids; new ones (`id: null`) overwrite nothing. */
export function sentOfRows(
  rows: EventRows,
  subject: 'team' | 'race',
  sent: readonly { id: number | null }[],
): Touched[] {
  return sentOf(
    rows,
    sent.flatMap(({ id, ...values }) => (id === null ? [] : [[{ subject, id }, values] as const])),
  );
}

/** The properties of some races, crews and lanes by key, as far as these exist. */
function factsByKey(rows: EventRows, wanted: readonly Identity[]): Map<string, Properties> {
  const races = new Map(rows.races.map((race) => [race.id, race]));
  const teams = new Map(rows.teams.map((team) => [team.id, team]));
  const factsOf = ({ subject, id = 0, position }: Identity): object | undefined => {
    if (subject === 'race') return races.get(id);
    if (subject === 'team') return teams.get(id);
    const lane = lanesOf(rows, id).find((one) => one.position === position);
    return lane && laneFacts(lane);
  };
  return new Map(
    wanted.flatMap((row) => {
      const facts = factsOf(row);
      return facts ? [[keyOf(row), { ...facts }]] : [];
    }),
  );
}

/**
 * Lists of changes as one list without duplicates: first removals, because nothing can be written to a removed thing and
 * a long list is cut; then the others; each in the order of the entries.
 */
export function together(...lists: readonly (readonly LaterChange[])[]): LaterChange[] {
  const byThing = new Map(
    lists.flat().map((change) => {
      const { entryId, subject, id, position, name } = change;
      return [[entryId, subject, id, position, name].join(' '), change];
    }),
  );
  const all = [...byThing.values()].sort((a, b) => a.entryId - b.entryId);
  const isGone = ({ after }: LaterChange) => after === null;
  return [...all.filter(isGone), ...all.filter((change) => !isGone(change))];
}

/** Relies on the existence of a race only, not on any of its properties. */
export function presenceOf(raceId: number): Touched {
  return { key: keyOf({ subject: 'race', id: raceId }), properties: [] };
}

/** The things that later entries changed, as far as their changes matter to the write. */
export function touchedWhere(
  later: readonly LaterEntry[],
  matters: (change: Change) => boolean,
  properties?: readonly string[],
): Touched[] {
  return later
    .flatMap(({ changes }) => changes)
    .filter(matters)
    .map((change) => ({ key: keyOf(change), ...(properties && { properties }) }));
}

/** The races to which later entries gave a race number that the write sends. */
export function touchedNumbers(
  later: readonly LaterEntry[],
  sent: readonly { raceNumber?: number | undefined }[],
): Touched[] {
  const numbers = new Set<unknown>(sent.map(({ raceNumber }) => raceNumber ?? null));
  const takesNumber = ({ subject, after }: Change) =>
    subject === 'race' && numbers.has(after?.raceNumber);
  return touchedWhere(later, takesNumber, ['raceNumber']);
}

/** The rules of all races that later entries changed, because a circle can lead through any race. */
export function touchedRules(later: readonly LaterEntry[]): Touched[] {
  return touchedWhere(later, ({ before, after }) => Boolean(before?.from ?? after?.from), ['from']);
}

/** The crews in some lanes: a person who enters results relies on who is in them. */
export function crewsIn(raceId: number, lanes: readonly { position: number }[]): Touched[] {
  return lanes.map(({ position }) => ({
    key: keyOf({ subject: 'lane', id: raceId, position }),
    properties: ['teamId'],
  }));
}

/**
 * Refuses a write to lanes that the page still showed but that were removed since, together with their crews.
 *
 * @param lanes the present lanes of the race
 * @param named the lanes that the write names
 * @returns a conflict where the write names a lane that a later entry removed
 */
export function lanesGone(
  later: readonly LaterEntry[],
  raceId: number,
  { lanes, named }: Record<'lanes' | 'named', readonly { position: number }[]>,
): Refusal | undefined {
  const positions = new Set(lanes.map(({ position }) => position));
  const gone = named.filter(({ position }) => !positions.has(position));
  const removals = laterChanges(later, [], crewsIn(raceId, gone));
  if (removals.length === 0) return undefined;
  return outOfDate('A lane of the race has been removed since you saw it.', removals);
}

/** Whether one of these crews came into a lane, or left it. */
export function movesCrew({ subject, before, after }: Change, ids: readonly unknown[]): boolean {
  return subject === 'lane' && (ids.includes(before?.teamId) || ids.includes(after?.teamId));
}

/** The results of a race as a page showed them: its lanes, also those removed since, and the mode that ranks them. */
export function touchedResults(later: readonly LaterEntry[], raceId: number): Touched[] {
  const mode = { key: keyOf({ subject: 'race', id: raceId }), properties: ['resultMode'] };
  return [...touchedWhere(later, (change) => isLaneOf(change, raceId)), mode];
}

export function isLaneOf({ subject, id }: Change, raceId: number): boolean {
  return subject === 'lane' && id === raceId;
}

/** The names of the properties that change; `undefined` where the thing is new or removed, so that all of them do. */
function propertiesOf(change: Change): string[] | undefined {
  return change.before === null || change.after === null ? undefined : writtenProperties(change);
}

function isInTheWay(change: Change, wanted: ReadonlySet<string> | 'all' | undefined): boolean {
  if (wanted === undefined) return false;
  const properties = propertiesOf(change);
  if (properties === undefined) return true;
  if (wanted === 'all') return properties.length > 0;
  return properties.some((property) => wanted.has(property));
}

/** A change as the person sees it whose write it prevents. @param entry the entry that contains the change */
function laterChange(entry: LaterEntry, change: Change): LaterChange {
  const { id, position, derived: _, ...rest } = withWrittenTimes(change);
  return {
    entryId: entry.id,
    at: formatInstant(entry.at),
    by: {
      userId: entry.userId,
      name: entry.displayName ?? entry.loginName,
      keyPrefix: entry.keyPrefix,
      keyLabel: entry.keyLabel,
    },
    operation: entry.operation,
    ...rest,
    ...(id !== undefined && { id }),
    ...(position !== undefined && { position }),
  };
}

/** The words for some properties in sentences; others are called by the names of their properties. */
const CALLED: Readonly<Record<string, string>> = {
  'race raceNumber': 'race number',
  'race externalId': 'externalId of a race',
  'team name': 'crew name',
  'team externalId': 'externalId of a crew',
};

/** An obstacle that is about one thing. */
export function obstacle(
  kind: Obstacle['kind'],
  { subject, id, position, name }: Thing,
  more: Pick<Obstacle, 'property' | 'value'> = {},
): Obstacle {
  const of = { ...(id !== undefined && { id }), ...(position !== undefined && { position }) };
  return { kind, subject, ...of, name, ...more };
}

/** A refusal that names the obstacles. */
export function obstaclesRefusal(obstacles: readonly Obstacle[]): Refusal {
  return obstructed(obstaclesInWords(obstacles), obstacles);
}

/** Obstacles as an English sentence, which names the first five. */
export function obstaclesInWords(obstacles: readonly Obstacle[]): string {
  return `In the way: ${shortList(obstacles.map(inWords))}.`;
}

function inWords({ kind, subject, name, property, value }: Obstacle): string {
  const written = JSON.stringify(value);
  switch (kind) {
    case 'value':
      return `${name}: ${property} is ${written} now`;
    case 'changed':
      return `${name} has been changed since`;
    case 'again':
      return `${name} is there again`;
    case 'gone':
      return `${name} is gone`;
    case 'drawn':
      return `${name} has been drawn`;
    case 'source-gone':
      return `${name} takes its crew from a race that is gone`;
    case 'crew-gone':
      return `${name} needs the crew ${written}`;
    case 'crew-twice':
      return `${name}: the crew ${written} stands in another lane, too`;
    case 'taken':
      return `the ${CALLED[`${subject} ${property}`] ?? property} ${written} is taken`;
    case 'circle':
      return `the rules of ${name} would lead back to it`;
  }
}
