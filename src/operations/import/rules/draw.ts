/** The draw of a race by a file: its lanes there are all that the race has (tools.md, "Matching"). */
import { emptyLane, type Lane, NO_RESULT } from '../../../domain/draw/lane.ts';
import { keepOfCrews } from '../../../domain/draw/plan-draw.ts';
import type { Race } from '../../../domain/races/plan-races.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';
import type { ImportContext } from '../context.ts';
import { type Draft, numberShown } from '../draft.ts';
import type { Crews } from './crews.ts';
import { labelOf, type PlacedLane, placeLanes } from './lane-labels.ts';

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
  const lanes = keepOfCrews(draft.lanesOf(race.id), drawn);
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
