/** Which races are to be drawn by the rules of their lanes. */
import type { OfficeRace } from '../../contract/console/office.ts';

/**
 * What is to be done with a race in whose lanes with rules nobody is drawn yet.
 *
 * @returns `ready`: the rules name crews to be drawn; `tie`: all results are there, and a person has to say who goes on;
 *   `null`: nothing yet, or no more
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
