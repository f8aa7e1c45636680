/** What somebody should know before publishing, and changes joined for reading. Pure. */

import type { Publication, PublicChange } from '../../../../../src/contract/console/events.ts';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';

/** How many changes are read through at most; the others are counted. */
const MAX_SHOWN = 60;

/** Races in which nobody is drawn, and no rule says who will be. */
export function notDrawnCount({ races }: Pick<Office, 'races'>): number {
  return races.filter(isNotDrawn).length;
}

function isNotDrawn({ lanes, state }: Pick<OfficeRace, 'lanes' | 'state'>): boolean {
  return state !== 'cancelled' && lanes.every(({ crewId, from }) => crewId === null && !from);
}

/** Races of which crews see no results. */
export function hiddenCount({ races, settings }: Pick<Office, 'races' | 'settings'>): number {
  const usual = settings?.defaultResultVisibility ?? 'full';
  return races.filter(({ resultVisibility }) => (resultVisibility ?? usual) === 'hidden').length;
}

/**
 * Whether followers can be told that the running order is out, and whether the page proposes it: the first time, and of
 * something that they find.
 */
export function tellingOf(
  {
    wasPublished,
    followersTold,
    races,
  }: Pick<Publication, 'wasPublished' | 'followersTold' | 'races'>,
  followers: number,
): { isPossible: boolean; isProposed: boolean } {
  const isPossible = !followersTold && followers > 0;
  return { isPossible, isProposed: isPossible && !wasPublished && races > 0 };
}

/** The changes to show, and how many are left out. */
export function shownChanges(
  changes: readonly PublicChange[],
  changeCount: number,
): { shown: readonly PublicChange[]; left: number } {
  const shown = changes.slice(0, MAX_SHOWN);
  return { shown, left: changeCount - shown.length };
}
