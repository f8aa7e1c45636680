/** One race of the running order: a row, and on a tap its lanes. */
import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Chevron } from '../../../shared/components/icons.tsx';
import { Status } from '../../../shared/components/lane-table.tsx';
import { RaceTime, startText } from '../../../shared/components/race-time.tsx';
import { words } from '../../../shared/page/language.ts';
import { isolated } from '../../../shared/page/isolated.ts';
import { EntryText } from '../../../shared/components/withdrawn.tsx';
import { ordinalText, positionText } from '../../../shared/race/places.ts';
import { withoutOrphan } from '../../../shared/race/race-title.ts';
import { laneResults } from '../../../shared/race/results.ts';
import { next, onCourse } from '../../document/derived-state.ts';
import { judged, recentlyChanged } from '../../document/document-on-screen.ts';
import { rowName } from '../../page/race-names.ts';
import { openRaces, toggleRace } from '../../page/view-state.ts';
import { RaceDetail, type RaceDetailProps } from './race-detail.tsx';
import { type CourseState, RaceSummary } from './race-summary.tsx';

interface RaceItemProps extends RaceDetailProps {
  timezone: string | null;
  /** Begins the id of the row, where the same race stands elsewhere on the page, too. */
  idPrefix?: string | undefined;
  /** Until the race to wait for, which is drawn large; nothing for the others. */
  countdown?: ComponentChildren;
}

export function RaceItem(props: RaceItemProps) {
  const { timezone, race, marked, hits, idPrefix = 'race', countdown } = props;
  const t = words.value;
  // Computed for each race, so that a change of one race does not draw the others.
  const { value: isOpen } = useComputed(() => openRaces.value.has(race.id));
  const { value: isFresh } = useComputed(() => recentlyChanged.value.has(race.id));
  const { value: courseState } = useComputed(() => courseStateOf(race.id));
  const { value: phase = 'coming' } = useComputed(() => judged.value.get(race.id)?.phase);
  const { value: name } = useComputed(() => rowName(race));
  const title = isolated(withoutOrphan(name)) || t.race(race.number);
  const classes = ['race', courseState, isOpen && 'open', isFresh && 'fresh', countdown && 'large'];
  return (
    <li id={`${idPrefix}-${race.id}`} class={classes.filter(Boolean).join(' ')}>
      <div class="row">
        <RaceTime race={race} timezone={timezone} isSilent />
        <div class="what">
          {countdown}
          <h3>
            <button type="button" aria-expanded={isOpen} onClick={() => toggleRace(race.id)}>
              <span class="number">
                <span class="vh">{t.race(race.number)}</span>
                <span aria-hidden="true">{race.number}</span>
              </span>{' '}
              {race.state === 'cancelled' ? <s>{title}</s> : title}
              <span class="vh">, {startText(race, timezone)}</span>
            </button>
          </h3>
          <RaceSummary race={race} phase={phase} courseState={courseState} isOpen={isOpen} />
          <MarkedCrews race={race} marked={marked} hits={hits} />
        </div>
        <Chevron />
      </div>
      {isOpen && <RaceDetail {...props} />}
    </li>
  );
}

function courseStateOf(raceId: number): CourseState {
  if (onCourse.value?.id === raceId) return 'now';
  return next.value?.id === raceId ? 'next' : undefined;
}

/** How the crews do in this race that are followed or searched for. */
function MarkedCrews({ race, marked, hits }: Pick<RaceItemProps, 'race' | 'marked' | 'hits'>) {
  const t = words.value;
  if (marked.size === 0 && !hits?.size) return null;
  const results = laneResults(race, t.decimalMark).filter(
    ({ lane: { crewId } }) => crewId !== null && (marked.has(crewId) || hits?.has(crewId)),
  );
  return (
    <>
      {results.map((result) => {
        const { lane, time, gap } = result;
        const said = [positionText(lane, race.lanes, t), ordinalText(result, t), time, gap];
        return (
          <p key={lane.position} class={marked.has(lane.crewId ?? 0) ? 'mine' : 'hit'}>
            <EntryText lane={lane}>
              <b>{isolated(lane.crewName ?? '')}</b>
            </EntryText>{' '}
            {said.filter(Boolean).join(' · ')} <Status status={lane.status} />
          </p>
        );
      })}
    </>
  );
}
