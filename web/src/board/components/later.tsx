/** What `load-later.ts` loads: a page that is not there, the page of an event that is only announced, my races, the search, the races of a crew, sharing, last results, notifications. */
import '../styles/later.css';
import { syncFollows } from '../following/send-follows.ts';
import { startHomeScreen } from '../page/home-screen.ts';
import { preparePrinting } from '../page/printing.ts';

export { search } from '../../shared/race/search.ts';
export { loadLaterTranslation } from '../../shared/words/later-parts.ts';
export { syncFollows } from '../following/send-follows.ts';
export { Announced, MissingPage, missingText } from './announced.tsx';
export { Extras, PushText, TooManyText } from './extras.tsx';
export { MyDay } from './following/my-day.tsx';
export { BoardFooter, PageFooter } from './page-footer.tsx';
export { CrewRaces, LastResults, RaceGroups } from './races/race-list.tsx';
export { Ranking, standingOf } from './races/ranking.tsx';
export { drawnOf, Stakes, throughOf } from './races/through.tsx';
export { RegattasPage } from './regattas-page.tsx';
export { Found } from './search/found.tsx';
export { ShareButtons } from './share-buttons.tsx';

/** What runs for as long as a board is open. */
export function startWithBoard(eventId: number): void {
  startHomeScreen(eventId);
  preparePrinting();
  void syncFollows(eventId, false);
}
