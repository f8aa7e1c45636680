/**
 * Draws a race by the lanes of a file, which replace its whole draw (tools.md, "Matching"), and withdraws crews. Several start
 * lists of one import complete each other; when they contradict each other about a lane or a crew, the draw is rejected,
 * because nothing tells which of them is newer.
 */
import { withEntryWithdrawn } from '../../../domain/crews/withdraw-crew.ts';
import { crewOfLane, emptyLane, type Lane, type LaneTeam } from '../../../domain/draw/lane.ts';
import { withCrewProperties } from '../../../domain/draw/plan-draw.ts';
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { lanesByNumber } from '../../../exchange/finishlynx/numbers.ts';
import type { ReadLane, ReadRace } from '../../../exchange/reading/reading.ts';
import type { Draft, ImportContext } from '../context.ts';
import type { Crews } from './crews.ts';
import { hasLaneNumber, labelOf, type PlacedLane, placeLanes, recordOf } from './place-lanes.ts';

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
 * The lanes of a start list for a race that is drawn: where the lane numbers are positions, the labels of the race stay.
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

/**
 * Draws the lanes of a file.
 *
 * @returns each lane of the file with its position; `undefined` when the draw is wrong, which is reported
 */
export function drawRace(
  draft: Draft,
  context: ImportContext,
  crews: Crews,
  { race, read }: { race: Race; read: ReadRace },
): PlacedLane[] | undefined {
  const isJoint = context.drawnBy.has(race.id);
  const placed = placeLanes(draft, context.findings, crews, { race, read, isJoint });
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
    const team = crew ? crews.take(crew) : isJoint ? before?.team : undefined;
    if (crew && !team) isWrong = true;
    const objection =
      before && objectionToJoint(draft, context, race, { before, label, team: team ?? null });
    if (objection) reject(row, objection);
    if (team && teams.has(team.id)) {
      reject(row, `${JSON.stringify(team.name)} stands twice in race ${numberShown(race)}`);
    }
    if (team) teams.add(team.id);
    const record = before?.team && recordOf(before);
    if (record && before.team?.id !== team?.id) {
      reject(row, `${calledLane(draft, race, before)} has a ${record} of ${before.team?.name}`);
    }
    return {
      ...(before ?? emptyLane(position)),
      position,
      positionLabel: labelToStore(draft, race, before, { position, label }),
      team: team ? crewOfLane(team) : null,
    };
  });
  const positions = new Set(placed.map(({ position }) => position));
  for (const lane of stored.values()) {
    const record = recordOf(lane);
    if (positions.has(lane.position) || !record) continue;
    reject(read.row, `${calledLane(draft, race, lane)} has a ${record}, and is not in the file`);
  }
  if (isWrong) return undefined;
  // Kept: lanes of withdrawn crews, which start lists leave out, and lanes that other start lists of this import have drawn.
  const leftOut = [...stored.values()].filter(
    ({ withdrawn, position, team }) =>
      (withdrawn || isJoint) && !positions.has(position) && !teams.has(team?.id ?? 0),
  );
  const lanes = [...withCrewProperties(draft.lanesOf(race.id), drawn), ...leftOut];
  lanes.sort((a, b) => a.position - b.position);
  for (const { position } of [...lanes, ...stored.values()])
    draft.nameLane('lanes', race.id, position);
  draft.lanes.set(race.id, lanes);
  return placed;
}

/** The label to store for a lane; `null` when it is the label that the position has anyway. */
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
 * The race of a file, where crews that the race office has withdrawn already stay in their lanes and get no result from a
 * word such as "scratched": file and race office agree. For other scratched crews a note says that the lane is empty.
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

/** Withdraws the crews that the file marks as withdrawn, as the race office does; a crew that has a result is skipped. */
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

/** Remembers that a file draws a race. A list of crews without lanes is no draw. */
export function noteDraw({ drawnBy, file = '' }: ImportContext, race: Race, read: ReadRace): void {
  const hasLanes = read.lanes.some(
    ({ label, position }) => label !== null || position !== undefined,
  );
  if (hasLanes && !drawnBy.has(race.id)) drawnBy.set(race.id, file);
}

/**
 * @param before the lane as the other files draw it
 * @param team the crew that this file draws there; `null` when it names none
 * @returns why the draw is wrong; `undefined` when the files agree
 */
function objectionToJoint(
  draft: Draft,
  { drawnBy }: ImportContext,
  race: Race,
  { before, label, team }: { before: Lane; label: string | null; team: LaneTeam | null },
): string | undefined {
  const file = drawnBy.get(race.id);
  if (file === undefined || !before.team || !team) return undefined;
  const lane = labelOf(before, race, draft);
  const isSame = before.team.id === team.id && (label ?? lane) === lane;
  if (isSame) return undefined;
  const crew = JSON.stringify(before.team.name);
  return `lane ${lane} of race ${numberShown(race)} is drawn for ${crew} in ${file}: import one of them`;
}
