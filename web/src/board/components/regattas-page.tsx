/** The regattas with a published running order. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BoardEvent, BoardEvents } from '../../../../src/contract/board.ts';
import { dateLanguage, words } from '../../shared/language.ts';
import { urlOf, useTitle } from '../../shared/page.ts';
import { dayRange, venueDay } from '../../shared/times.ts';
import { cacheDocument, cachedDocument } from '../document-cache.ts';
import { PageFooter } from './page-footer.tsx';

const events = signal<BoardEvent[] | undefined>(undefined);

export function RegattasPage({ listed }: { listed: BoardEvents | undefined }) {
  const t = words.value;
  useTitle(`${t.regattas} · Running Order`);
  useEffect(() => void load(listed), []);
  const all = events.value ?? listed?.events;
  return (
    <>
      <header class="top">
        <h1>{t.regattas}</h1>
      </header>
      <main>
        {all?.length === 0 && <p class="quiet">{t.noRegattas}</p>}
        <ul class="regattas">
          {all?.map((event) => (
            <li key={event.id}>
              <a href={urlOf(`events/${event.id}`)}>
                <b>{event.name}</b>
                <span class="quiet">
                  {dayRange(event.startDate, event.endDate, dateLanguage())}
                  {event.city && ` · ${event.city}`}
                </span>
                {isOn(event) && <span class="badge">{t.today}</span>}
              </a>
            </li>
          ))}
        </ul>
      </main>
      <PageFooter />
    </>
  );
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

function isOn(event: BoardEvent): boolean {
  const today = venueDay(Date.now(), event.timezone);
  return event.startDate <= today && today <= event.endDate;
}
