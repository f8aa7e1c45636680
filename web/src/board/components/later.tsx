/**
 * What `load-later.ts` loads: a page that is not there, the page of an event that is only announced, my races, the search, the
 * races of a crew, sharing, last results, notifications.
 */
import '../styles/later.css';
import { syncFollows } from '../following/send-follows.ts';
import { startHomeScreen } from '../page/home-screen.ts';

export { search } from '../../shared/race/search.ts';
export { loadLaterTranslation } from '../../shared/words/later-parts.ts';
export { syncFollows } from '../following/send-follows.ts';
export { Announced, MissingPage, missingText } from './announced.tsx';
export { Extras, PushText, TooManyText } from './extras.tsx';
export { MyDay } from './following/my-day.tsx';
export { BoardFooter, PageFooter } from './page-footer.tsx';
export { Found } from './races/crews-and-clubs.tsx';
export { CrewRaces, LastResults, RaceGroups } from './races/race-list.tsx';
export { Ranking, standingOf } from './races/ranking.tsx';
export { drawnOf, Stakes, throughOf } from './races/through.tsx';
export { RegattasPage } from './regattas-page.tsx';
export { ShareButtons } from './share-buttons.tsx';

/** What runs for as long as a board is open. */
export function startWithBoard(eventId: number): void {
  startHomeScreen(eventId);
  preparePrinting();
  void syncFollows(eventId, false);
}

/** Long after the first view, which this must not slow down. */
const LOAD_AFTER_MILLIS = 10_000;

/**
 * Ctrl+P prints sheets, as the print page does. Loads what draws them after a while, or as soon as a key is pressed that
 * may begin it.
 */
function preparePrinting(): void {
  let isLoading = false;
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    try {
      const { printPaper } = await import('../print/board-paper.tsx');
      printPaper();
    } catch {
      // Without a connection: the next key tries again.
      isLoading = false;
    }
  };
  setTimeout(() => void load(), LOAD_AFTER_MILLIS);
  document.addEventListener('keydown', ({ ctrlKey, metaKey }) => {
    if (ctrlKey || metaKey) void load();
  });
}
