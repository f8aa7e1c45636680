/** The board: a regatta's running order, live. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Board, BoardNotice, BoardRace } from '../../../../src/contract/board.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { placeName } from '../../../../src/domain/text/country-and-language.ts';
import { EventLogo, TrialNote } from '../../shared/components/event-head.tsx';
import { Star } from '../../shared/components/icons.tsx';
import { momentText } from '../../shared/moment-text.ts';
import { dateLanguage } from '../../shared/page/language.ts';
import { afterPaint, useTitle } from '../../shared/page/page.ts';
import { dayOf } from '../../shared/race/running-order.ts';
import { dateSpan, givenZone, timeOfDay, zoneName, zoneText } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { clock, days, isHere, notices, today } from '../document/derived-state.ts';
import { later } from '../document/later.ts';
import { startLater } from '../document/load-later.ts';
import { myCrews, myNext, myRaces } from '../following/follows.ts';
import { followAddress, nameOfOpened } from '../page/address.ts';
import { listing, startListing } from '../page/listing.ts';
import {
  drawnRaces,
  found,
  missing,
  openOnly,
  openRaces,
  query,
  shownCrew,
  showView,
  view,
} from '../page/view-state.ts';
import { isWide } from '../page/wide-screen.ts';
import { FollowRegatta, NotificationBell, PushNotice } from './following/buttons.tsx';
import { DaySection } from './races/day-section.tsx';
import { MomentStrip } from './races/moment-strip.tsx';
import { SearchField } from './search-field.tsx';

/** How many races are drawn once the strip can be seen; the others are drawn once these can be seen. */
const FIRST_RACES = 10;

/** A name with more characters has smaller letters: two lines of it take the room of one more row of the running order. */
const LONG_NAME_LETTERS = 40;

export function BoardPage({ board }: { board: Board }) {
  const { eventId, eventName } = board;
  const parts = later.value;
  useTitle([nameOfOpened.value, isolated(eventName), 'Running Order'].filter(Boolean).join(' · '));
  // In a layout effect, so that what a link leads to is open in the first paint.
  useLayoutEffect(() => followAddress(eventId), []);
  useEffect(() => startListing(() => query.value !== '' || openRaces.value.size > 0), []);
  useEffect(() => {
    afterPaint(() => {
      // Where a link leads to a race, all races are drawn already (`drawnRaces` is infinite).
      drawnRaces.value ||= FIRST_RACES;
      afterPaint(() => {
        drawnRaces.value = Number.POSITIVE_INFINITY;
        startLater(eventId);
      });
    });
  }, []);
  return (
    <>
      <Header board={board} />
      <Notices board={board} />
      {board.status === 'announced' ? (
        <main>
          {parts ? <parts.Announced board={board} /> : <p class="quiet">{words.value.loading}</p>}
        </main>
      ) : (
        <RunningOrder board={board} />
      )}
      {parts && <parts.Extras board={board} />}
      {parts && <parts.BoardFooter board={board} />}
    </>
  );
}

function RunningOrder({ board }: { board: Board }) {
  return (
    <>
      <MomentStrip board={board} />
      <main>
        <MissingNote />
        <div class="columns">
          <Beside board={board}>
            <ViewSwitch board={board} />
            <FindBox eventId={board.eventId} />
          </Beside>
          <div class="running-order">
            <Races board={board} />
          </div>
        </div>
      </main>
    </>
  );
}

function Header({ board }: { board: Board }) {
  const { eventName } = board;
  return (
    <header class="top">
      <EventLogo board={board} />
      <h1
        class={eventName.length > LONG_NAME_LETTERS ? 'long-words long-name' : 'long-words'}
        title={eventName}
      >
        {eventName}
      </h1>
      <TrialNote board={board} />
      {board.status === 'published' && <Facts board={board} />}
    </header>
  );
}

/** When and where the event is, and the buttons for following it and for notifications. */
function Facts({ board }: { board: Board }) {
  const { eventId } = board;
  const zone = givenZone(board);
  // While the event has no races, its own dates are shown.
  const first = days.value[0]?.day ?? board.startDate;
  const last = days.value.at(-1)?.day ?? board.endDate;
  const t = words.value;
  const where = board.city || placeName(board, dateLanguage());
  return (
    <>
      <div class="dates quiet">
        <p class="when-where">
          {dateSpan(first, last, dateLanguage())}
          {where && ` · ${where}`}
        </p>
        <p class="clock">
          {t.clock(clock.value)} {!isHere.value && zone && zoneName(zone)}
        </p>
        {zone === null && <strong class="no-zone">{zoneText(zone, t)}</strong>}
      </div>
      <div class="tools">
        <FollowRegatta eventId={eventId} />
        <NotificationBell />
      </div>
      <PushNotice eventId={eventId} />
    </>
  );
}

/** The races to show: those that the search has found, those of one crew, those of what is followed, or all. */
function Races({ board }: { board: Board }) {
  const parts = later.value;
  if (query.value.trim() !== '') {
    const { crews, races } = found.value;
    const hits = new Set(crews.map(({ id }) => id));
    return parts && <parts.RaceGroups board={board} races={races} hits={hits} />;
  }
  if (shownCrew.value !== undefined)
    return parts && <parts.CrewRaces board={board} crewId={shownCrew.value} />;
  return (
    <>
      <Pane of="all">
        <Days board={board} />
      </Pane>
      <Pane of="mine">{parts && <parts.MyDay board={board} />}</Pane>
    </>
  );
}

/**
 * Hides its children while the other view is chosen. They stay in the page and are not drawn again by the switch: drawing 141
 * races takes a slow phone longer than a switch may take.
 */
function Pane({ of, children }: { of: 'all' | 'mine'; children: ComponentChildren }) {
  return <div class={view.value === of ? undefined : 'away'}>{children}</div>;
}

/** All races, by day; today's earlier ones are listed apart from the others. */
function Days({ board }: { board: Board }) {
  const last = days.value.at(-1);
  if (!last) return <p class="quiet">{words.value.noRaces}</p>;
  const firstOpen = last.day < today.value ? last.day : today.value;
  let left = drawnRaces.value;
  // The headings of days would move when their races are drawn.
  if (left === 0) return null;
  return days.value.map(({ day, races: ofDay }) => {
    const isOpenAtFirst = day >= firstOpen;
    const { earlier, over } = listing.value;
    const isEarlier = (race: BoardRace) => earlier.has(race.id);
    const listed = ofDay.filter((race) => !isEarlier(race));
    if (over.has(day)) listed.reverse();
    const drawn = isOpenAtFirst ? listed.slice(0, left) : listed;
    if (isOpenAtFirst) left -= drawn.length;
    return (
      <DaySection
        key={day}
        board={board}
        day={day}
        isOpenAtFirst={isOpenAtFirst}
        count={ofDay.length}
        earlier={ofDay.filter(isEarlier)}
        races={drawn}
        marked={myCrews.value}
      />
    );
  });
}

/** The element is always in the page, because a screen reader announces only what is put into it later. */
function MissingNote() {
  const { value } = missing;
  return (
    <p class="missing-note" role="status">
      {value && later.value?.missingText(value)}
    </p>
  );
}

/** Chooses between all races and those of what is followed. */
function ViewSwitch({ board: { eventId, timezone } }: { board: Board }) {
  const t = words.value.myDay;
  const chosen = shownCrew.value === undefined ? view.value : undefined;
  const next = myNext.value;
  const isToday = next && dayOf(next, timezone) === today.value;
  return (
    <fieldset class="view-switch">
      <legend class="vh">{t.which}</legend>
      <button
        type="button"
        class="pill"
        aria-pressed={chosen === 'all'}
        onClick={() => showView(eventId, 'all')}
      >
        {t.all}
      </button>
      <button
        type="button"
        class="pill"
        aria-pressed={chosen === 'mine'}
        onClick={() => showView(eventId, 'mine')}
      >
        <Star filled={myRaces.value.length > 0} /> {t.mine}
        {myRaces.value.length > 0 && <span class="count">{myRaces.value.length}</span>}
        {isToday && (
          <span class="soon">{t.nextAt(timeOfDay(Date.parse(next.estimatedAt), timezone))}</span>
        )}
      </button>
    </fieldset>
  );
}

/** A notice within both limits fits three lines of a phone; a longer one is shortened there until it is opened. */
const MAX_SHORT_LETTERS = 90;
const MAX_SHORT_LINES = 3;

function Notices({ board: { timezone } }: { board: Board }) {
  if (notices.value.length === 0) return null;
  return (
    <section id="notices" class="notices" aria-label={words.value.notices}>
      <ul>
        {notices.value.map((notice) => (
          <Notice key={notice.id} notice={notice} timezone={timezone} />
        ))}
      </ul>
    </section>
  );
}

function Notice({
  notice: { text, postedAt },
  timezone,
}: {
  notice: BoardNotice;
  timezone: string | null;
}) {
  const t = words.value;
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > MAX_SHORT_LETTERS || text.split('\n').length > MAX_SHORT_LINES;
  return (
    <li class={isLong && !isOpen ? 'long' : undefined}>
      <p>{text}</p>
      <time dateTime={postedAt}>{momentText(Date.parse(postedAt), today.value, timezone)}</time>
      {isLong && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.less : t.more}
        </button>
      )}
    </li>
  );
}

/** The column beside the running order on a wide screen: the children, and the results that came in last. */
function Beside({ board, children }: { board: Board; children: ComponentChildren }) {
  const parts = later.value;
  return (
    <div class="beside">
      {children}
      {isWide.value && parts && <parts.LastResults board={board} />}
    </div>
  );
}

/** The search field, the button that opens all listed races, and the crews and clubs that the search has found. */
function FindBox({ eventId }: { eventId: number }) {
  const t = words.value;
  const parts = later.value;
  const isMine = view.value === 'mine' && query.value.trim() === '';
  const shown = isMine ? myRaces.value : found.value.races;
  const allOpen = shown.length > 0 && shown.every((race) => openRaces.value.has(race.id));
  return (
    <section class="find" aria-label={t.find}>
      <div class="tools">
        <SearchField label={t.find} query={query} />
        <button
          type="button"
          class="pill"
          onClick={() => openOnly(allOpen ? [] : shown.map((race) => race.id))}
        >
          {allOpen ? t.closeAll : t.openAll}
        </button>
      </div>
      {parts && <parts.Found eventId={eventId} />}
    </section>
  );
}
