/** The regattas with a published running order: today, coming, and past by year. */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BoardEvent, BoardEvents } from '../../../../src/contract/board.ts';
import { placeName } from '../../../../src/domain/text/country-name.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { datesAndPlace } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { regattasWords } from '../../shared/words/regattas.ts';
import { cacheDocument, cachedDocument } from '../document/document-cache.ts';
import { findRegattas, groupRegattas } from '../page/regatta-groups.ts';
import { PageFooter } from './page-footer.tsx';
import { SearchField } from './search/search-field.tsx';
import '../styles/regattas.css';

/** Up to so many are seen at a glance, without a search. */
const MAX_WITHOUT_SEARCH = 5;
/** A page that stays open notices that a day is over. */
const CLOCK_MILLIS = 60_000;

const events = signal<BoardEvent[] | undefined>(undefined);
const query = signal('');
const now = signal(Date.now());

const found = computed(() =>
  findRegattas(events.value ?? [], query.value, (event) => placeName(event, dateLanguage())),
);

export function RegattasPage({ listed }: { listed: BoardEvents | undefined }) {
  const t = words.value;
  const own = regattasWords.value;
  useTitle(`${t.regattas} · Running Order`);
  useEffect(() => {
    void load(listed);
    const timer = setInterval(() => {
      now.value = Date.now();
    }, CLOCK_MILLIS);
    return () => clearInterval(timer);
  }, []);
  events.value ??= listed?.events;
  const all = events.value;
  return (
    <>
      <header class="top">
        <h1>{t.regattas}</h1>
      </header>
      <main>
        {all?.length === 0 && <p class="quiet">{own.noRegattas}</p>}
        {all && all.length > MAX_WITHOUT_SEARCH && <Search />}
        {all && all.length > 0 && <Groups />}
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
  const typed = query.value.trim();
  return (
    <div class="find">
      <p class="tools">
        <SearchField label={own.findRegatta} query={query} />
      </p>
      <p class="vh" role="status">
        {typed && own.regattaCount(found.value.length)}
      </p>
    </div>
  );
}

function Groups() {
  const t = words.value;
  const own = regattasWords.value;
  const typed = query.value.trim();
  const { today, coming, past } = groupRegattas(found.value, now.value);
  if (found.value.length === 0) return <p class="quiet">{t.foundNothing(typed)}</p>;
  const [only] = today;
  return (
    <>
      {only && today.length === 1 && <OfToday event={only} />}
      {today.length > 1 && <Group name={t.today} events={today} />}
      {coming.length > 0 && <Group name={own.coming} events={coming} />}
      {today.length + coming.length === 0 && typed === '' && <p class="quiet">{own.noneComing}</p>}
      {past.map(({ year, events: ofYear }, index) => (
        <details key={year} class="year" open={index === 0 || typed !== ''}>
          <summary>
            <h2>
              {year} <span class="count">{own.regattaCount(ofYear.length)}</span>
            </h2>
          </summary>
          <List events={ofYear} />
        </details>
      ))}
    </>
  );
}

/** The only one of today, which most who come here look for. */
function OfToday({ event }: { event: BoardEvent }) {
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

function Group({ name, events: ofGroup }: { name: string; events: BoardEvent[] }) {
  return (
    <section class="group">
      <h2>{name}</h2>
      <List events={ofGroup} />
    </section>
  );
}

function List({ events: listed }: { events: BoardEvent[] }) {
  return (
    <ul class="regattas">
      {listed.map((event) => (
        <li key={event.id}>
          <a href={urlOf(`events/${event.id}`)}>
            <b>{event.name}</b> <span class="quiet">{whenAndWhere(event)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** And that the running order is still to come. */
function whenAndWhere(event: BoardEvent): string {
  const facts = datesAndPlace(event, dateLanguage());
  return event.status === 'announced' ? `${facts} · ${regattasWords.value.toCome}` : facts;
}

/** Fetches the list, for a page from the worker's cache is old; without an answer shows the cached one. */
async function load(listed: BoardEvents | undefined): Promise<void> {
  const url = urlOf('board/api/events');
  try {
    const answer = await fetch(url, { cache: 'no-cache' });
    if (answer.ok) {
      const list = (await answer.json()) as BoardEvents;
      events.value = list.events;
      await cacheDocument(url, list, Date.now());
      return;
    }
  } catch {
    // No connection.
  }
  events.value = (await cachedDocument<BoardEvents>(url))?.body.events ?? listed?.events ?? [];
}
