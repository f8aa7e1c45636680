/** How a race with categories is ranked, and of which of them the list is shown: the address keeps both. */
import { BY, lastOpened, rankBy } from './view-state.ts';

/** Chooses how races with categories are ranked. */
export function showRanking(by: typeof rankBy.value): void {
  rankBy.value = by;
  const url = new URL(location.href);
  if (by === 'category') url.searchParams.set(BY, by);
  else url.searchParams.delete(BY);
  url.hash = '';
  history.replaceState(history.state, '', url);
}

/** @param href of the list of a category of the race */
export function showCategory(raceId: number, href: string): void {
  lastOpened.value = raceId;
  history.replaceState(history.state, '', href);
}
