/**
 * What `load-later.ts` loads: the page for a missing regatta, that of an announced event, my races, the search, the races of a
 * crew, rankings, the list of regattas, sharing, last results, notifications.
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

/** Starts what runs for as long as a board is open. */
export function startWithBoard(eventId: number): void {
  startHomeScreen(eventId);
  preparePrinting();
  void syncFollows(eventId, false);
}

/** Late enough not to slow down the first view. */
const LOAD_AFTER_MILLIS = 10_000;

/**
 * Makes Ctrl+P print the sheets of the print page. Loads the code that draws them after a while, or as soon as Ctrl or Cmd is
 * pressed, which may begin Ctrl+P.
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
      // There is no connection: the next Ctrl or Cmd key tries again.
      isLoading = false;
    }
  };
  setTimeout(() => void load(), LOAD_AFTER_MILLIS);
  document.addEventListener('keydown', ({ ctrlKey, metaKey }) => {
    if (ctrlKey || metaKey) void load();
  });
}
