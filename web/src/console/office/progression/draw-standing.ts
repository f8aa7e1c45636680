/** How the draw of a race stands to what its rules say now. Pure. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { isComplete } from '../../../shared/race-phase.ts';

export interface DrawStanding {
  kind: 'ready' | 'agrees' | 'differs' | 'incomplete' | 'tie';
  /** The lanes that have a rule, and whom it names now. */
  lanes: { lane: OfficeRace['lanes'][number]; crewId: number | null; differs: boolean }[];
  /** The races whose results are waited for. */
  waitsFor: OfficeRace[];
  /** Cancelled races whose results are not all there: nobody can wait for them. */
  neverRowed: OfficeRace[];
}

/** @returns nothing where no lane has a rule */
export function drawStanding(
  { lanes, draw }: Pick<OfficeRace, 'lanes' | 'draw'>,
  races: readonly OfficeRace[],
): DrawStanding | undefined {
  if (!draw) return undefined;
  const named = new Map(draw.lanes.map(({ position, crewId }) => [position, crewId]));
  const ruled = lanes.filter(({ position }) => named.has(position));
  const isDrawn = ruled.some(({ crewId }) => crewId !== null);
  const rows = ruled.map((lane) => {
    const crewId = named.get(lane.position) ?? null;
    return { lane, crewId, differs: draw.ready && isDrawn && lane.crewId !== crewId };
  });
  const sources = new Set(ruled.flatMap(({ from }) => from?.races ?? []));
  const open = races.filter(
    (race) => sources.has(race.id) && (!isComplete(race) || race.official === false),
  );
  const isNeverRowed = (race: OfficeRace) => race.state === 'cancelled' && !isComplete(race);
  return {
    kind: kindOf(draw, isDrawn, rows),
    lanes: rows,
    waitsFor: open.filter((race) => !isNeverRowed(race)),
    neverRowed: open.filter(isNeverRowed),
  };
}

function kindOf(
  { ready, problem }: NonNullable<OfficeRace['draw']>,
  isDrawn: boolean,
  rows: DrawStanding['lanes'],
): DrawStanding['kind'] {
  if (!ready) return problem === 'tie' ? 'tie' : 'incomplete';
  if (!isDrawn) return 'ready';
  return rows.some(({ differs }) => differs) ? 'differs' : 'agrees';
}
