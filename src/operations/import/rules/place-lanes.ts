/** The positions and labels of the lanes of a race in a file (formats.md §0.4; tools.md, "Lanes"). */
import Type from 'typebox';
import { LaneWrite } from '../../../contract/race.ts';
import { readObject } from '../../../contract/reading/read-body.ts';
import { type Lane, NO_RESULT } from '../../../domain/draw/lane.ts';
import { positionLabel, type Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import { repeatedValues } from '../../../domain/races/row-writes.ts';
import type { ReadLane, ReadRace } from '../../../exchange/reading/reading.ts';
import type { Draft } from '../context.ts';
import type { Findings } from '../findings.ts';
import type { Crews } from './crews.ts';

export interface PlacedLane {
  read: ReadLane;
  position: number;
}

const Label = Type.Object({ positionLabel: LaneWrite.properties.positionLabel });

/**
 * The lanes that a file draws, each with its position.
 *
 * @param isJoint whether another file of this import draws the race, too
 * @returns `undefined` when a lane is there twice, a label cannot be stored, or a result is nobody's, which is reported
 */
export function placeLanes(
  draft: Draft,
  findings: Findings,
  crews: Crews,
  { race, read: { lanes }, isJoint }: { race: Race; read: ReadRace; isJoint: boolean },
): PlacedLane[] | undefined {
  const seen = new Set<string>();
  const standsTwice = `stands twice in race ${numberShown(race)}`;
  let isWrong = false;
  for (const lane of lanes) {
    const { label, position, row } = lane;
    if (isNobodys(lane)) {
      findings.reject(row, null, NOBODYS);
      isWrong = true;
    }
    if (label === null) continue;
    // Where the file gives positions, these tell lanes with the same label apart.
    const isRepeated = position === undefined && seen.has(label);
    const objection = isRepeated ? standsTwice : objectionTo(label);
    if (objection) findings.reject(row, 'lane', `lane ${label} ${objection}`);
    isWrong ||= objection !== undefined;
    seen.add(label);
  }
  const counted = positionsFor(lanes, (position) =>
    labelOf({ position, positionLabel: null }, race, draft),
  );
  const isKept = isJoint || draft.lanesOf(race.id).some(hasOfLane);
  const placed = isKept ? withKeptPositions(draft, crews, race, counted) : counted;
  for (const index of repeatedValues(placed.map(({ position }) => position))) {
    const { read, position } = placed[index] as PlacedLane;
    findings.reject(read.row, 'lane', `lane ${position} ${standsTwice}`);
    isWrong = true;
  }
  return isWrong ? undefined : placed;
}

/**
 * Positions by the printed labels. Where some lanes have labels, those without one come behind them, at positions whose
 * usual label no other lane has.
 */
function positionsFor(
  lanes: readonly ReadLane[],
  labelAt: (position: number) => string,
): PlacedLane[] {
  const labelled = lanes.filter(({ label }) => label !== null);
  const counted = labelled.length > 0 ? labelled : lanes;
  const byLabels = positionsOf(counted.map(({ label, isBib }) => (isBib ? null : label)));
  const positions = new Map(counted.map((lane, index) => [lane, lane.position ?? byLabels[index]]));
  const printed = new Set(labelled.map(({ label }) => label));
  let last = Math.max(0, ...[...positions.values()].map((position) => position ?? 0));
  const next = () => {
    do last++;
    while (printed.has(labelAt(last)));
    return last;
  };
  return lanes.map((read) => ({
    read,
    position: positions.get(read) ?? read.position ?? next(),
  }));
}

/**
 * Positions in a race with data that stays with its lanes, or that another file has drawn, too: no lane of the file may move
 * over such a lane, whatever the order in the file. A boat keeps the position of its label, or of its crew if its label is new,
 * and new boats go behind.
 */
function withKeptPositions(
  draft: Draft,
  crews: Crews,
  race: Race,
  placed: readonly PlacedLane[],
): PlacedLane[] {
  const stored = draft.lanesOf(race.id);
  const labelled = new Map(stored.map((lane) => [labelOf(lane, race, draft), lane.position]));
  const labels = new Set(placed.map(({ read }) => read.label));
  const ofCrew = new Map(
    stored.flatMap((lane) =>
      lane.team && !labels.has(labelOf(lane, race, draft)) ? [[lane.team.name, lane.position]] : [],
    ),
  );
  const kept = placed.map(({ read: { position, label, crew } }) => {
    const byLabel = label === null ? undefined : labelled.get(label);
    return position ?? byLabel ?? (crew ? ofCrew.get(crews.nameOf(crew) ?? '') : undefined);
  });
  const taken = new Set([...kept, ...stored.map(({ position }) => position)]);
  const nobodys = new Set(stored.flatMap(({ team, position }) => (team ? [] : [position])));
  for (const position of kept) if (position !== undefined) nobodys.delete(position);
  // An empty lane without a label in the file is the lane that is empty at that position in the event.
  const isEmptyStill = ({ read: { label, crew }, position }: PlacedLane) =>
    label === null && !crew && nobodys.has(position);
  let behind = Math.max(...stored.map(({ position }) => position));
  return placed.map((lane, index) => {
    let position = kept[index] ?? lane.position;
    if (kept[index] === undefined && taken.has(position) && !isEmptyStill(lane)) {
      do behind++;
      while (taken.has(behind));
      position = behind;
    }
    taken.add(position);
    return { ...lane, position };
  });
}

/** Whether a lane has data that belongs to the lane, whichever crew is drawn there (racing, "Times of day"). */
function hasOfLane({ plannedStartMillis, penaltyMillis, ...lane }: Lane): boolean {
  return plannedStartMillis !== null || penaltyMillis !== null || recordOf(lane) !== undefined;
}

/** The latest that is recorded of a boat on the course, in a word; `undefined` before its start. */
export function recordOf({
  status,
  startedAt,
  finishedAt,
}: Pick<Lane, 'status' | 'startedAt' | 'finishedAt'>): string | undefined {
  if (status !== NO_RESULT.status) return 'result';
  if (startedAt !== null) return 'start';
  return finishedAt === null ? undefined : 'finish';
}

/** Whether a lane of a timing computer's file has a number, or none at all. */
export function hasLaneNumber({ label }: ReadLane): boolean {
  return label === null || /^\d{1,6}$/.test(label);
}

export const NOBODYS = 'a result needs a lane or a crew';

/** Whether a row has a result, but neither lane nor crew. */
export function isNobodys({ label, crew, position, result }: ReadLane): boolean {
  return result !== null && label === null && crew === null && position === undefined;
}

function objectionTo(label: string): string | undefined {
  const reading = readObject(Label, { positionLabel: label });
  return 'value' in reading ? undefined : reading.violations[0]?.detail;
}

/** The label of a lane of a race: its own, or that of its position. */
export function labelOf(
  lane: Pick<Lane, 'position' | 'positionLabel'>,
  race: Race,
  { settings }: Draft,
): string {
  return positionLabel(lane, race.laneScheme, settings.laneScheme);
}

/** Lanes are counted up to here; a race with a larger number has bow numbers. */
const LAST_LANE = 20;

/**
 * The positions of the lanes of one race, decided by all of its labels.
 *
 * Different lanes 1 to 20 are the positions; where a lane 0 is among them, each stands one higher. Bow numbers,
 * texts, repeated or missing labels say no position: those lanes are counted, 1 to n.
 *
 * @param labels as printed, in the order of the file; `null` where the file has none
 * @returns one position for each, all different
 */
export function positionsOf(labels: readonly (string | null)[]): number[] {
  const lanes = labels.map(laneOf);
  const isLanes = !lanes.includes(null) && new Set(lanes).size === lanes.length;
  if (!isLanes) return labels.map((_, index) => index + 1);
  const shift = lanes.includes(0) ? 1 : 0;
  return lanes.map((lane) => (lane ?? 0) + shift);
}

function laneOf(label: string | null): number | null {
  if (label === null || !/^\d{1,3}$/.test(label.trim())) return null;
  const lane = Number(label);
  return lane <= LAST_LANE ? lane : null;
}
