/** What the row of a race says below its name: who has won or is leading, else what is known, else who rows. */
import { Fragment } from 'preact';
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { words } from '../../../shared/page/language.ts';
import { isolated } from '../../../shared/page/isolated.ts';
import { EntryText } from '../../../shared/components/withdrawn.tsx';
import { isUndrawn, occupantOf } from '../../../shared/race/occupant.ts';
import { firstPlace } from '../../../shared/race/places.ts';
import type { RacePhase } from '../../../shared/race/race-phase.ts';
import { officialText } from '../../../shared/race/race-state.ts';
import { unsaidParts } from '../../../shared/race/race-title.ts';
import { laneResults } from '../../../shared/race/results.ts';
import { rowName } from '../../page/race-names.ts';
import { sourcesOf } from '../../document/sources.ts';
import { First } from './first.tsx';

/** Whether a race is on the course or the next one. */
export type CourseState = 'now' | 'next' | undefined;

interface SummaryProps {
  race: BoardRace;
  phase: RacePhase;
  courseState: CourseState;
  /** What stands below an open race need not stand here. */
  isOpen: boolean;
}

/** One line, so that a row keeps its height when results come in; what there is to say instead of crews in full. */
export function RaceSummary({ race, phase, courseState, isOpen }: SummaryProps) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  const more = isOpen ? [] : unsaidParts(race, rowName(race)).map(isolated);
  if (race.state !== 'planned')
    return (
      <p key="off" class="summary">
        <strong class="badge off">{t[race.state]}</strong>{' '}
        {[race.state === 'postponed' && t.timeUnknown, isolated(race.reason ?? ''), ...more]
          .filter(Boolean)
          .join(' · ')}
      </p>
    );
  if (firstPlace(race, t))
    return (
      <p key="won" class="summary won">
        <First race={race} />
        {race.official !== null && (
          <span class={race.official ? 'official' : 'official not-yet'}>
            {' '}
            · {officialText(race, t)}
          </span>
        )}
      </p>
    );
  const known = [phaseText(race, phase), ...more];
  const join = (...parts: string[]) => parts.filter(Boolean).join(' · ');
  if (isUndrawn(race))
    return (
      <p key="notes" class="summary notes">
        {join(...known, race.notes || t.noCrews)} <CourseBadge state={courseState} />
      </p>
    );
  const crews = results.map(({ lane, time }, index) => (
    <Fragment key={lane.position}>
      {index > 0 && ', '}
      <EntryText lane={lane}>
        {[occupantOf(lane, sourcesOf(race), t), time].filter(Boolean).join(' ')}
      </EntryText>
    </Fragment>
  ));
  const before = join(...known);
  return (
    <p key="crews" class="summary drawn">
      <span class="crews">
        {before !== '' && crews.length > 0 ? `${before} · ` : before}
        {crews}
      </span>{' '}
      <CourseBadge state={courseState} />
    </p>
  );
}

function CourseBadge({ state }: { state: CourseState }) {
  const t = words.value;
  return state ? <strong class="badge">{state === 'now' ? t.now : t.next}</strong> : null;
}

/** What is said of a race without a winner; nothing of one that is to come. */
function phaseText({ scored, entered }: BoardRace, phase: RacePhase): string {
  const t = words.value;
  if (phase === 'partial') return t.partlyIn(scored, entered);
  if (phase === 'waiting') return t.waitingForResult;
  return phase === 'noResult' || phase === 'notPublic' ? t[phase] : '';
}
