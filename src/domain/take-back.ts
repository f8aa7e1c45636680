/** Taking changes back: undoing an entry of the history, or all that has become of a race since. */
import { type Change, isSame, type Properties } from './changes.ts';
import { type EventState, type Item, keyOf, NAME_OF_TEAM, propertiesOf } from './event-state.ts';
import { conflict, type Refusal } from './refusal.ts';

/**
 * Undoes the changes of one entry of the history.
 *
 * @returns the state without them; or a conflict that says what stands in the way, when something
 *   later has touched the same properties
 */
export function undo(state: EventState, changes: readonly Change[]): EventState | Refusal {
  if (changes.some(isFinal)) {
    return conflict('What creates or publishes a schedule, or is about the event, is not undone.');
  }
  if (changes.some(isNameless)) {
    return conflict('The entry was written by an earlier version, which noted names only.');
  }
  const obstacles = changes.flatMap((change) => laterChange(change, propertiesOf(state, change)));
  if (obstacles.length > 0) return inTheWay(obstacles);
  return checked(takenBack(state, changes));
}

/**
 * Brings back a race as it was before some entries of the history: its properties, lanes and results.
 *
 * @param later the changes since, newest first
 * @param raceId which was there at that moment, whether it is there now or not
 */
export function rewindRace(
  state: EventState,
  later: readonly Change[],
  raceId: number,
): EventState | Refusal {
  const ofRace = later.filter(
    ({ subject, id }) => id === raceId && (subject === 'race' || subject === 'lane'),
  );
  const rewound = ofRace.reduce((rest, change) => takenBack(rest, [change]), state);
  if (!rewound.has(keyOf({ subject: 'race', id: raceId, name: '' }))) {
    return conflict('The race was not there at that moment.');
  }
  return checked(rewound);
}

/** What has been published has been seen; what creates a schedule holds everything else. */
function isFinal({ subject, before, after }: Change): boolean {
  if (subject === 'event') return true;
  return subject === 'schedule' && (before === null || after === null || 'status' in after);
}

function isNameless({ subject, id }: Change): boolean {
  return id === undefined && (subject === 'race' || subject === 'team' || subject === 'lane');
}

/** In words, what has changed since a change; nothing when it is still as the change left it. */
function laterChange({ name, after }: Change, now: Properties | null): string[] {
  if (after === null) return now ? [`${name} is there again`] : [];
  if (!now) return [`${name} is gone`];
  return Object.entries(after)
    .filter(([property]) => property !== NAME_OF_TEAM)
    .filter(([property, value]) => !isSame(now[property], value))
    .map(([property]) => `${name}: ${property} is ${JSON.stringify(now[property])} now`);
}

function takenBack(state: EventState, changes: readonly Change[]): EventState {
  const next = new Map(state);
  for (const { before, after: _, ...thing } of changes) {
    const key = keyOf(thing);
    if (before === null) next.delete(key);
    else next.set(key, { thing, properties: { ...next.get(key)?.properties, ...before } });
  }
  return next;
}

/** The state, if it keeps the rules that every write keeps; else what breaks them. */
function checked(state: EventState): EventState | Refusal {
  const items = [...state.values()];
  const races = items.filter(({ thing }) => thing.subject === 'race');
  const teams = items.filter(({ thing }) => thing.subject === 'team');
  const lanes = items.filter(({ thing }) => thing.subject === 'lane');
  const [raceIds, teamIds] = [idsOf(races), idsOf(teams)];
  const obstacles = [
    ...repeated(races, 'raceNumber', 'race number'),
    ...repeated(races, 'externalId', 'externalId of a race'),
    ...repeated(teams, 'name', 'crew name'),
    ...repeated(teams, 'externalId', 'externalId of a crew'),
    ...lanes
      .filter(({ thing }) => !raceIds.has(thing.id))
      .map(({ thing }) => `${thing.name} has been drawn`),
    ...lanes
      .filter(({ properties: { teamId } }) => teamId !== null && !teamIds.has(teamId as number))
      .map(({ thing, properties }) => `${thing.name} needs the crew ${properties[NAME_OF_TEAM]}`),
    ...drawnTwice(lanes),
  ];
  return obstacles.length > 0 ? inTheWay(obstacles) : state;
}

function idsOf(items: readonly Item[]): Set<number | undefined> {
  return new Set(items.map(({ thing }) => thing.id));
}

function repeated(items: readonly Item[], property: string, what: string): string[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ properties }) => {
    const value = properties[property];
    if (value == null || !seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [`the ${what} ${JSON.stringify(value)} is taken`];
  });
}

function drawnTwice(lanes: readonly Item[]): string[] {
  const seen = new Set<string>();
  return lanes.flatMap(({ thing, properties: { teamId, [NAME_OF_TEAM]: team } }) => {
    const place = `${thing.id} ${teamId}`;
    if (teamId === null || !seen.has(place)) {
      seen.add(place);
      return [];
    }
    return [`the crew ${team} stands in another lane of ${thing.name.split(',')[0]}`];
  });
}

const MAX_NAMED = 5;

function inTheWay(obstacles: readonly string[]): Refusal {
  const named = obstacles.slice(0, MAX_NAMED).join('; ');
  const more = obstacles.length - MAX_NAMED;
  return conflict(`In the way: ${named}${more > 0 ? `; and ${more} more` : ''}.`);
}
