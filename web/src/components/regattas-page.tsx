/** The regattas with a published running order: those of these days first. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BoardEvent, BoardEvents } from '../../../src/contract/board.ts';
import { keep, kept } from '../kept.ts';
import { dateLanguage, words } from '../language.ts';
import { urlOf } from '../page.ts';
import { dayName, venueDay } from '../times.ts';
import { PageFooter } from './page-footer.tsx';

const events = signal<BoardEvent[] | undefined>(undefined);

export function RegattasPage({ listed }: { listed: BoardEvents | undefined }) {
  const t = words.value;
  useEffect(() => {
    document.title = `${t.regattas} · Running Order`;
  });
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
                  {datesOf(event)}
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

/** A page that was kept by the worker is old: the list is asked for, else the one kept is shown. */
async function load(listed: BoardEvents | undefined): Promise<void> {
  const url = urlOf('board/api/events');
  try {
    const answer = await fetch(url, { cache: 'no-cache' });
    if (answer.ok) {
      const list = (await answer.json()) as BoardEvents;
      events.value = list.events;
      await keep(url, list, Date.now());
      return;
    }
  } catch {
    // No connection.
  }
  events.value = (await kept<BoardEvents>(url))?.body.events ?? listed?.events ?? [];
}

function isOn(event: BoardEvent): boolean {
  const today = venueDay(Date.now(), event.timezone);
  return event.startDate <= today && today <= event.endDate;
}

function datesOf({ startDate, endDate }: BoardEvent): string {
  const last = dayName(endDate, dateLanguage(), 'short', true);
  return startDate === endDate ? last : `${dayName(startDate, dateLanguage(), 'short')} – ${last}`;
}
