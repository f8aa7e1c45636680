/** One race of the running order: a row, and on a tap its lanes; and the link to it from elsewhere on the page. */
import { useComputed } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { raceNameParts } from '../../../../../src/domain/races/race-name.ts';
import { hasResults } from '../../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../../src/domain/text/bidi.ts';
import { Chevron } from '../../../shared/components/icons.tsx';
import {
  EntryText,
  First,
  LaneTable,
  NO_RACES,
  Status,
} from '../../../shared/components/lane-table.tsx';
import { RaceTime, startText } from '../../../shared/components/race-time.tsx';
import { urlOf } from '../../../shared/page/page.ts';
import {
  officialText,
  type RacePhase,
  type ShownRace,
  stateText,
} from '../../../shared/race/race-phase.ts';
import { unsaidParts, wholeNames, withoutOrphan } from '../../../shared/race/race-title.ts';
import {
  firstPlace,
  isRanked,
  isUndrawn,
  laneResults,
  occupantOf,
  ordinalText,
  positionText,
  soFarText,
} from '../../../shared/race/results.ts';
import { words } from '../../../shared/words/board.ts';
import { next, onCourse } from '../../document/derived-state.ts';
import { judged, races, recentlyChanged } from '../../document/document-on-screen.ts';
import { later } from '../../document/later.ts';
import { rowName } from '../../page/race-names.ts';
import { boardPath } from '../../page/routing.ts';
import { openRaces, revealRace, toggleRace } from '../../page/view-state.ts';
import { FollowCrew, FollowRace } from '../following/buttons.tsx';

interface RaceItemProps extends RaceDetailProps {
  /** Prefix of the id of the row, where the same race has a row elsewhere on the page. */
  idPrefix?: string | undefined;
  /** The countdown to the next race, whose row is drawn large; absent for the others. */
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
          <MarkedCrews race={race} marked={marked} hits={hits} timezone={timezone} />
        </div>
        <Chevron />
      </div>
      {isOpen && <RaceDetail {...props} />}
    </li>
  );
}

function courseStateOf(raceId: number): CourseState {
  if (onCourse.value.some(({ id }) => id === raceId)) return 'now';
  return next.value?.id === raceId ? 'next' : undefined;
}

/** A line for each crew of this race that is followed or searched for: place, time, gap and progression. */
function MarkedCrews({
  race,
  marked,
  hits,
  timezone,
}: Pick<RaceItemProps, 'race' | 'marked' | 'hits' | 'timezone'>) {
  const t = words.value;
  if (marked.size === 0 && !hits?.size) return null;
  const results = laneResults(race, t.decimalMark).filter(
    ({ lane: { crewId } }) => crewId !== null && (marked.has(crewId) || hits?.has(crewId)),
  );
  return (
    <>
      {results.map((result) => {
        const { lane, time, raw, gap } = result;
        const said = [
          positionText(lane, race, t),
          ...(isRanked(race)
            ? (later.value?.standingOf(result, race, timezone) ?? [])
            : [ordinalText(result, t)]),
          time,
          raw && t.raw(raw),
          gap,
          ...(later.value?.throughOf(race, lane, timezone) ?? []),
        ];
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

/** Properties of what an open race shows below its row: lanes, facts and buttons. */
export interface RaceDetailProps {
  eventId: number;
  timezone: string | null;
  race: ShownRace;
  /** The ids of the crews that are followed. */
  marked: ReadonlySet<number>;
  /** The ids of the crews that are searched for. */
  hits?: ReadonlySet<number> | undefined;
}

function RaceDetail(props: RaceDetailProps) {
  const { eventId, race, marked, hits, timezone } = props;
  const t = words.value;
  const parts = later.value;
  const soFar = soFarText(race, t);
  const name = rowName(race);
  const [whole = ''] = wholeNames([race]).values();
  const facts = [
    officialText(race, t),
    // The whole name, where the row has shortened it.
    whole.endsWith(name) ? '' : isolated(whole),
    ...unsaidParts(race, name).map(isolated),
    race.distanceMeters && t.meters(race.distanceMeters),
  ];
  return (
    <div class="detail">
      {race.state !== 'planned' && <p class="state">{stateText(race, t)}</p>}
      {race.notes && !isUndrawn(race) && <p class="notes">{race.notes}</p>}
      {race.results === 'hidden' && <p class="quiet">{t.hiddenResults}</p>}
      {soFar !== '' && <p class="so-far">{soFar}</p>}
      {race.results === 'placesOnly' && hasResults(race.lanes) && (
        <p class="quiet">{t.placesOnly}</p>
      )}
      {parts && <parts.Stakes race={race} timezone={timezone} />}
      {!isUndrawn(race) &&
        (isRanked(race) ? (
          parts ? (
            <parts.Ranking {...props} />
          ) : (
            <p class="quiet">{t.loading}</p>
          )
        ) : (
          <LaneTable
            race={race}
            races={sourcesOf(race)}
            marked={marked}
            hits={hits}
            saidOf={parts?.drawnOf(race, timezone)}
            actionName={t.follow}
            action={({ crewId, crewName }) =>
              crewId !== null && <FollowCrew eventId={eventId} id={crewId} name={crewName ?? ''} />
            }
          />
        ))}
      <p class="facts">
        <FollowRace eventId={eventId} id={race.id} />
        {parts && (
          <parts.ShareButtons
            path={boardPath(eventId, { race: race.raceNumber })}
            title={[t.race(race.number), ...raceNameParts(race).slice(0, 1)].join(' · ')}
          />
        )}
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </p>
    </div>
  );
}

/** Whether a race is on the course or the next one. */
type CourseState = 'now' | 'next' | undefined;

interface SummaryProps {
  race: ShownRace;
  phase: RacePhase;
  courseState: CourseState;
  /** The summary of an open race leaves out what its detail shows. */
  isOpen: boolean;
}

/** A line names at most this many crews; of more, it gives the number only. */
const MAX_NAMED = 20;

/** A race in one line, so that its row keeps its height when results come in; only notes in place of crews are whole. */
function RaceSummary({ race, phase, courseState, isOpen }: SummaryProps) {
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
  const isHeadOn = race.kind === 'head' && soFarText(race, t) !== '';
  if (firstPlace(race, t))
    return (
      <p key="won" class={isHeadOn ? 'summary won head' : 'summary won'}>
        <First race={race} />
        {race.official !== null && (
          <span class={race.official ? 'official' : 'official not-yet'}>
            {' '}
            · {officialText(race, t)}
          </span>
        )}
      </p>
    );
  // Of hundreds of crews, the names of the first ones are no help.
  const count = results.length > MAX_NAMED ? t.crewCount(race.entered) : '';
  const known = [phaseText(race, phase), count, ...more];
  const join = (...parts: string[]) => parts.filter(Boolean).join(' · ');
  if (isUndrawn(race))
    return (
      <p key="notes" class="summary notes">
        {join(...known, race.notes || t.noCrews)} <CourseBadge state={courseState} />
      </p>
    );
  const crews = results.slice(0, MAX_NAMED).map(({ lane, time }, index) => (
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
        {before !== '' && crews.length > 0 && count === '' ? `${before} · ` : before}
        {count === '' && crews}
      </span>{' '}
      <CourseBadge state={courseState} />
    </p>
  );
}

function CourseBadge({ state }: { state: CourseState }) {
  const t = words.value;
  return state ? <strong class="badge">{state === 'now' ? t.now : t.next}</strong> : null;
}

/** The phase of a race without a winner, in words; empty where it is still to come. */
function phaseText({ scored, entered }: BoardRace, phase: RacePhase): string {
  const t = words.value;
  if (phase === 'partial') return t.partlyIn(scored, entered);
  if (phase === 'waiting') return t.waitingForResult;
  return phase === 'noResult' || phase === 'notPublic' ? t[phase] : '';
}

/**
 * The races of the event by id, for a race with lanes whose crews will come from other races; empty for the others, so that
 * their rows are not drawn again when other races change.
 */
function sourcesOf({ lanes }: BoardRace): ReadonlyMap<number, BoardRace> {
  return lanes.some(({ from }) => from !== null) ? races.value : NO_RACES;
}

interface RaceLinkProps {
  eventId: number;
  raceId: number;
  children: ComponentChildren;
}

/** A link to a race further down on the page. */
export function RaceLink({ eventId, raceId, children }: RaceLinkProps) {
  const race = races.value.get(raceId);
  return (
    <a
      href={urlOf(boardPath(eventId, race && { race: race.raceNumber }))}
      onClick={(event) => {
        event.preventDefault();
        revealRace(raceId);
      }}
    >
      {children}
    </a>
  );
}
