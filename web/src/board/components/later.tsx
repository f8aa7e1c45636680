/** What `load-later.ts` loads: my races, the search, the races of a crew, sharing, last results, notifications. */
import { startHomeScreen } from '../page/home-screen.ts';
import { syncFollows } from '../following/send-follows.ts';
import '../styles/later.css';

export { search } from '../../shared/race/search.ts';
export { syncFollows } from '../following/send-follows.ts';
export { CrewRaces } from './races/race-list.tsx';
export { Extras } from './extras.tsx';
export { Found } from './search/found.tsx';
export { LastResults } from './races/race-list.tsx';
export { MyDay } from './following/my-day.tsx';
export { PushText, TooManyText } from './extras.tsx';
export { RaceGroups } from './races/race-list.tsx';
export { RegattasPage } from './regattas-page.tsx';
export { ShareButtons } from './share-buttons.tsx';

/** What runs for as long as a board is open. */
export function startWithBoard(eventId: number): void {
  startHomeScreen(eventId);
  void syncFollows(eventId, false);
}
