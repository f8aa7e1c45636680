/** The address of the board, to copy, to open and to scan. */
import { QrCode } from '../../../shared/components/qr-code.tsx';
import { urlOf } from '../../../shared/page/page.ts';
import { facts } from '../../account/session.ts';
import { CopyField, ReachNote } from '../../components/copy-field.tsx';
import { publishWords } from '../../words/office-publish.ts';
import type { PartProps } from '../frame/parts.ts';

/** The address of the board by the public URL of the service, which may differ from that of this page. */
export function boardUrl(eventId: number): string {
  const path = `events/${eventId}`;
  return facts.publicUrl === '' ? urlOf(path) : `${facts.publicUrl}/${path}`;
}

export function BoardAddress({ eventId, document }: Pick<PartProps, 'eventId' | 'document'>) {
  const t = publishWords.value;
  const url = boardUrl(eventId);
  return (
    <>
      <ReachNote />
      <CopyField label={t.boardLink} text={url} />
      {document.status === 'published' || document.event.announced ? (
        <p class="actions">
          <a class="pill" href={url} target="_blank" rel="noreferrer">
            {t.open}
          </a>
        </p>
      ) : (
        <p class="quiet">{t.afterPublishing}</p>
      )}
      <QrCode text={url} label={t.boardCode} />
    </>
  );
}
