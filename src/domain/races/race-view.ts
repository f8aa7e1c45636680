/** A race as answers show it: its lanes labelled, its places derived. */
import { formatInstant } from '../../contract/instant.ts';
import type { Race as RaceAnswer } from '../../contract/race.ts';
import { type Lane, laneView } from '../draw/lane.ts';
import { shownResults } from '../results/standings.ts';
import type { RaceFields } from './plan-races.ts';

/**
 * @param lanes the race's lanes, by position
 * @param scheduleLaneScheme labels where the race has no scheme of its own (decision L23)
 */
export function raceView(
  race: RaceFields,
  lanes: readonly Lane[],
  scheduleLaneScheme: readonly string[] | null,
): RaceAnswer {
  const results = shownResults(race.resultMode, lanes);
  return {
    externalId: race.externalId,
    raceNumber: race.raceNumber,
    title: race.title,
    scheduledAt: formatInstant(race.scheduledAt),
    distanceMeters: race.distanceMeters,
    boatClass: race.boatClass,
    round: race.round,
    divisionLabel: race.divisionLabel,
    resultMode: race.resultMode,
    resultVisibility: race.resultVisibility,
    laneScheme: race.laneScheme,
    notes: race.notes,
    lanes: lanes.map((lane, index) => {
      const label = positionLabel(lane, race.laneScheme, scheduleLaneScheme);
      return laneView(lane, results[index] ?? lane, label);
    }),
  };
}

/** The label given with the draw, else the race's scheme, else the schedule's, else the number. */
export function positionLabel(
  { positionLabel, position }: Pick<Lane, 'positionLabel' | 'position'>,
  raceScheme: readonly string[] | null,
  scheduleScheme: readonly string[] | null,
): string {
  return (
    positionLabel ??
    raceScheme?.[position - 1] ??
    scheduleScheme?.[position - 1] ??
    String(position)
  );
}
