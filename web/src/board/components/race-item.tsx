/** One race of the running order: a row, and on a tap its lanes. */
import { useComputed } from '@preact/signals';
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/standings.ts';
import { Chevron } from '../../shared/components/icons.tsx';
import { LaneTable, Status } from '../../shared/components/lane-table.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { words } from '../../shared/language.ts';
import { raceNameParts } from '../../../../src/domain/race-name.ts';
import { laneResults } from '../../shared/results.ts';
import { next, onCourse } from '../derived-state.ts';
import { recentlyChanged } from '../document-on-screen.ts';
import { openRaces, toggleRace } from '../view-state.ts';
import { FollowCrew, FollowRace } from './buttons.tsx';

interface RaceItemProps {
  board: Board;
  race: BoardRace;
  /** The ids of the crews that are followed or searched for. */
  marked: ReadonlySet<number>;
}

export function RaceItem({ board, race, marked }: RaceItemProps) {
  const t = words.value;
  // Computed for each race, so that a change of one race does not draw the others.
  const { value: isOpen } = useComputed(() => openRaces.value.has(race.id));
  const { value: isFresh } = useComputed(() => recentlyChanged.value.has(race.id));
  const { value: courseState } = useComputed(() => courseStateOf(race.id));
  const [title = t.race(race.raceNumber), ...more] = raceNameParts(race);
  const classes = ['race', courseState, isOpen && 'open', isFresh && 'fresh'];
  return (
    <li id={`race-${race.id}`} class={classes.filter(Boolean).join(' ')}>
      <div class="row">
        <RaceTime race={race} timezone={board.timezone} />
        <div class="what">
          <h3>
            <button type="button" aria-expanded={isOpen} onClick={() => toggleRace(race.id)}>
              <span class="number">
                <span class="vh">{t.race(race.raceNumber)}</span>
                <span aria-hidden="true">{race.raceNumber}</span>
              </span>{' '}
              {title}
            </button>
          </h3>
          <Summary race={race} more={more} courseState={courseState} />
          <MarkedCrews race={race} marked={marked} />
        </div>
        <Chevron />
      </div>
      {isOpen && <Detail board={board} race={race} marked={marked} />}
    </li>
  );
}

/** What an open race shows below its row. */
function Detail({ board: { eventId }, race, marked }: RaceItemProps) {
  const t = words.value;
  const [, ...more] = raceNameParts(race);
  const facts = [...more, race.distanceMeters && t.meters(race.distanceMeters)];
  return (
    <div class="detail">
      {race.notes && <p class="notes">{race.notes}</p>}
      {race.results === 'hidden' && <p class="quiet">{t.hiddenResults}</p>}
      {race.results === 'placesOnly' && isScored(race.lanes) && <p class="quiet">{t.placesOnly}</p>}
      <LaneTable
        race={race}
        marked={marked}
        actionName={t.follow}
        action={({ crewId, crewName }) =>
          crewId !== null && <FollowCrew eventId={eventId} id={crewId} name={crewName ?? ''} />
        }
      />
      <p class="facts">
        <FollowRace eventId={eventId} id={race.id} />
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </p>
    </div>
  );
}

/** Whether a race is on the course or the next one. */
type CourseState = 'now' | 'next' | undefined;

function courseStateOf(raceId: number): CourseState {
  if (onCourse.value?.id === raceId) return 'now';
  return next.value?.id === raceId ? 'next' : undefined;
}

/** Always one line, so that a row keeps its height when results come in. */
function Summary({
  race,
  more,
  courseState,
}: {
  race: BoardRace;
  more: string[];
  courseState: CourseState;
}) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  const first = results.filter(({ lane }) => lane.finishPlace === 1);
  if (first.length > 0)
    return (
      <p class="summary won">
        <span class="crews">
          {first.map(({ lane }) => `${t.ordinal(1)} ${lane.crewName}`).join(', ')}
        </span>
        {first[0]?.time && <span class="time"> {first[0].time}</span>}
      </p>
    );
  const crews = results.map(({ lane }) => lane.crewName).join(', ');
  return (
    <p class="summary">
      {courseState && <strong class="badge">{courseState === 'now' ? t.now : t.next}</strong>}{' '}
      {[...more, crews || t.noCrews].join(' · ')}
    </p>
  );
}

/** How the marked crews do in this race. */
function MarkedCrews({ race, marked }: { race: BoardRace; marked: ReadonlySet<number> }) {
  const t = words.value;
  if (marked.size === 0) return null;
  const results = laneResults(race, t.decimalMark).filter(
    ({ lane }) => lane.crewId !== null && marked.has(lane.crewId),
  );
  return (
    <>
      {results.map(({ lane, time, gap }) => (
        <p key={lane.position} class="mine">
          <b>{lane.crewName}</b> {t.laneOf(lane.positionLabel)}{' '}
          {lane.finishPlace !== null && t.ordinal(lane.finishPlace)} {time} {gap}
          <Status status={lane.status} />
        </p>
      ))}
    </>
  );
}
