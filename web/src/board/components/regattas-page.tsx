/** The list of published and announced regattas: those of today, the next and the last ones; all of a year; or those found. */
import '../styles/regattas.css';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ListedEvent, RegattaList } from '../../../../src/contract/board.ts';
import { dayInZones } from '../../../../src/domain/lists/event-order.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { datesAndPlace } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { laterWords, regattasWords } from '../../shared/words/later.ts';
import { cacheDocument, cachedDocument } from '../document/document-cache.ts';
import {
  type Division,
  found,
  type Heading,
  isSearching,
  query,
  regattaSections,
  showMore,
  startSearch,
} from '../page/regatta-list.ts';
import { PageFooter } from './page-footer.tsx';
import { SearchField } from './search-field.tsx';

/** The fragment of the list of years, which is at the end of the page. */
const YEARS = 'years';
/** Up to this many regattas can be seen at a glance, so there is no search. */
const MAX_WITHOUT_SEARCH = 5;
/** How often the clock is read, so that a page that stays open notices the end of a day. */
const CLOCK_MILLIS = 60_000;

/** The list that the page shows while nothing is searched for. */
const list = signal<RegattaList | undefined>(undefined);
const now = signal(Date.now());

/** @param listed the list embedded in the page; a page from the service worker's cache has none or another one */
export function RegattasPage({ listed }: { listed: RegattaList | undefined }) {
  const own = regattasWords.value;
  useEffect(() => {
    void load(listed);
    const stopSearch = startSearch(() => list.peek()?.events ?? []);
    const timer = setInterval(() => {
      now.value = Date.now();
    }, CLOCK_MILLIS);
    return () => {
      clearInterval(timer);
      stopSearch();
    };
  }, []);
  if (list.value === undefined) begin(listed);
  const all = list.value;
  const title = all?.ofYear ? `${own.regattas} ${all.ofYear.year}` : own.regattas;
  useTitle(`${title} · Running Order`);
  const count = all?.years.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const isSmall = count <= MAX_WITHOUT_SEARCH && !all?.ofYear && query.value === '';
  return (
    <>
      <header class="top">
        <h1>{title}</h1>
        {all && !isSmall && !all.ofYear && !isSearching() && (
          <a href={`${urlOf('.')}${location.search}#${YEARS}`}>{own.years}</a>
        )}
      </header>
      <main>
        {all && count === 0 && <p class="quiet">{own.noRegattas}</p>}
        {all && !isSmall && <Search />}
        {all && count > 0 && (isSearching() ? <FoundOnes /> : <All list={all} />)}
        {all && !isSmall && <Years list={all} />}
      </main>
      <PageFooter>
        <p class="to-office">
          {own.runsOne} <a href={urlOf('console')}>{own.toOffice}</a>
        </p>
      </PageFooter>
    </>
  );
}

function Search() {
  const own = regattasWords.value;
  const { events, next, q } = found.value ?? {};
  const isAnswer = isSearching() && q === query.value.trim();
  return (
    <search class="find">
      <p class="tools">
        <SearchField label={own.findRegatta} query={query} />
      </p>
      <p class="vh" role="status">
        {isAnswer && events && !next && own.regattaCount(events.length)}
      </p>
    </search>
  );
}

/** The last answer of the search; it stays while the reader types on, until the next answer has come. */
function FoundOnes() {
  const own = regattasWords.value;
  const { q, events, next, isOfKnown } = found.value ?? {};
  if (!events) return <p class="quiet">{words.value.loading}</p>;
  return (
    <>
      {isOfKnown && <p class="quiet">{words.value.notLoaded}</p>}
      {events.length === 0 && <p class="quiet">{own.foundNothing(q ?? '')}</p>}
      <Sections events={events} division="found" />
      {next && (
        <p class="more">
          <button type="button" class="pill" onClick={() => void showMore()}>
            {own.showMore}
          </button>
        </p>
      )}
    </>
  );
}

function All({ list: { events, ofYear } }: { list: RegattaList }) {
  const own = regattasWords.value;
  const dayIn = dayInZones(now.value);
  const isNoneComing = events.every(({ endDate, timezone }) => endDate < dayIn(timezone));
  return (
    <>
      {isNoneComing && !ofYear && <p class="quiet">{own.noneComing}</p>}
      <Sections events={events} division={ofYear ? 'year' : 'start'} />
      {ofYear && <Pages of={ofYear} />}
    </>
  );
}

function Sections({ events, division }: { events: readonly ListedEvent[]; division: Division }) {
  return (
    <>
      {regattaSections(events, dayInZones(now.value), division).map(({ heading, events }) => {
        const [first] = events;
        return heading === 'today' && events.length === 1 && first ? (
          <OfToday key="today" event={first} />
        ) : (
          <section key={JSON.stringify([heading, first?.id])} class="group">
            <h2>{headingText(heading)}</h2>
            <List events={events} namesOrganiser={division === 'found'} />
          </section>
        );
      })}
    </>
  );
}

function headingText(heading: Heading): string {
  if (typeof heading === 'string') return regattasWords.value[heading];
  if ('year' in heading) return heading.year;
  const { format } = new Intl.DateTimeFormat(dateLanguage(), { month: 'long', year: 'numeric' });
  // Noon in the middle of the month is the same month in every zone.
  return format(Date.parse(`${heading.month}-15T12:00:00Z`));
}

/** The only regatta of today, drawn large because most visitors look for it. */
function OfToday({ event }: { event: ListedEvent }) {
  const t = words.value;
  return (
    <section class="of-today" aria-labelledby="of-today">
      <a href={urlOf(`events/${event.id}`)}>
        <span class="badge">{t.today}</span>
        <h2 id="of-today">{event.name}</h2>
        <p>{whenAndWhere(event)}</p>
        <span class="pill">{t.toBoard}</span>
      </a>
    </section>
  );
}

interface ListProps {
  events: readonly ListedEvent[];
  /** Whether the organiser is named, because its name may be why an event was found. */
  namesOrganiser: boolean;
}

function List({ events, namesOrganiser }: ListProps) {
  return (
    <ul class="regattas">
      {events.map((event) => (
        <li key={event.id}>
          <a href={urlOf(`events/${event.id}`)}>
            <b>{event.name}</b>{' '}
            <span class="quiet">
              {whenAndWhere(event)}
              {namesOrganiser && ` · ${event.organiser}`}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Dates and place; of an announced event also that its running order is still to come. */
function whenAndWhere(event: ListedEvent): string {
  const facts = datesAndPlace(event, dateLanguage());
  return event.status === 'announced' ? `${facts} · ${regattasWords.value.toCome}` : facts;
}

/** All regattas in two clicks, however many there are. */
function Years({ list: { years, ofYear } }: { list: RegattaList }) {
  const own = regattasWords.value;
  if (years.length === 0) return null;
  return (
    <nav class="group years" aria-labelledby={YEARS}>
      <h2 id={YEARS}>{own.years}</h2>
      <ul>
        {ofYear && (
          <li>
            <a class="pill" href={urlOf('.')}>
              {laterWords.value.allRegattas}
            </a>
          </li>
        )}
        {years.map(({ year, count }) => (
          <li key={year}>
            <a
              class="pill"
              href={urlOf(`years/${year}`)}
              aria-current={year === ofYear?.year ? 'true' : undefined}
            >
              {year} <span class="count">{own.regattaCount(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Pages({ of: { year, page, pageCount } }: { of: NonNullable<RegattaList['ofYear']> }) {
  const own = regattasWords.value;
  if (pageCount === 1) return null;
  return (
    <nav class="pages" aria-label={own.pages}>
      <ul>
        {Array.from({ length: pageCount }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <a
              class="pill"
              href={urlOf(`years/${year}?page=${number}`)}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows the embedded list. What was found is not kept as the list, because clearing the search must not return to it. */
function begin(listed: RegattaList | undefined): void {
  if (listed?.found) {
    found.value = { ...listed.found, events: listed.events };
    list.value = { events: [], years: listed.years };
  } else list.value = listed;
  query.value = listed?.found?.q ?? new URLSearchParams(location.search).get('q') ?? '';
}

/** Fetches the list, because a page from the service worker's cache is old; without an answer shows the cached one. */
async function load(listed: RegattaList | undefined): Promise<void> {
  if (listed?.ofYear) return;
  const url = urlOf('board/api/regattas');
  try {
    const answer = await fetch(url, { cache: 'no-cache' });
    if (answer.ok) {
      const newer = (await answer.json()) as RegattaList;
      list.value = newer;
      await cacheDocument(url, newer, Date.now());
      return;
    }
  } catch {
    // There is no connection.
  }
  const cached = (await cachedDocument<RegattaList>(url))?.body;
  list.value = cached ?? list.value ?? { events: [], years: [] };
}
