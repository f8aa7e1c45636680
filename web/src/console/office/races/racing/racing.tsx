/** The views of a race that few people open, loaded together with their texts when somebody needs one. */
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { ArrivalView } from './arrival-view.tsx';
import { EntriesView } from './entries-view.tsx';
import '../../table/edit-table.css';
import './racing.css';

export { RaceCourse } from './race-course.tsx';

interface RacingViewProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  view: RacingViewName;
}

export type RacingViewName = 'entries' | 'starts' | 'finishes';

export function RacingView({ view, ...props }: RacingViewProps) {
  if (view === 'entries') return <EntriesView {...props} />;
  const end = view === 'starts' ? 'start' : 'finish';
  return <ArrivalView key={`${props.race.id} ${end}`} end={end} {...props} />;
}
