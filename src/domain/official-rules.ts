/** Results that somebody makes official, and what makes them provisional again (console, "Programme"). */
import { aRace, type Change } from './changes.ts';
import { type EventState, type Item, keyOf } from './event-state.ts';
import { type Lane, NO_RESULT } from './lane.ts';
import type { Race, RaceFields } from './plan-races.ts';

/** Whether the lanes of a race hold other results than before; a lane that has not raced holds none. */
export function hasOtherResults(before: readonly Lane[], after: readonly Lane[]): boolean {
  return resultsOf(before) !== resultsOf(after);
}

function resultsOf(lanes: readonly Lane[]): string {
  return JSON.stringify(
    lanes
      .filter(({ status }) => status !== NO_RESULT.status)
      .map(({ position, team, status, finishTimeMillis, finishPlace, penaltyMillis }) => [
        position,
        team?.id ?? null,
        status,
        finishTimeMillis,
        finishPlace,
        penaltyMillis,
      ]),
  );
}

/** The change of a race whose results have changed since they were made official. */
export function becomingProvisional(race: Race): Change {
  return { ...aRace(race.id, race), before: { official: true }, after: { official: false } };
}

/**
 * A race after a write that knows nothing of "official": results that were ranked by times are others once they are
 * ranked by given places, and the other way round.
 */
export function settledByMode(before: RaceFields | null, after: RaceFields): RaceFields {
  const isOther = before !== null && before.resultMode !== after.resultMode;
  return isOther && after.official ? { ...after, official: false } : after;
}

/**
 * The state that an event is brought to, without "official" where it held in both states, but the results of
 * the race, or the mode that ranks them, have changed.
 *
 * @param before as it is stored
 * @param oneCrew the ids of two crews that are one: a merge, or its undo, changes no result
 */
export function withProvisional(
  before: EventState,
  after: EventState,
  oneCrew: readonly unknown[] = [],
): EventState {
  const changed = new Set<number | undefined>();
  for (const [key, item] of after) {
    if (before.get(key) === item) continue;
    const { thing, properties } = item;
    const was = before.get(key)?.properties;
    const isOther =
      thing.subject === 'lane'
        ? isOtherResult(was, properties, oneCrew)
        : thing.subject === 'race' && was !== undefined && was.resultMode !== properties.resultMode;
    if (isOther) changed.add(thing.id);
  }
  for (const [key, item] of before) {
    const isGone = item.thing.subject === 'lane' && !after.has(key);
    if (isGone && item.properties.status !== NO_RESULT.status) changed.add(item.thing.id);
  }
  const provisional = [...changed].flatMap((id): [string, Item][] => {
    const key = keyOf({ subject: 'race', id });
    const item = after.get(key);
    if (!item?.properties.official || !before.get(key)?.properties.official) return [];
    return [[key, { ...item, properties: { ...item.properties, official: false } }]];
  });
  return provisional.length === 0 ? after : new Map([...after, ...provisional]);
}

type Facts = Record<string, unknown>;

function isOtherResult(
  before: Facts | undefined,
  after: Facts,
  oneCrew: readonly unknown[],
): boolean {
  const was = before ?? NO_RESULT;
  const isScored = was.status !== NO_RESULT.status || after.status !== NO_RESULT.status;
  if (!isScored) return false;
  const isOther = (property: string) => (was as Facts)[property] !== after[property];
  if (Object.keys(NO_RESULT).some(isOther)) return true;
  const crews = [(was as Facts).teamId, after.teamId];
  return isOther('teamId') && !crews.every((id) => oneCrew.includes(id));
}
