/** What is shown in place of a running order: for an event that is only announced, and for what does not exist. */
import type { Board } from '../../../../src/contract/board.ts';
import { placeName } from '../../../../src/domain/text/country-and-language.ts';
import { Calendar } from '../../shared/components/icons.tsx';
import { dateLanguage } from '../../shared/page/language.ts';
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { dayRange } from '../../shared/times.ts';
import { words } from '../../shared/words/board.ts';
import { laterWords } from '../../shared/words/later.ts';
import type { missing } from '../page/view-state.ts';
import { FollowRegatta, NotificationBell, PushNotice } from './following/buttons.tsx';
import { PageFooter } from './page-footer.tsx';
import { ShareButtons } from './share-buttons.tsx';

/** Shown until the running order is published: when and where, that it will come, how to follow, and a calendar. */
export function Announced({ board }: { board: Board }) {
  const t = words.value;
  const own = laterWords.value;
  const { eventId, eventName, startDate, endDate } = board;
  return (
    <section class="announced" aria-labelledby="announced">
      <h2 id="announced">{dayRange(startDate, endDate, dateLanguage(), 'long')}</h2>
      <p class="place">{placeName(board, dateLanguage())}</p>
      <p>{t.organiser(board.organiser)}</p>
      <p class="comes">{t.announced}</p>
      <p>{own.followAnnounced}</p>
      <p class="tools">
        <FollowRegatta eventId={eventId} label={own.followThisRegatta} />
        <NotificationBell />
      </p>
      <PushNotice eventId={eventId} />
      <p class="tools">
        <a class="pill" href={urlOf(`events/${eventId}/event.ics`)}>
          <Calendar /> {own.addToCalendar}
        </a>
        <ShareButtons path={`events/${eventId}`} title={eventName} />
      </p>
    </section>
  );
}

/** For a link to a regatta that does not exist or is not published. */
export function MissingPage() {
  const t = words.value;
  useTitle(t.noSuchRegatta);
  return (
    <>
      <main class="missing">
        <h1>{t.noSuchRegatta}</h1>
        <p>{laterWords.value.noSuchRegattaMore}</p>
        <p>
          <a class="pill" href={urlOf('.')}>
            {laterWords.value.allRegattas}
          </a>
        </p>
      </main>
      <PageFooter />
    </>
  );
}

/** The sentence that a race or crew is not in this regatta. */
export function missingText(value: Exclude<typeof missing.value, undefined>): string {
  const t = laterWords.value;
  return 'race' in value ? t.noSuchRace(value.printed ?? String(value.race)) : t.noSuchCrew;
}
