/** A poster for the boat house: the code of the board, and how to follow a crew. One sheet of A4. */
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayRange } from '../../../shared/times.ts';
import { QrCode } from '../../../shared/components/qr-code.tsx';
import { ReachNote } from '../../components/reach-note.tsx';
import type { PartProps } from '../frame/parts.ts';
import { boardUrl } from '../publish/board-address.tsx';
import { handOutsWords } from './hand-outs-words.ts';
import { PrintFrame } from './print-frame.tsx';

export function Poster({ eventId, document }: PartProps) {
  const t = handOutsWords.value;
  const { name, startDate, endDate, city } = document.event;
  const url = boardUrl(eventId);
  return (
    <PrintFrame eventId={eventId} title={t.poster} note={<ReachNote />}>
      <div class="poster">
        <p class="poster-event">
          {name}
          <span>
            {[dayRange(startDate, endDate, dateLanguage(), 'long'), city]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <p class="poster-title">{t.posterTitle}</p>
        <p>{t.posterLine}</p>
        <QrCode text={url} label={t.posterCode} />
        <p class="poster-url">{url.replace(/^https?:\/\//, '')}</p>
        <ol>
          {t.posterSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p class="poster-free">{t.posterFree}</p>
      </div>
    </PrintFrame>
  );
}
