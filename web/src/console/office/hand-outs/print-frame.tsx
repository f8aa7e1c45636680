/** What stands around sheets to print, on the screen only: the way back, choices, the button. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, timeOfDay, venueDay } from '../../../shared/times.ts';
import { consoleUrl } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { PartHeading } from '../frame/part-heading.tsx';
import { handOutsWords } from './hand-outs-words.ts';

interface PrintFrameProps {
  eventId: number;
  title: string;
  /** What is chosen before printing. */
  choices?: ComponentChildren;
  /** What is to be known before printing. */
  note?: ComponentChildren;
  children: ComponentChildren;
}

export function PrintFrame({ eventId, title, choices, note, children }: PrintFrameProps) {
  const t = handOutsWords.value;
  return (
    <>
      <div class="screen-only">
        <PartHeading title={title}>
          <a class="link" href={consoleUrl(partPath(eventId, 'hand-outs'))}>
            {t.back}
          </a>
          <div class="tools">
            {choices}
            <button type="button" class="pill primary" onClick={() => print()}>
              {t.printNow}
            </button>
          </div>
        </PartHeading>
        {note}
      </div>
      <div class="paper">{children}</div>
    </>
  );
}

/** The time at which somebody prints, day and time at the venue. */
export function usePrintTime(timezone: string | null): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const set = () => setNow(Date.now());
    addEventListener('beforeprint', set);
    return () => removeEventListener('beforeprint', set);
  }, []);
  return `${dayName(venueDay(now, timezone), dateLanguage(), 'short', true)}, ${timeOfDay(now, timezone)}`;
}
