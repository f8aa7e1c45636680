/** The lanes of a race in a file: where they stand, and how they are called. */
import Type from 'typebox';
import { LaneWrite } from '../../../contract/race.ts';
import { readObject } from '../../../contract/reading/read-body.ts';
import type { Lane } from '../../../domain/draw/lane.ts';
import type { Race } from '../../../domain/races/plan-races.ts';
import { positionLabel } from '../../../domain/races/race-view.ts';
import { repeatedValues } from '../../../domain/races/row-writes.ts';
import { lanesByNumber } from '../../../exchange/finishlynx/lane-rule.ts';
import { positionsOf } from '../../../exchange/reading/positions.ts';
import type { ReadLane, ReadRace } from '../../../exchange/reading/reading.ts';
import { type Draft, numberShown } from '../draft.ts';
import type { Findings } from '../findings.ts';

export interface PlacedLane {
  read: ReadLane;
  position: number;
}

const Label = Type.Object({ positionLabel: LaneWrite.properties.positionLabel });

/**
 * The lanes that a file draws, each with its position.
 *
 * @returns `undefined` where the same lane stands there twice, or a label cannot be stored, which is said to be wrong
 */
export function placeLanes(
  draft: Draft,
  findings: Findings,
  { race, read: { lanes } }: { race: Race; read: ReadRace },
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
    // Where the file says the position, it tells the lanes apart.
    const isRepeated = position === undefined && seen.has(label);
    const objection = isRepeated ? standsTwice : objectionTo(label);
    if (objection) findings.reject(row, 'lane', `lane ${label} ${objection}`);
    isWrong ||= objection !== undefined;
    seen.add(label);
  }
  const placed = positionsFor(lanes, (position) =>
    labelOf({ position, positionLabel: null }, race, draft),
  );
  for (const index of repeatedValues(placed.map(({ position }) => position))) {
    const { read, position } = placed[index] as PlacedLane;
    findings.reject(read.row, 'lane', `lane ${position} ${standsTwice}`);
    isWrong = true;
  }
  return isWrong ? undefined : placed;
}

/**
 * Positions by what is printed. Lanes without a label, where others have one, follow behind, where nothing is called
 * like one of the others.
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

/** Whether a lane of a timing computer's file has a number, or none at all. */
export function hasLaneNumber({ label }: ReadLane): boolean {
  return label === null || /^\d{1,6}$/.test(label);
}

/**
 * The lanes of a race by the lane numbers of a timing computer's file (tools.md, "Lanes").
 *
 * @param read all of its lanes have a number, or none
 */
export function lanesOfNumbers(
  draft: Draft,
  race: Race,
  { lanes }: ReadRace,
): ReadonlyMap<string, Lane> {
  const stored = draft.lanesOf(race.id);
  const labelled = stored.map((lane) => ({
    lane,
    position: lane.position,
    positionLabel: labelOf(lane, race, draft),
  }));
  const written = lanes.flatMap(({ label }) => label ?? []);
  const byNumber = lanesByNumber(labelled, { numbers: written.map(Number) });
  return new Map(
    written.flatMap((label): [string, Lane][] => {
      const found = byNumber.get(Number(label));
      return found ? [[label, found.lane]] : [];
    }),
  );
}

/**
 * The lanes of a start list for a race that is drawn: where its lane numbers are positions, what is printed there stays.
 */
export function withStoredLabels(draft: Draft, race: Race, read: ReadRace): ReadRace {
  if (draft.lanesOf(race.id).length === 0 || !read.lanes.every(hasLaneNumber)) return read;
  const stored = lanesOfNumbers(draft, race, read);
  const isMoved = [...stored].some(
    ([label, lane]) => Number(label) !== Number(labelOf(lane, race, draft)),
  );
  if (!isMoved) return read;
  const lanes = read.lanes.map((lane): ReadLane => {
    const position = lane.label === null ? undefined : Number(lane.label);
    return position ? { ...lane, position, label: null } : lane;
  });
  return { ...read, lanes };
}

export const NOBODYS = 'a result needs a lane or a crew';

/** Whether a row has a result and does not say whose. */
export function isNobodys({ label, crew, position, result }: ReadLane): boolean {
  return result !== null && label === null && crew === null && position === undefined;
}

function objectionTo(label: string): string | undefined {
  const reading = readObject(Label, { positionLabel: label });
  return 'value' in reading ? undefined : reading.violations[0]?.detail;
}

/** How a lane of a race is called. */
export function labelOf(
  lane: Pick<Lane, 'position' | 'positionLabel'>,
  race: Race,
  { settings }: Draft,
): string {
  return positionLabel(lane, race.laneScheme, settings.laneScheme);
}
