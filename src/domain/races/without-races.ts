/** What is left of an event when races are removed (console, "Interface" and "Progression"). */
import type { Lane } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';

/** Without the races, their lanes and results, and the rules of other races that name one of them. */
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
