/** Compares the draw of a race with what its rules say now. Pure. */
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { isRowed, isUnplaced } from '../../../../../src/domain/results/standings.ts';

export interface DrawStatus {
  /** `nobody`: the results are there, but nobody has one of the places; `tieDrawn`: drawn with crews of a tie. */
  kind: 'ready' | 'nobody' | 'agrees' | 'differs' | 'incomplete' | 'tie' | 'tieDrawn';
  /** Whether a crew is drawn in one of these lanes, whatever the results say by now. */
  isDrawn: boolean;
  /** The lanes with a rule, and the crew that it names now. */
  lanes: { lane: OfficeRace['lanes'][number]; crewId: number | null; differs: boolean }[];
  /** The races whose results are waited for. */
  waitsFor: OfficeRace[];
  /** Cancelled races without complete results, which will never come. */
  neverRowed: OfficeRace[];
  /** Races with boats that finished without a time or place; one of them may have a place that a rule names. */
  unplaced: OfficeRace[];
}

/** @returns `undefined` where no lane has a rule */
export function drawStatus(
  { lanes, draw }: Pick<OfficeRace, 'lanes' | 'draw'>,
  races: readonly OfficeRace[],
): DrawStatus | undefined {
  if (!draw) return undefined;
  const named = new Map(draw.lanes.map(({ position, crewId }) => [position, crewId]));
  const ruled = lanes.filter(({ position }) => named.has(position));
  const isDrawn = ruled.some(({ crewId }) => crewId !== null);
  const rows = ruled.map((lane) => {
    const crewId = named.get(lane.position) ?? null;
    const isShared = draw.deadHeats.some(
      ({ positions, crewIds }) =>
        positions.includes(lane.position) && crewIds.includes(lane.crewId ?? 0),
    );
    return { lane, crewId, differs: draw.ready && isDrawn && !isShared && lane.crewId !== crewId };
  });
  const sources = new Set(ruled.flatMap(({ from }) => from?.races ?? []));
  const notIn = races.filter(
    (race) => sources.has(race.id) && (!isRowed(race.lanes) || race.official === false),
  );
  const isNeverRowed = (race: OfficeRace) => race.state === 'cancelled' && !isRowed(race.lanes);
  const open = new Set(
    rows.flatMap(({ lane, crewId }) => (crewId === null ? (lane.from?.races ?? []) : [])),
  );
  return {
    kind: kindOf(draw, isDrawn, rows),
    isDrawn,
    lanes: rows,
    waitsFor: notIn.filter((race) => !isNeverRowed(race)),
    neverRowed: notIn.filter(isNeverRowed),
    unplaced: races.filter(
      (race) => open.has(race.id) && !notIn.includes(race) && race.lanes.some(isUnplaced),
    ),
  };
}

/** The race to be drawn next: the first whose draw is ready, and that is not cancelled. */
export function firstReady<Ruled extends Pick<OfficeRace, 'state'>>(
  ruled: readonly { race: Ruled; standing: Pick<DrawStatus, 'kind'> }[],
): Ruled | undefined {
  return ruled.find(({ race, standing }) => standing.kind === 'ready' && race.state !== 'cancelled')
    ?.race;
}

function kindOf(
  { ready, problem, ties }: NonNullable<OfficeRace['draw']>,
  isDrawn: boolean,
  rows: DrawStatus['lanes'],
): DrawStatus['kind'] {
  if (problem === 'tie') return isTieDrawn(ties, rows) ? 'tieDrawn' : 'tie';
  if (!ready) return 'incomplete';
  if (!isDrawn) return rows.some(({ crewId }) => crewId !== null) ? 'ready' : 'nobody';
  return rows.some(({ differs }) => differs) ? 'differs' : 'agrees';
}

/**
 * Whether a race with a tie across its cut is drawn, by a person, or before a correction made the tie: each lane has the crew
 * that its rule names, or one of the tied crews between which the rule cannot decide (as `differsFromRules` in the domain).
 */
function isTieDrawn(
  ties: NonNullable<OfficeRace['draw']>['ties'],
  rows: DrawStatus['lanes'],
): boolean {
  return rows.every(({ lane, crewId }) => {
    if (lane.crewId === null) return false;
    const tie = ties.find(({ positions }) => positions.includes(lane.position));
    return crewId === lane.crewId || tie?.crewIds.includes(lane.crewId) === true;
  });
}
