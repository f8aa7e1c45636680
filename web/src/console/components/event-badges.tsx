/** In which state a regatta is, in a word or two. */
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import { venueDay } from '../../shared/times.ts';
import { consoleWords } from '../words/console.ts';

export function EventBadges({ event }: { event: ConsoleEvent }) {
  const t = consoleWords.value.event;
  const today = venueDay(Date.now(), event.timezone);
  const isOn = event.startDate <= today && today <= event.endDate;
  return (
    <span class="badges">
      {isOn && <span class="badge">{t.today}</span>}
      {event.trial && <span class="badge calm">{t.trial}</span>}
      {event.scheduleStatus === 'published' ? (
        <span class="badge good">{t.published}</span>
      ) : (
        <span class="badge calm">{event.announced ? t.announced : t.draft}</span>
      )}
      {event.archived && <span class="badge calm">{t.archived}</span>}
    </span>
  );
}
