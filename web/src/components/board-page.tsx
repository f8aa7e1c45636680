/** The board: a regatta's running order, live. */
import { useEffect } from 'preact/hooks';
import { follows } from '../follows.ts';
import { dateLanguage, words } from '../language.ts';
import { syncNotifications } from '../notifications.ts';
import { clock, days, isHere, today } from '../moment.ts';
import { drawAll, drawsAll, found, reveal, revealDay, typed } from '../reading.ts';
import { dayOf } from '../running-order.ts';
import { board, missing, races } from '../shown.ts';
import { said } from '../speech.ts';
import { dayName, zoneName } from '../times.ts';
import { FollowRegatta } from './buttons.tsx';
import { DaySection } from './day-section.tsx';
import { FindBox } from './find-box.tsx';
import { MissingPage } from './missing-page.tsx';
import { MomentBar } from './moment-bar.tsx';
import { MyCrews } from './my-crews.tsx';
import { PageFooter } from './page-footer.tsx';
import { PushNotice } from './push-notice.tsx';
import { Waiting } from './waiting.tsx';

/** More than a screen is drawn only after the first ones can be seen. */
const FIRST_RACES = 10;

export function BoardPage({ eventId }: { eventId: number }) {
  const t = words.value;
  const current = board.value;
  useEffect(openLinkedRace, [current === undefined]);
  useEffect(() => {
    requestAnimationFrame(() => setTimeout(drawAll));
  }, []);
  useEffect(() => {
    if (current) document.title = `${current.eventName} · Running Order`;
  }, [current?.eventName]);
  if (missing.value) return <MissingPage />;
  if (!current) return <Waiting />;

  const { crews, races: shown } = found.value;
  const isShown = new Set(shown);
  const marked = new Set([...follows.value.crews, ...crews.map((crew) => crew.id)]);
  const isOver = days.value.every(({ day }) => day < today.value);
  const firstOpen = isOver ? days.value.at(-1)?.day : today.value;
  let left = drawsAll.value ? Number.POSITIVE_INFINITY : FIRST_RACES;
  return (
    <>
      <header class="top">
        <h1>{current.eventName}</h1>
        <p class="quiet">{daysText(days.value.map(({ day }) => day))}</p>
        <div class="tools">
          <FollowRegatta />
          <p class="clock quiet">
            {t.clock(clock.value)}
            {!isHere.value && <span>{zoneName(current.timezone)}</span>}
          </p>
        </div>
        <PushNotice eventId={eventId} />
      </header>
      <MomentBar />
      <main>
        <MyCrews />
        <FindBox />
        {days.value.length === 0 && <p class="quiet">{t.noRaces}</p>}
        {days.value.map(({ day, delayMinutes, races: all }) => {
          const its = all.filter((race) => isShown.has(race));
          if (typed.value.trim() && its.length === 0) return null;
          const isOpenAtFirst = firstOpen !== undefined && day >= firstOpen;
          const drawn = isOpenAtFirst ? its.slice(0, left) : its;
          if (isOpenAtFirst) left -= drawn.length;
          return (
            <DaySection
              key={day}
              day={day}
              delayMinutes={delayMinutes}
              isOpenAtFirst={isOpenAtFirst}
              count={its.length}
              races={drawn}
              marked={marked}
            />
          );
        })}
      </main>
      <p class="vh" role="status">
        {said.value}
      </p>
      <PageFooter eventId={eventId} onLanguage={() => void syncNotifications(eventId, false)} />
    </>
  );
}

function daysText(days: string[]): string {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return '';
  const width = first === last ? 'long' : 'short';
  const text = dayName(last, dateLanguage(), width, true);
  return first === last ? text : `${dayName(first, dateLanguage(), width)} – ${text}`;
}

/** Opens what a link such as `#race-9` or `#day-2026-06-13` leads to, also on an open page. */
function openLinkedRace() {
  const open = () => {
    const race = races.value.get(Number(/^#race-(\d+)$/.exec(location.hash)?.[1]));
    if (race) reveal(race.id, dayOf(race, board.value?.timezone ?? null));
    const day = /^#day-([\d-]+)$/.exec(location.hash)?.[1];
    if (day) revealDay(day);
  };
  const told = ({ data }: MessageEvent) => {
    if (typeof data?.open !== 'string' || !data.open.startsWith(document.baseURI)) return;
    if (data.open === location.href) open();
    else location.href = data.open;
  };
  open();
  addEventListener('hashchange', open);
  navigator.serviceWorker?.addEventListener('message', told);
  return () => {
    removeEventListener('hashchange', open);
    navigator.serviceWorker?.removeEventListener('message', told);
  };
}
