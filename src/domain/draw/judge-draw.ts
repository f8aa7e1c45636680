/** Refuses invalid draws, by the program (around, "Draw by the program") or by hand, and invalid results (decisions L1, L8). */
import type { DrawPlanWrite } from '../../contract/console/office-progression.ts';
import type { OfficeLanesWrite, OfficeResultsWrite } from '../../contract/console/office-writes.ts';
import { MAX_INTEGER, MAX_LANES_OF_RACE } from '../../contract/limits.ts';
import type { Violation } from '../../contract/problem.ts';
import type { ResultWrite } from '../../contract/race.ts';
import { type EventRows, lanesOf } from '../event/event-rows.ts';
import type { Race } from '../races/race.ts';
import { numberShown } from '../races/race-name.ts';
import { repeatedValues, repeats } from '../races/row-writes.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { judgeTakenBack } from '../results/plan-results.ts';
import { hasBegun, isScored } from '../results/standings.ts';
import { objectionToSeed } from './draw-heats.ts';
import type { Lane } from './lane.ts';
import type { LaneOrder } from './lane-order.ts';

/** A draw as it was requested, with defaults for what was left out. */
export interface DrawRequest {
  raceIds: readonly number[];
  crewIds: readonly number[];
  method: 'random' | 'seeded';
  seed: string;
  /** Empty without a ranking. */
  order: readonly number[];
  clubsApart: boolean;
  lanes: LaneOrder;
}

/** @param seed for a body without one */
export function drawRequest(body: Omit<DrawPlanWrite, 'seen'>, seed: string): DrawRequest {
  const { order = [], clubsApart = true, lanes = 'middle-out' } = body;
  return { ...body, seed: body.seed ?? seed, order, clubsApart, lanes };
}

/** What is wrong with a draw that is requested, whatever the event holds. @returns 422 on each wrong property */
export function judgeDraw({
  raceIds,
  crewIds,
  method,
  seed,
  order,
  lanes,
}: DrawPlanWrite): Refusal | undefined {
  const violations: Violation[] = [
    ...judgeIds('raceIds', raceIds),
    ...judgeIds('crewIds', crewIds),
  ];
  const wrong = (field: string, detail: string | undefined) => {
    if (detail !== undefined) violations.push({ field, detail });
  };
  if (seed !== undefined) wrong('seed', objectionToSeed(seed));
  if (order?.length && method === 'random')
    wrong('order', 'is for a seeded draw: leave it out here');
  const drawn = new Set(crewIds);
  const repeated = new Set(repeatedValues(order ?? []));
  for (const [index, id] of (order ?? []).entries()) {
    if (repeated.has(index)) wrong(`order[${index}]`, `repeats the crew ${id}`);
    else if (!drawn.has(id)) wrong(`order[${index}]`, `names a crew that is not drawn: ${id}`);
  }
  violations.push(...judgeLaneOrder(lanes));
  return violations.length > 0 ? invalid(violations) : undefined;
}

function judgeIds(field: 'raceIds' | 'crewIds', ids: readonly number[]): Violation[] {
  if (ids.length === 0) {
    return [{ field, detail: `must name a ${field === 'raceIds' ? 'race' : 'crew'}` }];
  }
  return repeatedValues(ids).map((index) => ({
    field: `${field}[${index}]`,
    detail: `repeats ${ids[index]}`,
  }));
}

/** @param lanes any JSON */
function judgeLaneOrder(lanes: unknown): Violation[] {
  if (lanes === undefined || lanes === 'middle-out' || lanes === 'in-order') return [];
  if (!Array.isArray(lanes) || lanes.length === 0 || lanes.length > MAX_LANES_OF_RACE) {
    const detail = `must be middle-out, in-order, or a list of 1 to ${MAX_LANES_OF_RACE} positions`;
    return [{ field: 'lanes', detail }];
  }
  const repeated = new Set(repeatedValues(lanes));
  return lanes.flatMap((position: unknown, index) => {
    const field = `lanes[${index}]`;
    const isPosition =
      Number.isInteger(position) &&
      (position as number) >= 1 &&
      (position as number) <= MAX_INTEGER;
    if (!isPosition) return [{ field, detail: 'must be a position: a whole number from 1' }];
    return repeated.has(index) ? [{ field, detail: `repeats position ${position}` }] : [];
  });
}

type Drawable = Pick<EventRows, 'races' | 'teams' | 'lanes'>;

/**
 * What is wrong with a requested draw in this event.
 *
 * @param rows of an event that has the races and crews
 * @returns 422 on each race that has begun or has results, and on each crew that has withdrawn
 */
export function judgeDrawn(rows: Drawable, request: DrawRequest): Refusal | undefined {
  const violations = [...judgeRaces(rows, request.raceIds), ...judgeCrews(rows, request)];
  return violations.length > 0 ? invalid(violations) : undefined;
}

function judgeRaces(rows: Drawable, raceIds: readonly number[]): Violation[] {
  return inOrder(rows.races, raceIds).flatMap((race, index) => {
    const detail = whyNotDrawn(race, lanesOf(rows, race.id));
    return detail === undefined ? [] : [{ field: `raceIds[${index}]`, detail }];
  });
}

function whyNotDrawn(race: Race, lanes: readonly Lane[]): string | undefined {
  const called = `race ${numberShown(race)}`;
  if (race.official) return `names ${called}, whose results are official`;
  if (isScored(lanes)) return `names ${called}, which has results: take them back first`;
  const isTimed = lanes.some(
    ({ startedAt, finishedAt }) => startedAt !== null || finishedAt !== null,
  );
  return hasBegun(race, lanes) || isTimed ? `names ${called}, which has started` : undefined;
}

function judgeCrews(rows: Drawable, { raceIds, crewIds }: DrawRequest): Violation[] {
  const stays = new Map<number, { raceId: number; lane: Lane }[]>();
  for (const [raceId, ofRace] of rows.lanes) {
    for (const lane of ofRace) {
      if (!lane.team) continue;
      const own = stays.get(lane.team.id);
      if (own) own.push({ raceId, lane });
      else stays.set(lane.team.id, [{ raceId, lane }]);
    }
  }
  const races = new Set(raceIds);
  return inOrder(rows.teams, crewIds).flatMap(({ id, name }, index) => {
    const own = stays.get(id) ?? [];
    // Withdrawn from one of these races, or from all in which it has no result (console, "Withdrawn").
    const open = own.filter(({ lane }) => !isScored([lane]));
    const isOut =
      own.some(({ raceId, lane }) => lane.withdrawn && races.has(raceId)) ||
      (open.length > 0 && open.every(({ lane }) => lane.withdrawn));
    if (!isOut) return [];
    const detail = `names ${JSON.stringify(name)}, which has withdrawn: leave it out, or put it back first`;
    return [{ field: `crewIds[${index}]`, detail }];
  });
}

/** The rows with some ids, in the order of these. Every id must have a row. */
export function inOrder<Row extends { id: number }>(
  rows: readonly Row[],
  ids: readonly number[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) as Row);
}

/** @returns 422 on the second lane with the same position */
export function judgeLanes({ lanes }: OfficeLanesWrite): Refusal | undefined {
  const violations = repeats(lanes, 'lanes', 'position');
  return violations.length > 0 ? invalid(violations) : undefined;
}

/** @returns 422 on the second result with the same position, and on each value in a result that is taken back */
export function judgeResults({ results }: OfficeResultsWrite): Refusal | undefined {
  const violations = repeats(results, 'results', 'position');
  for (const [index, result] of results.entries()) {
    for (const property of Object.keys(result) as (keyof ResultWrite)[]) {
      const detail = judgeTakenBack(property, result);
      if (detail) violations.push({ field: `results[${index}].${property}`, detail });
    }
  }
  return violations.length > 0 ? invalid(violations) : undefined;
}
