/** A race as a write leaves it, made of what was stored before and of the changes, so that both can be compared. Pure. */
import { emptyLane, type Lane } from '../draw/lane.ts';
import { type Change, NAME_OF_TEAM } from '../history/changes.ts';
import type { Race } from './plan-races.ts';

/** A race and its lanes, by position, as they were before a write. */
export interface RaceBefore {
  race: Race;
  lanes: readonly Lane[];
}

/** Whether a change is one of a race or of its lanes. */
export function isOfRace({ subject }: Change): boolean {
  return subject === 'race' || subject === 'lane';
}

/** The changes of races and of their lanes, by the id of the race. */
export function changesByRace(changes: readonly Change[]): Map<number, Change[]> {
  const byRace = new Map<number, Change[]>();
  for (const change of changes) {
    const { id } = change;
    if (id === undefined || !isOfRace(change)) continue;
    const ofRace = byRace.get(id);
    if (ofRace) ofRace.push(change);
    else byRace.set(id, [change]);
  }
  return byRace;
}

export function raceAfter(race: Race, changes: readonly Change[]): Race {
  const facts = changes.filter(({ subject }) => subject === 'race').map(({ after }) => after);
  return Object.assign({}, race, ...facts);
}

/** The lanes after changes of a race, as far as results, labels and rules go; who is drawn in them is left out. */
export function lanesAfter(lanes: readonly Lane[], changes: readonly Change[]): Lane[] {
  const next = new Map(lanes.map((lane) => [lane.position, lane]));
  for (const { subject, position = 0, after } of changes) {
    if (subject !== 'lane') continue;
    if (after === null) {
      next.delete(position);
      continue;
    }
    const { [NAME_OF_TEAM]: _, teamId: __, ...facts } = after;
    next.set(position, { ...(next.get(position) ?? emptyLane(position)), ...facts });
  }
  return [...next.values()].sort((a, b) => a.position - b.position);
}
