/**
 * Which races are to be drawn by the rules of their lanes, and the draw of the crews that the rules select, which a person
 * posts (console, "Progression").
 */
import type { DrawProposal, OfficeRace } from '../../contract/console/office.ts';
import { type Lane, NO_RESULT, RATING_PROPERTIES } from '../draw/lane.ts';
import { planLanes } from '../draw/plan-draw.ts';
import type { EventRows } from '../event/event-rows.ts';
import type { LaterEntry, Touched } from '../history/conflicts.ts';
import { keyOf } from '../history/event-state.ts';
import { conflict, type Refusal } from '../refusal.ts';

/**
 * Draws the crews of a proposal into their lanes; rules and all other lanes stay.
 *
 * @param proposal what the rules say now; `null` where there is none
 * @returns the lanes, by position; or a conflict if the proposal is not ready, a crew is in another lane already, or a lane
 *   that would get another crew has a result, which belongs to its present crew
 */
export function applyRules(
  { lanes, teams }: Pick<EventRows, 'lanes' | 'teams'>,
  raceId: number,
  proposal: DrawProposal | null,
): Lane[] | Refusal {
  if (!proposal) return conflict('No lane of the race has a rule.');
  if (proposal.problem !== null) return conflict(PROBLEMS[proposal.problem]);
  const before = lanes.get(raceId) ?? [];
  const crews = new Map(teams.map((team) => [team.id, team]));
  const drawn = new Map(proposal.lanes.map(({ position, crewId }) => [position, crewId]));
  const rowed = before.find(({ position, team, status }) => {
    const crewId = drawn.get(position);
    return crewId !== undefined && crewId !== (team?.id ?? null) && status !== NO_RESULT.status;
  });
  if (rowed) return conflict(hasResult(rowed.position));
  return planLanes(
    before,
    before.map(({ position, positionLabel, team }) => {
      const crewId = drawn.get(position);
      const crew = crews.get(crewId ?? 0) ?? null;
      return { position, positionLabel, team: crewId === undefined ? team : crew };
    }),
  );
}

function hasResult(position: number): string {
  return `Position ${position} has a result, and the rules name another crew for it: take the result back first, or draw the lanes by hand.`;
}

const PROBLEMS = {
  incomplete:
    'Not every race that the crews come from is complete, or official, yet, or boats in it finished without a time or place. Where one was cancelled, draw the lanes by hand.',
  tie: 'A dead heat, missing times or a crew that two lanes would take leave open who goes on: draw the lanes by hand.',
} as const;

/** What a draw by rules relies on: the lanes of the race, and the results of the races that its crews come from. */
export function touchedByRules(
  later: readonly LaterEntry[],
  raceId: number,
  lanes: readonly Lane[],
): Touched[] {
  const sources = new Set<number | undefined>(lanes.flatMap(({ from }) => from?.races ?? []));
  const results = [...Object.keys(NO_RESULT), ...RATING_PROPERTIES, 'teamId'];
  // From the `later` entries, so that lanes that are gone by now are included.
  return later
    .flatMap(({ changes }) => changes)
    .flatMap((change): Touched[] => {
      const { subject, id } = change;
      const key = keyOf(change);
      if (subject === 'lane' && id === raceId) return [{ key }];
      if (!sources.has(id)) return [];
      if (subject === 'lane') return [{ key, properties: results }];
      return subject === 'race' ? [{ key, properties: ['resultMode', 'official'] }] : [];
    });
}

/**
 * What a person has to do with a race that has lanes with rules, and no crew in any of them.
 *
 * @returns `ready`: the rules name crews to be drawn; `tie`: all results are there, and a person has to say who goes on;
 *   `null`: nothing yet, or nothing any more
 */
export function toDraw({
  draw,
  lanes,
}: Pick<OfficeRace, 'draw' | 'lanes'>): 'ready' | 'tie' | null {
  if (!draw || draw.problem === 'incomplete') return null;
  if (draw.ready && draw.lanes.every(({ crewId }) => crewId === null)) return null;
  const ruled = new Set(draw.lanes.map(({ position }) => position));
  if (lanes.some(({ position, crewId }) => crewId !== null && ruled.has(position))) return null;
  return draw.ready ? 'ready' : 'tie';
}
