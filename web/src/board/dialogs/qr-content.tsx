/** An address as a QR code and as text, for somebody who stands beside. */
import { QrCode } from '../../shared/components/qr-code.tsx';
import { laterWords } from '../document/later-words.ts';

export function QrContent({ url, title }: { url: string; title: string }) {
  return (
    <>
      <h2 id="dialog-title">{title}</h2>
      <QrCode text={url} label={laterWords.value.qrCode(title)} />
      <p class="url">
        <a href={url}>{url}</a>
      </p>
    </>
  );
}
