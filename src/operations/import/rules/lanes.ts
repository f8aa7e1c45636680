/**
 * The lanes of a race in a file: where they stand, and how they are called (formats.md §0.4; tools.md, "Lanes"); the draw that
 * they make, which is all that the race has (tools.md, "Matching"); and crews in them that have withdrawn.
 */
import Type from 'typebox';
import { LaneWrite } from '../../../contract/race.ts';
import { readObject } from '../../../contract/reading/read-body.ts';
import { withEntryWithdrawn } from '../../../domain/crews/withdraw-crew.ts';
import { emptyLane, type Lane, NO_RESULT } from '../../../domain/draw/lane.ts';
import { keepOfCrews } from '../../../domain/draw/plan-draw.ts';
import { positionLabel, type Race } from '../../../domain/races/race.ts';
import { repeatedValues } from '../../../domain/races/row-writes.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { lanesByNumber } from '../../../exchange/finishlynx/lane-rule.ts';
import type { ReadLane, ReadRace } from '../../../exchange/reading/reading.ts';
import { type Draft, type ImportContext, numberShown } from '../context.ts';
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
 * @returns `undefined` where the same lane stands there twice, or a label cannot be stored, which is said to be wrong
 */
function placeLanes(
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

/**
 * Draws the lanes of a file.
 *
 * @returns where each lane of the file stands then; `undefined` where the draw is wrong, which is said
 */
export function drawRace(
  draft: Draft,
  context: ImportContext,
  crews: Crews,
  { race, read }: { race: Race; read: ReadRace },
): PlacedLane[] | undefined {
  const placed = placeLanes(draft, context.findings, { race, read });
  if (!placed) return undefined;
  const stored = new Map(draft.lanesOf(race.id).map((lane) => [lane.position, lane]));
  const teams = new Set<number>();
  let isWrong = false;
  const reject = (row: number, reason: string) => {
    context.findings.reject(row, 'lane', reason);
    isWrong = true;
  };
  const drawn = placed.map(({ read: { label, crew, row }, position }) => {
    const before = stored.get(position);
    const team = crew ? crews.take(crew) : undefined;
    if (crew && !team) isWrong = true;
    if (team && teams.has(team.id)) {
      reject(row, `${JSON.stringify(team.name)} stands twice in race ${numberShown(race)}`);
    }
    if (team) teams.add(team.id);
    const isTaken = before && before.status !== NO_RESULT.status && before.team;
    if (isTaken && before.team?.id !== team?.id) {
      reject(row, `${calledLane(draft, race, before)} has a result of ${before.team?.name}`);
    }
    return {
      ...(before ?? emptyLane(position)),
      position,
      positionLabel: labelToStore(draft, race, before, { position, label }),
      team: team ? { id: team.id, externalId: team.externalId, name: team.name } : null,
    };
  });
  const positions = new Set(placed.map(({ position }) => position));
  for (const lane of stored.values()) {
    if (positions.has(lane.position) || lane.status === NO_RESULT.status) continue;
    reject(read.row, `${calledLane(draft, race, lane)} has a result, and is not in the file`);
  }
  if (isWrong) return undefined;
  // Start lists leave out who has withdrawn, and that lane free.
  const leftOut = [...stored.values()].filter(
    ({ withdrawn, position, team }) =>
      withdrawn && !positions.has(position) && !teams.has(team?.id ?? 0),
  );
  const lanes = [...keepOfCrews(draft.lanesOf(race.id), drawn), ...leftOut];
  lanes.sort((a, b) => a.position - b.position);
  for (const { position } of [...lanes, ...stored.values()])
    draft.nameLane('lanes', race.id, position);
  draft.lanes.set(race.id, lanes);
  return placed;
}

/** `null` where what is printed is what the lane is called anyway. */
function labelToStore(
  draft: Draft,
  race: Race,
  before: Lane | undefined,
  { position, label }: { position: number; label: string | null },
): string | null {
  if (label === null || label === before?.positionLabel) return before?.positionLabel ?? null;
  return label === labelOf({ position, positionLabel: null }, race, draft) ? null : label;
}

function calledLane(draft: Draft, race: Race, lane: Lane): string {
  return `lane ${labelOf(lane, race, draft)} of race ${numberShown(race)}`;
}

/**
 * The race of a file in which whoever has withdrawn from the event's race already stays in the lane, and gets no result of
 * a word such as "scratched": file and race office say the same. Of others it is said that their lane is empty.
 */
export function withKnownWithdrawals(
  draft: Draft,
  { findings }: ImportContext,
  crews: Crews,
  { race, read }: { race: Race; read: ReadRace },
): ReadRace {
  const stored = draft.lanesOf(race.id).filter(({ withdrawn }) => withdrawn);
  const gone = new Set(stored.map(({ team }) => team?.name));
  const lanes = read.lanes.map((lane) => {
    const { scratched, crew, row } = lane;
    if (!scratched) return lane;
    const name = crews.nameOf(scratched);
    if (gone.has(name)) return { ...lane, crew: scratched, result: null };
    const text = `${JSON.stringify(name)} has withdrawn from race ${numberShown(race)}: its lane is empty`;
    if (crew === null) findings.note(row, text);
    return lane;
  });
  return { ...read, lanes };
}

/** Withdraws the crews of lanes of which the file says so, as the race office does; one that has a result is skipped. */
export function withdrawCrews(
  draft: Draft,
  { findings }: ImportContext,
  race: Race,
  lanes: readonly PlacedLane[],
): void {
  for (const { read, position } of lanes) {
    const stored = draft.lanesOf(race.id);
    const isKnown = stored.some((lane) => lane.position === position && lane.withdrawn);
    if (!read.withdrawn || isKnown) continue;
    draft.nameLane('lanes', race.id, position);
    const mark = { withdrawn: true, withdrawnReason: null };
    const after = withEntryWithdrawn(stored, position, mark);
    if (after instanceof Refusal)
      findings.skip(read.row, `race ${numberShown(race)}: ${after.detail}`);
    else draft.lanes.set(race.id, after);
  }
}
