/**
 * The decision behind PUT /events/{id}/races of the console (console, "Rows"), and what is left of an event when races
 * are removed.
 */
import type { OfficeRaceWrite, RacesWrite } from '../../contract/console/office-writes.ts';
import type { ResultMode } from '../../contract/fields.ts';
import type { Lane } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';
import { aRace } from '../history/changes.ts';
import { obstacle } from '../history/conflicts.ts';
import { obstructed, type Refusal } from '../refusal.ts';
import { newRace, type Race } from './race.ts';
import { judgeRows, repeatedValues } from './row-writes.ts';

/** @returns a 422 for what is wrong with a push, whatever the event holds (`judgeRows`); else `undefined` */
export function judgeRaces({ races, removed = [] }: RacesWrite): Refusal | undefined {
  const write = { list: 'races', rows: races, removed };
  return judgeRows(write, 'raceNumber', ['raceNumber', 'scheduledAt']);
}

interface NewRaces {
  /** One for each new race, in the order of the payload. */
  ids: readonly number[];
  defaultResultMode: ResultMode;
}

/**
 * Decides what a push of races does. Removals apply first. A property that is left out stays, `null` clears it. A race
 * without an id is always new: it never adopts a stored one.
 *
 * @param write as `judgeRaces` accepts it; the races that it names by id exist
 * @returns the event after the push, with the ids of the races in the payload's order; or a conflict if two races have
 *   the same number once the whole push is applied
 */
export function planOfficeRaces(
  rows: EventRows,
  { races, removed = [] }: Pick<RacesWrite, 'races' | 'removed'>,
  { ids, defaultResultMode }: NewRaces,
): { rows: EventRows; ids: number[] } | Refusal {
  const left = withoutRaces(rows, removed);
  const before = new Map(left.races.map((race) => [race.id, race]));
  let taken = 0;
  const pushed = races.map((write) => {
    const stored = write.id === null ? undefined : before.get(write.id);
    return changed(stored ?? blank(ids[taken++] as number, defaultResultMode), write);
  });
  const after = new Map([...before, ...pushed.map((race) => [race.id, race] as const)]);
  const all = [...after.values()];
  const [collision] = repeatedValues(all.map(({ raceNumber }) => raceNumber));
  const second = all[collision ?? -1];
  if (second) {
    const { raceNumber: value } = second;
    return obstructed(
      `Race number ${value} is held by another race: give that one another number in the same write.`,
      [obstacle('taken', aRace(second.id, second), { property: 'raceNumber', value })],
    );
  }
  return { rows: { ...left, races: all }, ids: pushed.map(({ id }) => id) };
}

/** A new race. Number and time are placeholders: `judgeRaces` requires both of a new race. */
function blank(id: number, resultMode: ResultMode): Race {
  return { id, ...newRace({ raceNumber: 0, scheduledAt: 0, resultMode }) };
}

function changed(race: Race, { id: _, ...sent }: OfficeRaceWrite): Race {
  return { ...race, ...(sent as Partial<Race>) };
}

/** An event without some of its races, their lanes and results, and without the rules of other races that name them. */
export function withoutRaces(rows: EventRows, raceIds: readonly number[]): EventRows {
  if (raceIds.length === 0) return rows;
  const gone = new Set(raceIds);
  const lanes = [...rows.lanes]
    .filter(([raceId]) => !gone.has(raceId))
    .map(([raceId, ofRace]) => {
      const names = (lane: Lane) => lane.from?.races.some((id) => gone.has(id));
      if (!ofRace.some(names)) return [raceId, ofRace] as const;
      const kept = ofRace.map((lane) => (names(lane) ? { ...lane, from: null } : lane));
      return [raceId, kept] as const;
    });
  return { ...rows, races: rows.races.filter(({ id }) => !gone.has(id)), lanes: new Map(lanes) };
}
