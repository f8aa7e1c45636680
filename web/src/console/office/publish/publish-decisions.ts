/** What a person should know before publishing, and which changes are listed. Pure. */

import type { Publication, PublicChange } from '../../../../../src/contract/console/events.ts';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';

/** At most so many changes are listed; the others are counted. */
const MAX_SHOWN = 60;

/** The number of races in which nobody is drawn, and no rule says who will be; without cancelled ones. */
export function notDrawnCount({ races }: Pick<Office, 'races'>): number {
  return races.filter(isNotDrawn).length;
}

function isNotDrawn({ lanes, state }: Pick<OfficeRace, 'lanes' | 'state'>): boolean {
  return state !== 'cancelled' && lanes.every(({ crewId, from }) => crewId === null && !from);
}

/** The number of races of which crews see no results. */
export function hiddenCount({ races, settings }: Pick<Office, 'races' | 'settings'>): number {
  const usual = settings?.defaultResultVisibility ?? 'full';
  return races.filter(({ resultVisibility }) => (resultVisibility ?? usual) === 'hidden').length;
}

/**
 * Whether followers can be told that the running order is out, and whether the page proposes it: the first time, if there are
 * races to see.
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

/** The changes to list, and how many are left out. */
export function shownChanges(
  changes: readonly PublicChange[],
  changeCount: number,
): { shown: readonly PublicChange[]; left: number } {
  const shown = changes.slice(0, MAX_SHOWN);
  return { shown, left: changeCount - shown.length };
}
