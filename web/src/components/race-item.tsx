/** One race of the running order: a row, and on a tap its lanes. */
import { useComputed } from '@preact/signals';
import type { BoardRace } from '../../../src/contract/board.ts';
import { titleParts } from '../find.ts';
import { words } from '../language.ts';
import { next, onCourse } from '../moment.ts';
import { openRaces, toggleOpen } from '../reading.ts';
import { laneResults } from '../results.ts';
import { isScored } from '../running-order.ts';
import { fresh } from '../shown.ts';
import { FollowRace } from './buttons.tsx';
import { Chevron } from './icons.tsx';
import { LaneTable, Status } from './lane-table.tsx';
import { RaceTime } from './race-time.tsx';

interface RaceItemProps {
  race: BoardRace;
  /** Crews that are followed or looked for. */
  marked: ReadonlySet<number>;
}

export function RaceItem({ race, marked }: RaceItemProps) {
  const t = words.value;
  // Computed each for itself, so that what happens to one race draws no other.
  const { value: isOpen } = useComputed(() => openRaces.value.has(race.id));
  const { value: isFresh } = useComputed(() => fresh.value.has(race.id));
  const { value: moment } = useComputed(() => momentOf(race.id));
  const [title = t.race(race.raceNumber), ...more] = titleParts(race);
  const classes = ['race', moment, isOpen && 'open', isFresh && 'fresh'];
  return (
    <li id={`race-${race.id}`} class={classes.filter(Boolean).join(' ')}>
      <div class="row">
        <RaceTime race={race} />
        <div class="what">
          <h3>
            <button type="button" aria-expanded={isOpen} onClick={() => toggleOpen(race.id)}>
              <span class="number">
                <span class="vh">{t.race(race.raceNumber)}</span>
                <span aria-hidden="true">{race.raceNumber}</span>
              </span>{' '}
              {title}
            </button>
          </h3>
          <Summary race={race} more={more} moment={moment} />
          <Marked race={race} marked={marked} />
        </div>
        <Chevron />
      </div>
      {isOpen && (
        <div class="detail">
          {race.notes && <p class="notes">{race.notes}</p>}
          {race.results === 'hidden' && <p class="quiet">{t.hiddenResults}</p>}
          {race.results === 'placesOnly' && isScored(race) && <p class="quiet">{t.placesOnly}</p>}
          <LaneTable race={race} marked={marked} />
          <p class="facts">
            <FollowRace id={race.id} />
            <span>
              {[...more, race.distanceMeters && t.meters(race.distanceMeters)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
        </div>
      )}
    </li>
  );
}

/** On the course, the next one, or neither. */
type Moment = 'now' | 'next' | undefined;

function momentOf(raceId: number): Moment {
  if (onCourse.value?.id === raceId) return 'now';
  return next.value?.id === raceId ? 'next' : undefined;
}

/** One line, whatever there is to say, so that a row keeps its height when results come in. */
function Summary({ race, more, moment }: { race: BoardRace; more: string[]; moment: Moment }) {
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
      {moment && <strong class="badge">{moment === 'now' ? t.now : t.next}</strong>}{' '}
      {[...more, crews || t.noCrews].join(' · ')}
    </p>
  );
}

/** How the crews that are followed or looked for do in this race. */
function Marked({ race, marked }: { race: BoardRace; marked: ReadonlySet<number> }) {
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
