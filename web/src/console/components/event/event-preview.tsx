/** What a change of zone or days does to venue days and delays, before it is saved. */
import type { EventPreview } from '../../../../../src/contract/console/events.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName } from '../../../shared/times.ts';
import { effectOf, rangesOf } from '../../preview.ts';
import { consoleWords } from '../../words/words.ts';

export function PreviewText({ preview }: { preview: EventPreview }) {
  const t = consoleWords.value.event;
  const { moved, outside, delays } = effectOf(preview);
  const day = (of: string) => dayName(of, dateLanguage());
  const races = (numbers: readonly number[]) => t.races(numbers.length, rangesOf(numbers));
  return (
    <ul class="bullets">
      {moved.map(({ from, to, raceNumbers }) => (
        <li key={`${from} ${to}`}>{t.movedTo(races(raceNumbers), day(from), day(to))}</li>
      ))}
      {outside.map((item) => (
        <li key={item.day} class="warning">
          {t.outside(races(item.raceNumbers), day(item.day))}
        </li>
      ))}
      {delays.map(({ venueDay, delayMinutes, raceCountBefore, raceCountAfter }) => (
        <li key={venueDay}>
          {t.delayNow(day(venueDay), delayMinutes, raceCountBefore, raceCountAfter)}
        </li>
      ))}
    </ul>
  );
}
