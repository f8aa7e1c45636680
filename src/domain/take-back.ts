/**
 * Undoing one entry of the history, or all changes of a race since a moment. The result obeys the rules of
 * every write.
 */
import { type Change, isSame, type Properties } from './changes.ts';
import {
  type EventState,
  type Item,
  keyOf,
  NAME_OF_TEAM,
  propertiesOf,
  rowsOf,
  stateOf,
} from './event-state.ts';
import { NO_RESULT } from './lane.ts';
import { conflict, type Refusal } from './refusal.ts';

/**
 * Undoes one entry of the history: all of it or nothing.
 *
 * @param state as it is now
 * @param changes of the entry, as the history holds them
 * @returns the state without them; or a conflict that says what stands in the way: a property that
 *   has another value than the entry gave it, or a rule that would be broken
 */
export function undo(state: EventState, changes: readonly Change[]): EventState | Refusal {
  if (changes.some(isFinal)) {
    return conflict('What creates or publishes a schedule, or is about the event, is not undone.');
  }
  if (changes.some(isWithoutId)) return withoutIds();
  const obstacles = changes.flatMap((change) => laterChange(state, change));
  if (obstacles.length > 0) return inTheWay(obstacles);
  return checked(takenBack(state, changes));
}

/**
 * Brings back a race as it was before some entries of the history: its properties, lanes and results.
 * Crews stay as they are now.
 *
 * @param state as it is now
 * @param later all changes of the event since that moment, newest first
 * @param raceId of a race that is there now, or was removed since
 * @returns the state with the race as it was; or a conflict, as `undo`, also when the race was not
 *   there at that moment
 */
export function rewindRace(
  state: EventState,
  later: readonly Change[],
  raceId: number,
): EventState | Refusal {
  const ofRaces = later.filter(({ subject }) => subject === 'race' || subject === 'lane');
  if (ofRaces.some(isWithoutId)) return withoutIds();
  const rewound = takenBack(
    state,
    ofRaces.filter(({ id }) => id === raceId),
  );
  if (!rewound.has(keyOf({ subject: 'race', id: raceId }))) {
    return conflict('The race was not there at that moment.');
  }
  return checked(rewound);
}

/** The public has seen what was published, and everything else depends on the creation of the schedule. */
function isFinal({ subject, before, after }: Change): boolean {
  if (subject === 'event') return true;
  return subject === 'schedule' && (before === null || after === null || 'status' in after);
}

/** Earlier versions recorded names only, and another thing may have the name by now. */
function isWithoutId({ subject, id }: Change): boolean {
  return id === undefined && (subject === 'race' || subject === 'team' || subject === 'lane');
}

function withoutIds(): Refusal {
  return conflict(
    'An earlier version wrote down what changed, without the ids that it takes to undo it.',
  );
}

/** What has changed since a change, in words; empty when everything is still as the change left it. */
function laterChange(state: EventState, change: Change): string[] {
  const { after } = change;
  const now = propertiesOf(state, change);
  const name = state.get(keyOf(change))?.thing.name ?? change.name;
  if (after === null) return now ? [`${name} is there again`] : [];
  if (!now) return [`${name} is gone`];
  return Object.keys(after)
    .filter((property) => property !== NAME_OF_TEAM && !isSame(now[property], after[property]))
    .map((property) => valueNow(name, property === 'teamId' ? NAME_OF_TEAM : property, now));
}

function valueNow(name: string, property: string, properties: Properties): string {
  return `${name}: ${property} is ${JSON.stringify(properties[property])} now`;
}

/** @param changes newest first */
function takenBack(state: EventState, changes: readonly Change[]): EventState {
  const next = new Map(state);
  for (const { before, after: _, ...thing } of changes) {
    const key = keyOf(thing);
    if (before === null) next.delete(key);
    else next.set(key, { thing, properties: { ...next.get(key)?.properties, ...before } });
  }
  return next;
}

/** The state, its things named as they are now; or a refusal saying which rules of every write it breaks. */
function checked(state: EventState): EventState | Refusal {
  const items = [...state.values()];
  const races = items.filter(({ thing }) => thing.subject === 'race');
  const teams = items.filter(({ thing }) => thing.subject === 'team');
  const lanes = items.filter(({ thing }) => thing.subject === 'lane');
  const obstacles = [
    ...repeated(races, 'raceNumber', 'race number'),
    ...repeated(races, 'externalId', 'externalId of a race'),
    ...repeated(teams, 'name', 'crew name'),
    ...repeated(teams, 'externalId', 'externalId of a crew'),
    ...lanes.flatMap((lane) => brokenRule(state, lane)),
    ...drawnTwice(lanes),
  ];
  return obstacles.length > 0 ? inTheWay(obstacles) : stateOf(rowsOf(state));
}

function repeated(items: readonly Item[], property: string, what: string): string[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ properties }) => {
    const value = properties[property];
    if (value === null || !seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [`the ${what} ${JSON.stringify(value)} is taken`];
  });
}

/** A lane needs its race and its crew, and one that has not raced has no time, place or penalty (L8). */
function brokenRule(state: EventState, { thing: { id, name }, properties }: Item): string[] {
  if (!state.has(keyOf({ subject: 'race', id }))) return [`${name} has been drawn`];
  const { teamId, status } = properties;
  if (teamId !== null && !state.has(keyOf({ subject: 'team', id: teamId as number }))) {
    return [`${name} needs the crew ${JSON.stringify(properties[NAME_OF_TEAM])}`];
  }
  if (status !== NO_RESULT.status) return [];
  return Object.keys(NO_RESULT)
    .filter((property) => property !== 'status' && properties[property] !== null)
    .map((property) => valueNow(name, property, properties));
}

function drawnTwice(lanes: readonly Item[]): string[] {
  const seen = new Set<string>();
  return lanes.flatMap(({ thing, properties: { teamId, [NAME_OF_TEAM]: team } }) => {
    const place = `${thing.id} ${teamId}`;
    if (teamId === null || !seen.has(place)) {
      seen.add(place);
      return [];
    }
    return [`${thing.name}: the crew ${JSON.stringify(team)} stands in another lane, too`];
  });
}

const MAX_NAMED = 5;

function inTheWay(obstacles: readonly string[]): Refusal {
  const named = obstacles.slice(0, MAX_NAMED).join('; ');
  const more = obstacles.length - MAX_NAMED;
  return conflict(`In the way: ${named}${more > 0 ? `; and ${more} more` : ''}.`);
}
