/** What the row of a race says below its name: who has won, else what is known, else who rows. */
import type { BoardRace } from '../../../../src/contract/board.ts';
import { words } from '../../shared/language.ts';
import { isolated } from '../../shared/isolated.ts';
import { isUndrawn, occupantOf } from '../../shared/occupant.ts';
import { winnersText } from '../../shared/places.ts';
import type { RacePhase } from '../../shared/race-phase.ts';
import { officialText } from '../../shared/race-state.ts';
import { unsaidParts } from '../../shared/race-title.ts';
import { type LaneResult, laneResults } from '../../shared/results.ts';
import { sourcesOf } from '../sources.ts';
import { hasWideRows } from '../wide-screen.ts';

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
  const more = isOpen ? [] : unsaidParts(race, hasWideRows.value).map(isolated);
  if (race.state !== 'planned')
    return (
      <p key="off" class="summary">
        <strong class="badge off">{t[race.state]}</strong>{' '}
        {[race.state === 'postponed' && t.timeUnknown, isolated(race.reason ?? ''), ...more]
          .filter(Boolean)
          .join(' · ')}
      </p>
    );
  const first = results.filter(({ lane }) => lane.finishPlace === 1);
  if (first.length > 0) return <Winners key="won" race={race} phase={phase} first={first} />;
  const known = [phaseText(race, phase), ...more];
  const join = (...parts: string[]) => parts.filter(Boolean).join(' · ');
  if (isUndrawn(race))
    return (
      <p key="notes" class="summary notes">
        {join(...known, race.notes || t.noCrews)} <CourseBadge state={courseState} />
      </p>
    );
  const crews = results.map(({ lane, time }) =>
    [occupantOf(lane, sourcesOf(race), t), time].filter(Boolean).join(' '),
  );
  return (
    <p key="crews" class="summary">
      <span class="crews">{join(...known, crews.join(', '))}</span>{' '}
      <CourseBadge state={courseState} />
    </p>
  );
}

function Winners({
  race,
  phase,
  first,
}: Pick<SummaryProps, 'race' | 'phase'> & { first: LaneResult[] }) {
  const t = words.value;
  return (
    <p class="summary won">
      <span class="winner">
        <span class="crews">{winnersText(first, t)}</span>
        {first[0]?.time && <span class="time"> {first[0].time}</span>}
      </span>
      {phase === 'partial' && <span class="official"> · {phaseText(race, phase)}</span>}
      {race.official !== null && <span class="official"> · {officialText(race, t)}</span>}
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
