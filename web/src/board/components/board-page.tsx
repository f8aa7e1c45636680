/** The board: a regatta's running order, live. */
import { useEffect } from 'preact/hooks';
import type { Board } from '../../../../src/contract/board.ts';
import { dateLanguage, words } from '../../shared/language.ts';
import { useTitle } from '../../shared/page.ts';
import { dayRange, zoneName } from '../../shared/times.ts';
import { announcement } from '../announcements.ts';
import { clock, days, isHere, today } from '../derived-state.ts';
import { follows } from '../follows.ts';
import { syncNotifications } from '../notifications.ts';
import { drawsAll, found, query, revealDay, revealRace } from '../view-state.ts';
import { FollowRegatta } from './buttons.tsx';
import { DaySection } from './day-section.tsx';
import { FindBox } from './find-box.tsx';
import { MyCrews } from './my-crews.tsx';
import { NowNextBar } from './now-next-bar.tsx';
import { PageFooter } from './page-footer.tsx';
import { PushNotice } from './push-notice.tsx';
import { TrialNote } from './trial-note.tsx';

/** So many races are drawn at first, the others once these can be seen. */
const FIRST_RACES = 10;

export function BoardPage({ board }: { board: Board }) {
  const { eventId, eventName } = board;
  useTitle(`${eventName} · Running Order`);
  useEffect(followLinks, []);
  useEffect(() => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        drawsAll.value = true;
      }),
    );
  }, []);
  return (
    <>
      <Header board={board} />
      <NowNextBar board={board} />
      <main>
        <MyCrews board={board} />
        <FindBox eventId={eventId} />
        <Days board={board} />
      </main>
      <p class="vh" role="status">
        {announcement.value}
      </p>
      <PageFooter eventId={eventId} onLanguage={() => void syncNotifications(eventId, false)} />
    </>
  );
}

function Header({ board }: { board: Board }) {
  const { eventId, eventName, timezone } = board;
  const first = days.value[0]?.day;
  const last = days.value.at(-1)?.day;
  return (
    <header class="top">
      <h1>{eventName}</h1>
      <TrialNote board={board} />
      <p class="quiet">{first && last && dayRange(first, last, dateLanguage(), 'long')}</p>
      <div class="tools">
        <FollowRegatta eventId={eventId} />
        <p class="clock quiet">
          {words.value.clock(clock.value)}
          {!isHere.value && <span>{zoneName(timezone)}</span>}
        </p>
      </div>
      <PushNotice eventId={eventId} />
    </header>
  );
}

/** The races that the search has found, by day. */
function Days({ board }: { board: Board }) {
  const { crews, races } = found.value;
  const isFound = new Set(races);
  const marked = new Set([...follows.value.crews, ...crews.map((crew) => crew.id)]);
  const isOver = days.value.every(({ day }) => day < today.value);
  const firstOpen = isOver ? days.value.at(-1)?.day : today.value;
  let left = drawsAll.value ? Number.POSITIVE_INFINITY : FIRST_RACES;
  if (days.value.length === 0) return <p class="quiet">{words.value.noRaces}</p>;
  return days.value.map(({ day, delayMinutes, races: all }) => {
    const ofDay = all.filter((race) => isFound.has(race));
    if (query.value.trim() && ofDay.length === 0) return null;
    const isOpenAtFirst = firstOpen !== undefined && day >= firstOpen;
    const drawn = isOpenAtFirst ? ofDay.slice(0, left) : ofDay;
    if (isOpenAtFirst) left -= drawn.length;
    return (
      <DaySection
        key={day}
        board={board}
        day={day}
        delayMinutes={delayMinutes}
        isOpenAtFirst={isOpenAtFirst}
        count={ofDay.length}
        races={drawn}
        marked={marked}
      />
    );
  });
}

/** Opens what a link such as `#race-9` or `#day-2026-06-13` leads to, also on an open page. */
function followLinks() {
  const open = () => {
    const [, raceId, day] = /^#(?:race-(\d+)|day-([\d-]+))$/.exec(location.hash) ?? [];
    if (raceId) revealRace(Number(raceId));
    if (day) revealDay(day);
  };
  // From the service worker, when a notification was tapped.
  const onMessage = ({ data }: MessageEvent) => {
    if (typeof data?.open !== 'string' || !data.open.startsWith(document.baseURI)) return;
    if (data.open === location.href) open();
    else location.href = data.open;
  };
  open();
  addEventListener('hashchange', open);
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => {
    removeEventListener('hashchange', open);
    navigator.serviceWorker?.removeEventListener('message', onMessage);
  };
}
