/** The board: a regatta's running order, live. */
import { useEffect } from 'preact/hooks';
import { follows } from '../follows.ts';
import { dateLanguage, words } from '../language.ts';
import { syncNotifications } from '../notifications.ts';
import { found, reveal, revealDay, typed } from '../reading.ts';
import { atMoment, dayOf, daysOf } from '../running-order.ts';
import { board, missing, now, races } from '../shown.ts';
import { said } from '../speech.ts';
import { dayName, isVenueTime, timeOfDay, venueDay, zoneName } from '../times.ts';
import { FollowRegatta } from './buttons.tsx';
import { DaySection } from './day-section.tsx';
import { FindBox } from './find-box.tsx';
import { MissingPage } from './missing-page.tsx';
import { MomentBar } from './moment-bar.tsx';
import { MyCrews } from './my-crews.tsx';
import { PageFooter } from './page-footer.tsx';
import { PushNotice } from './push-notice.tsx';

export function BoardPage({ eventId }: { eventId: number }) {
  const t = words.value;
  const current = board.value;
  useEffect(openLinkedRace, [current === undefined]);
  useEffect(() => {
    if (current) document.title = `${current.eventName} · Running Order`;
  }, [current?.eventName]);
  if (missing.value) return <MissingPage />;
  if (!current) return <Waiting />;

  const { timezone } = current;
  const days = daysOf(current);
  const today = venueDay(now.value, timezone);
  const moment = atMoment(current, now.value);
  const [next] = moment.next;
  const { crews, races: shown } = found.value;
  const isShown = new Set(shown);
  const marked = new Set([...follows.value.crews, ...crews.map((crew) => crew.id)]);
  const firstOpen = days.some((day) => day.day >= today) ? today : (days.at(-1)?.day ?? '');
  return (
    <>
      <header class="top">
        <h1>{current.eventName}</h1>
        <p class="quiet">{daysText(days.map((day) => day.day))}</p>
        <div class="tools">
          <FollowRegatta />
          <p class="clock quiet">
            {t.clock(timeOfDay(now.value, timezone))}
            {!isVenueTime(now.value, timezone) && <span>{zoneName(timezone)}</span>}
          </p>
        </div>
        <PushNotice eventId={eventId} />
      </header>
      <MomentBar onCourse={moment.now} next={next} />
      <main>
        <MyCrews />
        <FindBox />
        {days.length === 0 && <p class="quiet">{t.noRaces}</p>}
        {days.map((day) => {
          const its = day.races.filter((race) => isShown.has(race));
          if (typed.value.trim() && its.length === 0) return null;
          return (
            <DaySection
              key={day.day}
              day={day}
              today={today}
              timezone={timezone}
              isOpenAtFirst={day.day >= firstOpen}
              races={its}
              onCourse={moment.now}
              next={next}
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

function Waiting() {
  return (
    <main class="missing">
      <h1>{words.value.loading}</h1>
    </main>
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
