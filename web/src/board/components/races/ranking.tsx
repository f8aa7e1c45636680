/**
 * The entries of a head race or of a race with categories: in one list, or in a list for each category with links to them.
 * Hundreds of rows are drawn in chunks, and of a newer document only the changed ones. The address has the choice.
 */
// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets what a row is where `display` makes it a grid.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { isScored } from '../../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../../src/domain/text/bidi.ts';
import { courseText, entryTexts } from '../../../../../src/words/standing-texts.ts';
import { CountedTime, LaneHead, LaneRow } from '../../../shared/components/lane-table.tsx';
import { urlOf } from '../../../shared/page/page.ts';
import type { ShownRace } from '../../../shared/race/race-phase.ts';
import {
  categoryText,
  firstInCategory,
  inCategory,
  listsOf,
  overallNote,
  placesIn,
  type RankingList,
  standingTexts,
  standingWords,
} from '../../../shared/race/ranking.ts';
import { type LaneResult, laneResults } from '../../../shared/race/results.ts';
import { timeOfDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { racingWords } from '../../../shared/words/racing.ts';
import { now, races as racesById } from '../../document/document-on-screen.ts';
import { boardPath } from '../../page/routing.ts';
import { makeRoomForStrip } from '../../page/scroll-anchoring.ts';
import { BY, lastOpened, rankBy } from '../../page/view-state.ts';
import { FollowCrew } from '../following/buttons.tsx';
import type { RaceDetailProps } from './race-item.tsx';
import { drawnOf } from './through.tsx';

/** Chooses how races with categories are ranked, and puts the choice into the address. */
function showRanking(by: typeof rankBy.value): void {
  rankBy.value = by;
  const url = new URL(location.href);
  if (by === 'category') url.searchParams.set(BY, by);
  else url.searchParams.delete(BY);
  url.hash = '';
  history.replaceState(history.state, '', url);
}

/** Puts the list of a category into the address. @param href the URL of that list */
function showCategory(raceId: number, href: string): void {
  lastOpened.value = raceId;
  history.replaceState(history.state, '', href);
}

/** The name of a list: its category, or a word for the entries without one. */
function listName({ name }: RankingList): string {
  return name === null ? racingWords.value.ranking.others : isolated(name);
}

/** The id of the heading of a list, which is also the fragment of its address. */
function listId({ id }: BoardRace, { name }: RankingList): string {
  return `category-${id}-${encodeURIComponent(name ?? '')}`;
}

interface CategoryLinksProps {
  eventId: number;
  race: BoardRace;
  lists: readonly RankingList[];
  /** How many entries of a list are in, in words. */
  countOf(list: RankingList): string;
}

/** A link to the list of each category, because on a phone the last lists are far below. */
function CategoryLinks({ eventId, race, lists, countOf }: CategoryLinksProps) {
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    const id = location.hash.slice(1);
    if (lists.some((list) => listId(race, list) === id)) jumpTo(own.current, id);
  }, []);
  const address = `${urlOf(boardPath(eventId, { race: race.raceNumber }))}?by=category`;
  return (
    <nav class="categories" aria-label={racingWords.value.ranking.category} ref={own}>
      <ul>
        {lists.map((list) => {
          const id = listId(race, list);
          const href = `${address}#${id}`;
          return (
            <li key={id}>
              <a
                class={list.scored > 0 ? 'pill' : 'pill quiet'}
                href={href}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  showCategory(race.id, href);
                  jumpTo(own.current, id);
                }}
              >
                {listName(list)}{' '}
                <span class="count" aria-hidden="true">
                  {list.scored}/{list.entered}
                </span>
                <span class="vh">{countOf(list)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** A jump is repeated in this many frames, until what is drawn meanwhile no longer moves the heading. */
const SETTLING_FRAMES = 12;

/** Focuses the heading of a list, at the top; searches beside `links`, as the same race may be elsewhere on the page. */
function jumpTo(links: HTMLElement | null, id: string): void {
  const heading = links?.parentElement?.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  if (!heading) return;
  makeRoomForStrip();
  heading.focus({ preventScroll: true });
  scrollToHeading(heading, SETTLING_FRAMES);
}

/** Scrolls again in each frame: rows have their real height only once they are in view, and those above move the heading. */
function scrollToHeading(heading: HTMLElement, frames: number): void {
  heading.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => scrollToHeading(heading, frames - 1));
}

/** Where a crew is in a race now, or how it stands, as texts. */
export function standingOf(result: LaneResult, race: BoardRace, timezone: string | null): string[] {
  return standingTexts(result, race, { now: now.value, timezone }, standingWords());
}

/** How many rows make a chunk, and how many chunks a slow phone draws at once. */
const ROWS_AT_ONCE = 24;
const CHUNKS_AT_ONCE = 2;
const NO_ROWS: readonly Row[] = [];

export function Ranking(props: RaceDetailProps) {
  const { race } = props;
  const t = words.value;
  const course = courseText(race, now.value, racingWords.value);
  const hasCategories = race.categories.length > 0;
  const isByCategory = hasCategories && rankBy.value === 'category';
  const all = { name: null, ...race, results: laneResults(race, t.decimalMark) };
  const lists = isByCategory ? listsOf(race, t.decimalMark) : [all];
  return (
    <div class="ranking">
      {course !== '' && <p class="quiet">{course}</p>}
      {hasCategories && <Choice race={race} />}
      {hasCategories && !isByCategory && <Leaders race={race} />}
      {lists.length > 1 && (
        <CategoryLinks eventId={props.eventId} race={race} lists={lists} countOf={countText} />
      )}
      {lists.map((list) => (
        <List key={list.name ?? ''} {...props} list={list} isByCategory={isByCategory} />
      ))}
    </div>
  );
}

function Choice({ race }: { race: BoardRace }) {
  const own = racingWords.value.ranking;
  return (
    <fieldset class="view-switch">
      <legend class="vh">{own.which}</legend>
      {(['overall', 'category'] as const).map((by) => (
        <button
          key={by}
          type="button"
          class="pill"
          aria-pressed={rankBy.value === by}
          onClick={() => showRanking(by)}
        >
          {own[by]}
          {by === 'category' && <span class="count"> {race.categories.length}</span>}
        </button>
      ))}
    </fieldset>
  );
}

/** Who is first in each category, so that nobody has to look for it in a long list. */
function Leaders({ race }: { race: ShownRace }) {
  const t = words.value;
  if (!isScored(race.lanes)) return null;
  return (
    <ul class="leaders">
      {listsOf(race, t.decimalMark).flatMap((list) => {
        if (list.name === null) return [];
        const first = firstInCategory(list.results, t);
        return (
          <li key={list.name}>
            <b>{isolated(list.name)}</b> <span class="quiet">{countText(list)}</span>{' '}
            {first && `${first.rank} ${first.names} `}
            {first && <CountedTime {...first} />}
            {first?.raw && ` (${first.raw})`}
          </li>
        );
      })}
    </ul>
  );
}

function countText({ scored, entered }: Pick<RankingList, 'scored' | 'entered'>): string {
  const t = words.value;
  return scored < entered ? t.partlyIn(scored, entered) : t.crewCount(entered);
}

interface ListProps extends RaceDetailProps {
  list: RankingList;
  isByCategory: boolean;
}

function List(props: ListProps) {
  const { list, race, isByCategory, eventId, marked, hits } = props;
  const t = words.value;
  const scored = isScored(race.lanes);
  const chunks = useStable(chunksOf(rowsOf(props)));
  return (
    <>
      {isByCategory && (
        <h4 id={listId(race, list)} tabIndex={-1}>
          {listName(list)} <span class="quiet">{countText(list)}</span>
        </h4>
      )}
      <table class={scored ? 'lanes ranked scored' : 'lanes ranked'} role="table">
        <LaneHead race={race} results={list.results} actionName={t.follow} />
        <Chunks {...{ eventId, marked, hits, scored, chunks }} />
      </table>
    </>
  );
}

interface Row {
  result: LaneResult;
  place: string;
  said: string;
}

function rowsOf({ race, list, isByCategory, timezone }: ListProps): Row[] {
  const t = standingWords();
  const places = isByCategory ? placesIn(list) : list.results.map(({ place }) => place);
  const whereIs = entryTexts(race, now.value, (at) => timeOfDay(at, timezone), t.racing);
  const drawn = drawnOf(race, timezone);
  const entered = new Map(race.categories.map(({ name, entered }) => [name, entered]));
  return list.results.map((result, index) => {
    const { lane } = result;
    const own = lane.category ?? '';
    // The column before the crew shows one of the two places, and this text the other.
    const rank = isByCategory
      ? [own !== '' && overallNote(result, race, t)]
      : [categoryText(result, entered.get(own) ?? 0, t), isolated(own)];
    const said = [whereIs(lane), ...rank, drawn(lane)].filter(Boolean).join(' · ');
    const shown = isByCategory && own !== '' ? inCategory(result) : result;
    return { result: shown, place: places[index] ?? '', said };
  });
}

function chunksOf(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  );
}

/** Replaces each list that has the same content as before by the previous object, so that it is not drawn again. */
function useStable(lists: Row[][]): Row[][] {
  const before = useRef<{ text: string; rows: Row[] }[]>([]);
  before.current = lists.map((rows, index) => {
    const text = JSON.stringify(rows);
    const old = before.current[index];
    return old?.text === text ? old : { text, rows };
  });
  return before.current.map(({ rows }) => rows);
}

interface ChunksProps extends Omit<RowsProps, 'rows'> {
  chunks: readonly (readonly Row[])[];
}

/** Draws changed chunks a few at a time, and goes on once the browser has done everything else. */
function Chunks({ chunks, ...ofRows }: ChunksProps) {
  const drawn = useRef<(readonly Row[])[]>([]);
  const [round, nextRound] = useState(0);
  let left = CHUNKS_AT_ONCE;
  drawn.current = chunks.map((rows, index) => {
    const before = drawn.current[index];
    return before === rows || left-- > 0 ? rows : (before ?? NO_ROWS);
  });
  useEffect(() => {
    if (left >= 0) return undefined;
    const timer = setTimeout(() => requestAnimationFrame(() => nextRound(round + 1)));
    return () => clearTimeout(timer);
  });
  return drawn.current.map(
    (rows, index) => rows.length > 0 && <Rows key={index} {...ofRows} rows={rows} />,
  );
}

interface RowsProps extends Pick<RaceDetailProps, 'eventId' | 'marked' | 'hits'> {
  rows: readonly Row[];
  scored: boolean;
}

/** Drawn again only when its rows change: it reads the other races only where it needs them, and its action is memoised. */
function Rows({ eventId, rows, scored, marked, hits }: RowsProps) {
  const races = rows.some(({ result }) => result.lane.from !== null) ? racesById.value : undefined;
  const action = useMemo(
    () =>
      ({ crewId, crewName }: { crewId: number | null; crewName: string | null }) =>
        crewId !== null && <FollowCrew eventId={eventId} id={crewId} name={crewName ?? ''} />,
    [eventId],
  );
  return (
    <tbody role="rowgroup">
      {rows.map(({ result, place, said }) => (
        <LaneRow
          key={result.lane.position}
          {...{ result, place, said, scored, marked, hits, action }}
          {...(races && { races })}
        />
      ))}
    </tbody>
  );
}
