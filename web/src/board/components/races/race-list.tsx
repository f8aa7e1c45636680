/** Lists of races: by their estimated starts, in two groups, those of one crew, and the last results. */
import type { Board, BoardRace } from '../../../../../src/contract/board.ts';
import { First } from '../../../shared/components/lane-table.tsx';
import { dateLanguage } from '../../../shared/page/language.ts';
import { minutesUntil } from '../../../shared/race/race-phase.ts';
import { numbered } from '../../../shared/race/race-title.ts';
import { firstPlace } from '../../../shared/race/results.ts';
import { dayOf, daysOf, lastResults } from '../../../shared/race/running-order.ts';
import { raceGroups } from '../../../shared/race/search.ts';
import { dayName, minutesText } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { today } from '../../document/derived-state.ts';
import { now } from '../../document/document-on-screen.ts';
import { myCrews } from '../../following/follows.ts';
import { leaveCrew } from '../../page/address.ts';
import { rowName } from '../../page/race-names.ts';
import { boardPath } from '../../page/routing.ts';
import { FollowCrew } from '../following/buttons.tsx';
import { ShareButtons } from '../share-buttons.tsx';
import { CalendarLink, clubs, FollowClub } from './crews-and-clubs.tsx';
import { RaceItem, RaceLink } from './race-item.tsx';

interface RaceListProps {
  board: Board;
  races: readonly BoardRace[];
  /** The ids of the crews that are followed. */
  marked: ReadonlySet<number>;
  /** The ids of the crews that are searched for. */
  hits?: ReadonlySet<number>;
  /** The next race, which is drawn large; its `estimatedAt` is the start of the reader's own crew. */
  next?: BoardRace | undefined;
  /** Prefix of the ids of the rows, where the same races have rows elsewhere on the page. */
  idPrefix?: string;
}

/** Lists races by day, in the given order within a day; days are named unless all races are of today. */
export function RaceList({ board, races, marked, hits, next, idPrefix }: RaceListProps) {
  const days = daysOf({ ...board, races: [...races] });
  return days.map(({ day, races: ofDay }) => (
    <div key={day}>
      {(days.length > 1 || day !== today.value) && (
        <p class="day-name">{dayName(day, dateLanguage())}</p>
      )}
      <ol class="races">
        {ofDay.map((race) => (
          <RaceItem
            key={race.id}
            eventId={board.eventId}
            timezone={board.timezone}
            race={race}
            marked={marked}
            hits={hits}
            idPrefix={idPrefix}
            countdown={race.id === next?.id && <Countdown race={next} timezone={board.timezone} />}
          />
        ))}
      </ol>
    </div>
  ));
}

/** How long it is until a race is expected to start, "in 12 min"; for a race of another day, that day. */
function Countdown({ race, timezone }: { race: BoardRace; timezone: string | null }) {
  const t = words.value;
  const day = dayOf(race, timezone);
  const minutes = minutesUntil(race, now.value);
  const text =
    day !== today.value
      ? dayName(day, dateLanguage())
      : minutes === 0
        ? t.now
        : t.startsIn(minutesText(minutes));
  return <p class="countdown">{text}</p>;
}

interface RaceGroupsProps {
  board: Board;
  races: readonly BoardRace[];
  /** The ids of the crews that are searched for. */
  hits: ReadonlySet<number>;
}

/** Races in two groups, still to come and rowed: those that the search has found, or those of one crew. */
export function RaceGroups({ board, races, hits }: RaceGroupsProps) {
  const t = words.value;
  const groups = raceGroups(races, today.value, board.timezone);
  return (['toCome', 'rowed'] as const).map(
    (group) =>
      groups[group].length > 0 && (
        <section key={group} class="day group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>
            <span class="name">{laterWords.value[group]}</span>{' '}
            <span class="count">{t.races(groups[group].length)}</span>
          </h2>
          <RaceList board={board} races={groups[group]} marked={myCrews.value} hits={hits} />
        </section>
      ),
  );
}

/** The races of one crew, to which its address leads. */
export function CrewRaces({ board, crewId }: { board: Board; crewId: number }) {
  const { eventId } = board;
  const crew = board.crews.find(({ id }) => id === crewId);
  if (!crew) return null;
  const races = board.races.filter(({ lanes }) => lanes.some((lane) => lane.crewId === crewId));
  const club = clubs.value.find((of) => of.club === crew.club && of.crews.length > 1);
  return (
    <section class="crew-races" aria-labelledby="crew">
      <div class="crew">
        <h2 id="crew">{crew.name}</h2>
        <CalendarLink eventId={eventId} crew={crew} />
        <FollowCrew eventId={eventId} id={crewId} name={crew.name} />
      </div>
      <div class="tools">
        <button type="button" class="pill" onClick={leaveCrew}>
          {laterWords.value.leaveCrew}
        </button>
        {club && <FollowClub eventId={eventId} club={club.club} name={club.name} />}
        <ShareButtons path={boardPath(eventId, { crew: crewId })} title={crew.name} />
      </div>
      {races.length === 0 && <p class="quiet">{laterWords.value.noRacesOfCrew}</p>}
      <RaceGroups board={board} races={races} hits={new Set([crewId])} />
    </section>
  );
}

/** As many as fit below the search on a laptop. */
const MAX_RESULTS = 6;

/** The results that came in last, each a link to its race. */
export function LastResults({ board: { eventId, races } }: { board: Board }) {
  const last = lastResults(races)
    .filter((race) => firstPlace(race, words.value) !== undefined)
    .slice(0, MAX_RESULTS);
  if (last.length === 0) return null;
  return (
    <section class="last-results" aria-labelledby="last-results">
      <h2 id="last-results">{laterWords.value.lastResults}</h2>
      <ol>
        {/* Keyed by their place in the list: the elements stay, and show other races as results come in. */}
        {last.map((race, line) => (
          <li key={line} class={race.kind}>
            <RaceLink eventId={eventId} raceId={race.id}>
              <b>{numbered(race, rowName(race))}</b> <First race={race} />
            </RaceLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
