/**
 * Undoes one entry of the history, or all changes of a race since a moment. The resulting rows obey the rules of every
 * write.
 */
import type { LaneSource } from '../../contract/board.ts';
import type { LaterChange, Obstacle } from '../../contract/console/history.ts';
import { NO_RESULT, NOT_RATED, RATING_PROPERTIES } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';
import { findCircle } from '../progression/progression-rules.ts';
import { repeatedValues } from '../races/row-writes.ts';
import { conflict, outOfDate, type Refusal } from '../refusal.ts';
import { DERIVED_PROPERTIES } from '../results/derived-times.ts';
import {
  type Change,
  isSame,
  NAME_OF_TEAM,
  type Properties,
  type Thing,
  writtenProperties,
} from './changes.ts';
import {
  type LaterEntry,
  laterChanges,
  obstacle,
  obstaclesInWords,
  obstaclesRefusal,
  type Touched,
  withoutUndone,
} from './conflicts.ts';
import { type EventState, type Item, keyOf, propertiesOf, rowsOf, stateOf } from './event-state.ts';

/**
 * Undoes one entry of the history: all of it or nothing.
 *
 * @param rows as they are stored
 * @param recorded the changes of the entry, as the history has recorded them
 * @param later the entries since then, oldest first
 * @returns the rows without these changes; or a conflict with what prevents it: a property that a later entry changed,
 *   also if it has the same value again, or a rule that would be broken. A later entry that was undone, and the entry
 *   that undid it, prevent nothing, so that several entries can be undone one after the other.
 */
export function undo(
  rows: EventRows,
  recorded: readonly Change[],
  later: readonly LaterEntry[] = [],
): EventRows | Refusal {
  const changes = recorded.filter(changesSomething);
  if (changes.some(isFinal)) {
    return conflict(
      'What creates or publishes a schedule, is a notice or is about the event is not undone.',
    );
  }
  if (changes.some(({ subject }) => subject === 'webhook')) {
    return conflict('What is done to webhooks is not undone.');
  }
  if (changes.some(isWithoutId)) return withoutIds();
  const state = stateOf(rows);
  const removed = new Set(changes.flatMap(removedCrew));
  const left = changes.flatMap((change) => leftBy(state, change, removed) ?? []);
  const changed = laterChanges(withoutUndone(later), [], [...changes.map(touchedBy), ...left]);
  const different = changes.flatMap((change) => whatDiffers(state, change) ?? []);
  if (changed.length === 0 && different.length === 0)
    return checked(takenBack(state, withoutOutdated(state, changes, later)));
  const obstacles = [...different, ...left].flatMap((each) => each.obstacles);
  if (changed.length === 0) return obstaclesRefusal(obstacles);
  const named = obstacles.length > 0 ? obstacles : changedAgain(changed);
  return outOfDate(obstaclesInWords(named), changed);
}

/** Whether a change changes stored properties. Others record how a draw was made, or which crew a merge has kept. */
function changesSomething({ subject, before, after }: Change): boolean {
  const isEmpty = before !== null && after !== null && Object.keys(after).length === 0;
  return subject !== 'draw' && !isEmpty;
}

/** Properties that nobody enters: the crew's name beside its id, and what the frame of every write sets by itself. */
const OF_NOBODY: ReadonlySet<string> = new Set([NAME_OF_TEAM, 'firstPublishedAt', 'lastInAt']);

/** Why a race cannot be restored to a moment at which it did not exist: before it was added, or after it was removed. */
export const RACE_DID_NOT_EXIST = conflict('The race was not there at that moment.');

/**
 * Restores a race as it was before some entries of the history: its properties, lanes and results. Crews stay as they
 * are now.
 *
 * @param rows as they are stored
 * @param later all changes of the event since that moment, newest first
 * @param raceId the id of a race that exists now, or was removed since that moment
 * @returns the rows with the race as it was; `RACE_DID_NOT_EXIST`; or another conflict, as `undo`
 */
export function rewindRace(
  rows: EventRows,
  later: readonly Change[],
  raceId: number,
): EventRows | Refusal {
  const ofRaces = later.filter(({ subject }) => subject === 'race' || subject === 'lane');
  if (ofRaces.some(isWithoutId)) return withoutIds();
  const rewound = takenBack(
    stateOf(rows),
    ofRaces.filter(({ id }) => id === raceId),
  );
  if (!rewound.has(keyOf({ subject: 'race', id: raceId }))) return RACE_DID_NOT_EXIST;
  return checked(rewound);
}

/** Whether a change cannot be undone: the public has seen it published or posted, or all else depends on the schedule. */
function isFinal({ subject, before, after }: Change): boolean {
  if (subject === 'event' || subject === 'notice') return true;
  return subject === 'schedule' && (before === null || after === null || 'status' in after);
}

/** Whether an early version recorded the change by name only; another thing may have that name by now. */
function isWithoutId({ subject, id }: Change): boolean {
  return id === undefined && (subject === 'race' || subject === 'team' || subject === 'lane');
}

function withoutIds(): Refusal {
  return conflict(
    'An earlier version wrote down what changed, without the ids that it takes to undo it.',
  );
}

/** The properties that a change has written: a later entry that changed one of them prevents the undo. */
function touchedBy(change: Change): Touched {
  const { before, after } = change;
  const key = keyOf(change);
  if (before === null || after === null) return { key };
  const properties = writtenProperties(change).filter((property) => !OF_NOBODY.has(property));
  return { key, properties };
}

function removedCrew({ subject, id, after }: Change): number[] {
  return subject === 'team' && after === null && id !== undefined ? [id] : [];
}

/**
 * What a lane got since a draw, and would keep without its crew if the draw were undone: a result (decision L5), and how the
 * crew is ranked, which belongs to the crew (racing, "Categories, allowance, out of competition").
 *
 * @param removed the crews that the entry removed: after a merge, the same people are in the lane
 */
function leftBy(
  state: EventState,
  change: Change,
  removed: ReadonlySet<unknown>,
): Obstructed | undefined {
  const { subject, before, after } = change;
  const now = propertiesOf(state, change);
  if (subject !== 'lane' || !now || !before || after?.teamId == null) return undefined;
  const isScored = before.teamId === null && now.status !== NO_RESULT.status;
  const rated = RATING_PROPERTIES.filter(
    (property) => !(property in after) && !isSame(now[property], NOT_RATED[property]),
  );
  const given = [...(isScored ? ['status'] : []), ...(removed.has(before.teamId) ? [] : rated)];
  if (given.length === 0) return undefined;
  const thing = asCalledNow(state, change);
  return {
    key: keyOf(change),
    properties: isScored ? [...Object.keys(NO_RESULT), ...given] : given,
    obstacles: given.map((property) => valueNow(thing, property, now)),
  };
}

function changedAgain(changed: readonly LaterChange[]): Obstacle[] {
  const byName = new Map(changed.map((each) => [each.name, each]));
  return Array.from(byName.values(), (each) => obstacle('changed', each as Thing));
}

/** What has changed since a change was made, and prevents its undo. */
interface Obstructed extends Touched {
  obstacles: Obstacle[];
}

/** What is no longer as a change left it; `undefined` if all is. */
function whatDiffers(state: EventState, change: Change): Obstructed | undefined {
  const { after } = change;
  const now = propertiesOf(state, change);
  const key = keyOf(change);
  const thing = asCalledNow(state, change);
  if (after === null) return now ? { key, obstacles: [obstacle('again', thing)] } : undefined;
  if (!now) return { key, obstacles: [obstacle('gone', thing)] };
  const properties = writtenProperties(change).filter(
    (property) => !OF_NOBODY.has(property) && !isSame(now[property], after[property]),
  );
  const obstacles = properties.map((property) =>
    valueNow(thing, property === 'teamId' ? NAME_OF_TEAM : property, now),
  );
  return obstacles.length > 0 ? { key, properties, obstacles } : undefined;
}

function asCalledNow(state: EventState, change: Change): Thing {
  return state.get(keyOf(change))?.thing ?? change;
}

function valueNow(thing: Thing, property: string, properties: Properties): Obstacle {
  return obstacle('value', thing, { property, value: properties[property] });
}

/**
 * The changes without derived values in lanes whose result or times of day have changed since: these values would replace a
 * later status or typed time. The frame of every write derives them again from the times of day that the undo restores.
 */
function withoutOutdated(
  state: EventState,
  changes: readonly Change[],
  later: readonly LaterEntry[],
): readonly Change[] {
  if (later.length === 0 || !changes.some(({ derived }) => derived)) return changes;
  const since = later.flatMap((entry) => entry.changes).reverse();
  const asLeft = takenBack(state, since);
  return changes.map((change) => {
    const { before, derived } = change;
    if (!before || !derived) return change;
    const [left, now] = [propertiesOf(asLeft, change), propertiesOf(state, change)];
    if (TIMED_PROPERTIES.every((property) => isSame(left?.[property], now?.[property])))
      return change;
    const written = Object.entries(before).filter(([property]) => !derived.includes(property));
    return { ...change, before: Object.fromEntries(written) };
  });
}

/** The result of a lane and the times of day from which it may be derived. A penalty is independent of them. */
const TIMED_PROPERTIES = [...DERIVED_PROPERTIES, 'startedAt', 'finishedAt'];

/** The state as it was before some changes. @param changes newest first */
export function takenBack(state: EventState, changes: readonly Change[]): EventState {
  const next = new Map(state);
  for (const { before, after: _, derived: __, ...thing } of changes) {
    const key = keyOf(thing);
    if (before === null) next.delete(key);
    else next.set(key, { thing, properties: { ...next.get(key)?.properties, ...before } });
  }
  return next;
}

/** The rows of a state; or a refusal that lists which rules of every write it breaks. */
function checked(state: EventState): EventRows | Refusal {
  const items = [...state.values()];
  const races = items.filter(({ thing }) => thing.subject === 'race');
  const teams = items.filter(({ thing }) => thing.subject === 'team');
  const lanes = items.filter(({ thing }) => thing.subject === 'lane');
  const obstacles = [
    ...repeated(races, 'raceNumber'),
    ...repeated(races, 'externalId'),
    ...repeated(teams, 'name'),
    ...repeated(teams, 'externalId'),
    ...races.flatMap(reasonOfNothing),
    ...lanes.flatMap((lane) => brokenRule(state, lane)),
    ...drawnTwice(lanes),
  ];
  if (obstacles.length > 0) return obstaclesRefusal(obstacles);
  const rows = rowsOf(state);
  const inCircle = findCircle(rows.lanes);
  if (inCircle === undefined) return rows;
  const race: Thing = { subject: 'race', id: inCircle, name: 'a race' };
  return obstaclesRefusal([obstacle('circle', state.get(keyOf(race))?.thing ?? race)]);
}

function repeated(items: readonly Item[], property: string): Obstacle[] {
  const values = items.map(({ properties }) => properties[property]);
  return repeatedValues(values).map((index) =>
    obstacle('taken', (items[index] as Item).thing, { property, value: values[index] }),
  );
}

/** Only a race that is cancelled or postponed may have a reason (console, "State"). */
function reasonOfNothing({ thing, properties }: Item): Obstacle[] {
  const { state = 'planned', reason = null } = properties;
  return state === 'planned' && reason !== null ? [valueNow(thing, 'reason', properties)] : [];
}

/**
 * A lane needs its race, its crew and the races of its rule. A lane that the undo changes must also obey the rules of lanes:
 * only a crew without a result can have withdrawn, and without a result there is no time and no place (L8).
 */
function brokenRule(state: EventState, { thing, properties, row }: Item): Obstacle[] {
  if (!state.has(keyOf({ subject: 'race', id: thing.id }))) return [obstacle('drawn', thing)];
  const { teamId, status, from } = properties;
  const source = (from as LaneSource | null | undefined)?.races.find(
    (raceId) => !state.has(keyOf({ subject: 'race', id: raceId })),
  );
  if (source !== undefined) return [obstacle('source-gone', thing)];
  if (teamId !== null && !state.has(keyOf({ subject: 'team', id: teamId as number })))
    return [obstacle('crew-gone', thing, { value: properties[NAME_OF_TEAM] })];
  if (row) return [];
  const { withdrawn = false, withdrawnReason = null } = properties;
  if (withdrawn && (teamId === null || status !== NO_RESULT.status))
    return [valueNow(thing, 'withdrawn', properties)];
  if (!withdrawn && withdrawnReason !== null)
    return [valueNow(thing, 'withdrawnReason', properties)];
  if (status !== NO_RESULT.status) return [];
  return ['finishTimeMillis', 'finishPlace']
    .filter((property) => properties[property] !== null)
    .map((property) => valueNow(thing, property, properties));
}

function drawnTwice(lanes: readonly Item[]): Obstacle[] {
  const seen = new Set<string>();
  return lanes.flatMap(({ thing, properties: { teamId, [NAME_OF_TEAM]: team } }) => {
    const place = `${thing.id} ${teamId}`;
    if (teamId === null || !seen.has(place)) {
      seen.add(place);
      return [];
    }
    return [obstacle('crew-twice', thing, { value: team })];
  });
}
