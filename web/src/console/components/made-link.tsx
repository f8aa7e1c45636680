/** A link that was made for somebody, as text and as QR code, because a laptop at a lake may have no mail. */
import type { MadeLink as Link } from '../../../../src/contract/console/sign-in.ts';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { readerTimeText } from '../../shared/moment-text.ts';
import { consoleWords } from '../words/console.ts';
import { CopyField, ReachNote } from './copy-field.tsx';
import { FocusedHeading } from './page-parts.tsx';

export function MadeLink({ link, onClose }: { link: Link; onClose: () => void }) {
  const t = consoleWords.value;
  return (
    <section class="made">
      <FocusedHeading>{link.link === null ? t.link.mailedTitle : t.link.title}</FocusedHeading>
      <ReachNote />
      {link.link === null ? (
        <p>{t.link.mailed}</p>
      ) : (
        <>
          <p>
            {t.link.once} {t.link.until(readerTimeText(link.expiresAt))}
          </p>
          <CopyField label={t.link.label} text={link.link} />
          <QrCode text={link.link} label={t.link.qr} />
        </>
      )}
      <div class="actions">
        <button type="button" class="pill" onClick={onClose}>
          {t.close}
        </button>
      </div>
    </section>
  );
}
