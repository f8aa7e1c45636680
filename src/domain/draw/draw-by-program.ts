/**
 * Draws races by the program (around, "Draw by the program"): which crews row in which lanes of which race, and what a
 * person should know of it.
 */
import { type EventRows, lanesOf } from '../event/event-rows.ts';
import { aSchedule, type Change } from '../history/changes.ts';
import { isLaneOf, type LaterEntry, type Touched, touchedWhere } from '../history/conflicts.ts';
import { keyOf } from '../history/event-state.ts';
import type { Race } from '../races/race.ts';
import { numberShown } from '../races/race-name.ts';
import { invalid, Refusal } from '../refusal.ts';
import { drawHeats } from './draw-heats.ts';
import { type DrawnHeat, drawRemarks, remarkText } from './draw-remarks.ts';
import { type DrawRequest, inOrder, judgeDrawn } from './judge-draw.ts';
import { crewOfLane } from './lane.ts';
import { drawnPositions } from './lane-order.ts';
import { planLanes, withCrewProperties } from './plan-draw.ts';

/** The result of a draw by the program. */
export interface ProgramDraw {
  heats: readonly DrawnHeat[];
  /** In English, a sentence each. */
  problems: readonly string[];
  rows: EventRows;
}

/**
 * Draws crews into the lanes of races. All other lanes of these races become empty, also those that a race has only by its
 * lane scheme. The rules of lanes stay, and the rating of a crew goes with it from heat to heat.
 *
 * @param rows of an event that has the races and crews
 * @param laneScheme of the schedule
 * @param request as `judgeDraw` accepts it
 * @returns the draw; or 422 on each race that has begun or has results, on each crew that has withdrawn, and on a list of
 *   lanes that is too short
 */
export function drawByProgram(
  rows: EventRows,
  laneScheme: readonly string[] | null,
  request: DrawRequest,
): ProgramDraw | Refusal {
  const refusal = judgeDrawn(rows, request);
  if (refusal) return refusal;
  const races = inOrder(rows.races, request.raceIds);
  const crews = inOrder(rows.teams, request.crewIds);
  const schemes = new Map(
    races.map((race) => [race.id, (race.laneScheme ?? laneScheme)?.length ?? null]),
  );
  const schemeOf = (raceId: number) => schemes.get(raceId) ?? null;
  const heats: DrawnHeat[] = [];
  const allPositions = new Map<number, readonly number[]>();
  for (const [index, ids] of drawHeats(crews, races.length, request).entries()) {
    const { id: raceId } = races[index] as Race;
    const course = {
      positions: lanesOf(rows, raceId).map(({ position }) => position),
      scheme: schemeOf(raceId),
    };
    const { drawn, positions } = drawnPositions(request.lanes, course, ids.length);
    if (drawn.length < ids.length) return tooFewLanes(drawn.length, ids.length);
    const lanes = ids.map((crewId, place) => ({ position: drawn[place] as number, crewId }));
    heats.push({ raceId, lanes: lanes.sort((a, b) => a.position - b.position) });
    allPositions.set(raceId, positions);
  }
  const after = withDrawn(rows, heats, allPositions);
  if (after instanceof Refusal) return after;
  const toDraw = races.map(({ id, state }) => ({ id, state, lanes: lanesToDraw(rows, id) }));
  const remarks = drawRemarks({ ...request, heats, races: toDraw, crews, schemeOf });
  const numbers = new Map(races.map((race) => [race.id, numberShown(race)]));
  const problems = remarks.map((remark) => remarkText(remark, numbers, rows.teams));
  return { heats, problems, rows: after };
}

function tooFewLanes(positions: number, crews: number): Refusal {
  const detail = `must have a position for each of the ${crews} crews of a race, and has ${positions}`;
  return invalid([{ field: 'lanes', detail }]);
}

/** @param allPositions of each race, by its id, those without a crew included */
function withDrawn(
  rows: EventRows,
  heats: readonly DrawnHeat[],
  allPositions: ReadonlyMap<number, readonly number[]>,
): EventRows | Refusal {
  const crews = new Map(rows.teams.map((team) => [team.id, crewOfLane(team)]));
  const lanesBefore = heats.flatMap(({ raceId }) => lanesOf(rows, raceId));
  const lanes = new Map(rows.lanes);
  for (const { raceId, lanes: ofHeat } of heats) {
    const before = lanesOf(rows, raceId);
    const labels = new Map(before.map(({ position, positionLabel }) => [position, positionLabel]));
    const crewAt = new Map(ofHeat.map(({ position, crewId }) => [position, crews.get(crewId)]));
    const wanted = (allPositions.get(raceId) ?? []).map((position) => ({
      position,
      positionLabel: labels.get(position) ?? null,
      team: crewAt.get(position) ?? null,
    }));
    const after = planLanes(before, wanted);
    if (after instanceof Refusal) return after;
    lanes.set(raceId, withCrewProperties(lanesBefore, after));
  }
  return { ...rows, lanes };
}

function lanesToDraw(rows: Pick<EventRows, 'lanes'>, raceId: number) {
  return lanesOf(rows, raceId).map(({ position, team, from }) => {
    return { position, crewId: team?.id ?? null, from };
  });
}

/** What a draw relies on: races, lanes and results as the page showed them, the clubs of its crews, and who has withdrawn. */
export function touchedByDraw(
  later: readonly LaterEntry[],
  { lanes }: Pick<EventRows, 'lanes'>,
  { raceIds, crewIds }: Pick<DrawRequest, 'raceIds' | 'crewIds'>,
): Touched[] {
  const crews = new Set<number | undefined>(crewIds);
  const races = new Set<number | undefined>(raceIds);
  const elsewhere = [...lanes].flatMap(([id, ofRace]) =>
    ofRace
      .filter(({ team }) => !races.has(id) && crews.has(team?.id))
      .map(({ position }) => ({
        key: keyOf({ subject: 'lane', id, position }),
        properties: ['withdrawn'],
      })),
  );
  return [
    ...raceIds.map((id) => ({
      key: keyOf({ subject: 'race', id }),
      properties: ['official', 'startedAt', 'state', 'laneScheme'],
    })),
    ...touchedWhere(later, (change) => raceIds.some((id) => isLaneOf(change, id))),
    ...crewIds.map((id) => ({ key: keyOf({ subject: 'team', id }), properties: ['clubId'] })),
    ...elsewhere,
    { key: keyOf(aSchedule), properties: ['laneScheme'] },
  ];
}

/** What the history keeps of a draw besides the lanes: enough to repeat the draw. */
export function drawMethodChange(
  { races }: Pick<EventRows, 'races'>,
  { raceIds, crewIds, method, seed, order, clubsApart, lanes }: DrawRequest,
): Change {
  const numbers = inOrder(races, raceIds).map(({ raceNumber }) => raceNumber);
  const apart = method === 'random' && { clubsApart };
  const after = { method, seed, order, ...apart, lanes, raceIds, crewIds };
  return { subject: 'draw', name: `draw of races ${numbers.join(', ')}`, before: null, after };
}
