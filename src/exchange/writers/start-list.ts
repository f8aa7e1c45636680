/**
 * The start lists of an event as FinishLynx takes them, three files of one folder (formats of FinishLynx: `docs/export.md`).
 * Pure.
 */
import type { Lane } from '../../domain/draw/lane.ts';
import { lanesOf } from '../../domain/event/event-rows.ts';
import { positionLabel, type Race } from '../../domain/races/race.ts';
import type { WholeEvent } from '../event-file.ts';
import { laneNumberOf, laneRuleOf } from '../finishlynx/numbers.ts';
import {
  type StartListRace,
  startListName,
  USUAL_START_LIST,
  writeStartList,
} from '../finishlynx/write-start-list.ts';

/** Races that are not rowed are left out, and crews that have withdrawn: their lanes stay free. */
export function eventStartList(
  event: Pick<WholeEvent, 'teams' | 'races' | 'lanes' | 'schedule'>,
): ReturnType<typeof writeStartList> {
  const ids = event.teams.map(({ id }) => id).sort((a, b) => a - b);
  // In the order in which crews were added, so that a later one changes no number.
  const numbers = new Map(ids.map((id, index) => [id, index + 1]));
  const clubs = new Map(event.teams.map(({ id, clubId }) => [id, clubId]));
  const races = event.races
    .filter(({ state }) => state !== 'cancelled')
    .map((race): StartListRace => {
      const lanes = lanesOf(event, race.id);
      const printed = lanesAsPrinted(race, lanes, event.schedule?.laneScheme ?? null);
      return {
        event: race.raceNumber,
        name: startListName(race),
        distanceMeters: race.distanceMeters,
        entries: lanes.flatMap(({ team, withdrawn }, index) =>
          team && !withdrawn
            ? {
                id: numbers.get(team.id) ?? 0,
                lane: printed[index] ?? 0,
                crew: team.name,
                clubId: clubs.get(team.id) ?? null,
              }
            : [],
        ),
      };
    });
  return writeStartList(races, USUAL_START_LIST);
}

/** The number of each lane in a start list, in the order of `lanes`. */
export function lanesAsPrinted(
  { laneScheme }: Race,
  lanes: readonly Lane[],
  scheduleLaneScheme: readonly string[] | null,
): number[] {
  const labelled = lanes.map((lane) => ({
    position: lane.position,
    positionLabel: positionLabel(lane, laneScheme, scheduleLaneScheme),
  }));
  const rule = laneRuleOf(labelled.map((lane) => lane.positionLabel));
  return labelled.map((lane) => laneNumberOf(lane, rule));
}
