/** What `load-later.ts` loads: my races, the search, the races of a crew, sharing, last results, notifications. */
import { startHomeScreen } from '../home-screen.ts';
import { syncFollows } from '../send-follows.ts';
import '../styles/later.css';

export { search } from '../../shared/search.ts';
export { syncFollows } from '../send-follows.ts';
export { CrewRaces } from './crew-races.tsx';
export { Extras } from './extras.tsx';
export { Found } from './found.tsx';
export { LastResults } from './last-results.tsx';
export { MyDay } from './my-day.tsx';
export { PushText, TooManyText } from './push-text.tsx';
export { RaceGroups } from './race-groups.tsx';
export { RegattasPage } from './regattas-page.tsx';
export { ShareButtons } from './share-buttons.tsx';

/** What runs for as long as a board is open. */
export function startWithBoard(eventId: number): void {
  startHomeScreen(eventId);
  void syncFollows(eventId, false);
}
