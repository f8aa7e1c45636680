/** The part "Hand-outs" of a race office: the board's address, sheets to print, files to download. */
import { urlOf } from '../../../shared/page/page.ts';
import { consoleUrl, queryValue } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { frameWords } from '../frame/frame-words.ts';
import { PartHeading } from '../frame/part-heading.tsx';
import type { PartProps } from '../frame/parts.ts';
import { BoardAddress } from '../publish/board-address.tsx';
import { Downloads } from './downloads.tsx';
import { Exports } from './exports.tsx';
import './hand-outs.css';
import { handOutsWords } from './hand-outs-words.ts';
import { Poster } from './poster.tsx';
import { isPrintable, Sheets } from './print-sheets.tsx';

export function HandOuts(props: PartProps) {
  const print = queryValue('print');
  if (print === 'poster') return <Poster {...props} />;
  if (isPrintable(print)) return <Sheets key={print} {...props} kind={print} />;
  return <Overview {...props} />;
}

function Overview({ eventId, document }: PartProps) {
  const t = handOutsWords.value;
  const path = consoleUrl(partPath(eventId, 'hand-outs'));
  const prints = [
    ['poster', t.poster],
    ['start-lists', t.startLists],
    ['results', t.results],
  ] as const;
  return (
    <>
      <PartHeading title={frameWords.value.parts['hand-outs']} />
      <div class="hand-outs">
        <section aria-labelledby="hand-out-board">
          <h2 id="hand-out-board">{t.board}</h2>
          <BoardAddress eventId={eventId} document={document} />
        </section>
        <section aria-labelledby="hand-out-print">
          <h2 id="hand-out-print">{t.print}</h2>
          <p class="quiet">{t.printHint}</p>
          <p class="actions">
            {prints.map(([kind, text]) => (
              <a key={kind} class="pill" href={`${path}?print=${kind}`}>
                {text}
              </a>
            ))}
            {document.status === 'published' && (
              <a
                class="pill"
                href={urlOf(`events/${eventId}/print`)}
                target="_blank"
                rel="noreferrer"
              >
                {t.boardPrint}
              </a>
            )}
          </p>
        </section>
        <section aria-labelledby="hand-out-download">
          <h2 id="hand-out-download">{t.download}</h2>
          <p class="quiet">{t.downloadHint}</p>
          <Downloads document={document} />
        </section>
        <section aria-labelledby="hand-out-files">
          <h2 id="hand-out-files">{t.files}</h2>
          <p class="quiet">{t.filesHint}</p>
          <Exports eventId={eventId} />
        </section>
      </div>
    </>
  );
}
