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
      <span class={event.scheduleStatus === 'published' ? 'badge good' : 'badge calm'}>
        {event.scheduleStatus === 'published' ? t.published : t.draft}
      </span>
      {event.archived && <span class="badge calm">{t.archived}</span>}
    </span>
  );
}
