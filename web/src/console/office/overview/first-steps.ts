/** What is still to be done before crews see a regatta, in its order. Pure. */
import type { Office, OfficePart } from '../../../../../src/contract/console/office.ts';
import { notDrawnCount } from '../publish/publish-decisions.ts';

interface FirstStep {
  part: Extract<OfficePart, 'programme' | 'crews' | 'races' | 'publish'>;
  isDone: boolean;
  /** How many there are of it: races, crews, races that are drawn. */
  count: number;
}

/** @returns nothing once crews see it */
export function firstSteps({
  status,
  races,
  crews,
}: Pick<Office, 'status' | 'races' | 'crews'>): FirstStep[] {
  if (status === 'published') return [];
  const missing = notDrawnCount({ races });
  return [
    { part: 'programme', isDone: races.length > 0, count: races.length },
    { part: 'crews', isDone: crews.length > 0, count: crews.length },
    {
      part: 'races',
      isDone: races.length > 0 && missing === 0,
      count: races.length - missing,
    },
    { part: 'publish', isDone: false, count: 0 },
  ];
}
