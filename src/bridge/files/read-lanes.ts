/** The rows of a file as results of positions, held against the draw (formats.md §6.2, requirements 8 to 10). Pure. */
import { type LaneRule, lanesByNumber } from '../../exchange/finishlynx/lane-rule.ts';
import type { LifLane, LifResults } from '../../exchange/finishlynx/lif-results.ts';
import { MAX_NAME_LENGTH } from '../../exchange/finishlynx/write-start-list.ts';
import {
  crewKeyOf,
  hasRowingCrew,
  type LaneResult,
  type ScheduleLane,
  type ScheduleRace,
  type Withdrawn,
} from '../schedule.ts';

interface ReadOptions {
  laneRule: LaneRule | null;
  emptyPlace: 'dns' | null;
  crewKeys: ReadonlyMap<string, string>;
  withdrawn: Withdrawn;
}

interface ReadLanes {
  results: LaneResult[];
  /** The labels of lanes with a crew that rows and without a result. */
  missing: string[];
  notes: string[];
}

/** @returns the results by position, or why the file cannot be used as it is */
export function readLanes(
  { lanes, wrong, notes }: LifResults,
  race: ScheduleRace,
  options: ReadOptions,
): ReadLanes | { reason: string } {
  const [first] = wrong;
  if (first) return { reason: `line ${first.row}: ${first.reason}` };
  const numbers = lanes.flatMap((row) => (row.lane === null ? [] : [Number(row.lane)]));
  const byNumber = lanesByNumber(race.lanes, { writtenRule: options.laneRule, numbers });
  const results: LaneResult[] = [];
  for (const row of lanes) {
    const read = readRow(row, byNumber.get(Number(row.lane ?? Number.NaN)), race, options);
    if (typeof read === 'string') return { reason: read };
    if (read) results.push(read);
  }
  const withPlaces = race.resultMode === 'timed' ? results : ranked(results);
  const scored = new Set(results.map(({ position }) => position));
  const missing = race.lanes
    .filter((lane) => hasRowingCrew(lane, race, options.withdrawn) && !scored.has(lane.position))
    .map(({ positionLabel }) => positionLabel);
  return { results: withPlaces, missing, notes: notes.map(({ text }) => text) };
}

/** @returns a result; nothing for a row that says nothing; or why the race has to wait */
function readRow(
  row: LifLane,
  lane: ScheduleLane | undefined,
  race: ScheduleRace,
  options: ReadOptions,
): LaneResult | null | string {
  const { outcome } = row;
  const where = row.lane === null ? `line ${row.row}` : `lane ${row.lane}`;
  const isAwaited = lane !== undefined && hasRowingCrew(lane, race, options.withdrawn);
  if (outcome.kind === 'none' && (options.emptyPlace === null || !isAwaited)) return null;
  if (outcome.kind === 'unknown') return `${where} has "${outcome.word}", which nobody knows`;
  if (outcome.kind === 'falseStart') return `${where} has FS: a disqualification or a restart?`;
  if (outcome.kind === 'advanced') return `${where} has ADV, advanced without racing`;
  if (row.lane === null) return `line ${row.row} has a result but no lane`;
  if (!lane) return `there is no lane ${row.lane} in this race`;
  const other = otherCrew(row, lane, race, options.crewKeys);
  if (other) return other;
  const { position } = lane;
  if (outcome.kind === 'none') {
    return { position, status: 'dns', finishTimeMillis: null, finishPlace: null };
  }
  const { status, finishMillis, place } = outcome.result;
  if (race.resultMode === 'timed') {
    if (status === 'finished' && finishMillis === null)
      return `${where} has a place without a time`;
    return { position, status, finishTimeMillis: finishMillis, finishPlace: null };
  }
  return {
    position,
    status,
    // Left out when it is posted; it ranks those that the file gives no places.
    finishTimeMillis: place === null && status === 'finished' ? finishMillis : null,
    finishPlace: status === 'finished' ? place : null,
  };
}

/** In a race of places, those that the file does not give follow from its times. */
function ranked(results: readonly LaneResult[]): LaneResult[] {
  const times = results.flatMap(({ finishTimeMillis }) => finishTimeMillis ?? []);
  return results.map((result) => {
    const { finishTimeMillis: millis } = result;
    if (millis === null) return result;
    const finishPlace = 1 + times.filter((time) => time < millis).length;
    return { ...result, finishTimeMillis: null, finishPlace };
  });
}

/** Whether the file has another crew in this lane than the draw: it changed, or lanes were swapped at the line. */
function otherCrew(
  { id, lane: number, names }: LifLane,
  lane: ScheduleLane,
  race: ScheduleRace,
  crewKeys: ReadonlyMap<string, string>,
): string | null {
  const drawn = crewKeyOf(lane);
  const known = id === null ? undefined : crewKeys.get(id);
  if (known !== undefined) {
    if (known === drawn) return null;
    return `lane ${number} has crew ${id} of the start list, but ${lane.teamName ?? 'nobody'} is drawn there`;
  }
  const isNamed = (one: ScheduleLane) =>
    names.some((name) => one.teamName !== null && shortName(one.teamName) === shortName(name));
  if (isNamed(lane)) return null;
  const [elsewhere, second] = race.lanes.filter(isNamed);
  if (!elsewhere || second) return null;
  return `lane ${number} has ${elsewhere.teamName}, which is drawn in lane ${elsewhere.positionLabel}`;
}

function shortName(name: string): string {
  return name.normalize('NFC').slice(0, MAX_NAME_LENGTH).trim().toLowerCase();
}
