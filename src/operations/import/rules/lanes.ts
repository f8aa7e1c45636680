/**
 * The draw that the lanes of a file make, which is all that the race has (tools.md, "Matching"); crews in it that have withdrawn;
 * and the draw of several start lists of one import, which complete each other: none of them is right where they say two things
 * of one lane or of one crew, because nothing tells which is the newer one.
 */
import { withEntryWithdrawn } from '../../../domain/crews/withdraw-crew.ts';
import { crewOfLane, emptyLane, type Lane, type LaneTeam } from '../../../domain/draw/lane.ts';
import { keepOfCrews } from '../../../domain/draw/plan-draw.ts';
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
  // Start lists leave out who has withdrawn, and that lane free; others of this import have more lanes of the race.
  const leftOut = [...stored.values()].filter(
    ({ withdrawn, position, team }) =>
      (withdrawn || isJoint) && !positions.has(position) && !teams.has(team?.id ?? 0),
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

/** Remembers a draw of a file; a list that only says who rows draws nobody. */
export function noteDraw({ drawnBy, file = '' }: ImportContext, race: Race, read: ReadRace): void {
  const hasLanes = read.lanes.some(
    ({ label, position }) => label !== null || position !== undefined,
  );
  if (hasLanes && !drawnBy.has(race.id)) drawnBy.set(race.id, file);
}

/**
 * @param before the lane as the other files draw it
 * @param team whom this file draws there; of `null` it says nothing
 * @returns why the draw is wrong
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
