/** Shares an address: by what the device offers, else by copying it; or as a QR code for somebody beside. */
import { urlOf } from '../../shared/page/page.ts';
import { laterWords } from '../../shared/words/later.ts';
import { confirm } from '../following/confirmation.ts';
import { openDialog } from '../page/view-state.ts';
import { QrSign, ShareSign } from './later-icons.tsx';

interface ShareButtonsProps {
  /** Below the public URL. */
  path: string;
  /** What is shared, for the messenger and the QR code. */
  title: string;
}

export function ShareButtons({ path, title }: ShareButtonsProps) {
  const t = laterWords.value;
  const url = urlOf(path);
  return (
    <span class="share">
      <button type="button" class="pill" onClick={() => void share(url, title)}>
        <ShareSign /> {t.share}
      </button>
      <button
        type="button"
        class="pill"
        aria-label={t.qrCode(title)}
        onClick={() => openDialog({ kind: 'qr', url, title })}
      >
        <QrSign />
      </button>
    </span>
  );
}

async function share(url: string, title: string): Promise<void> {
  const t = laterWords.value;
  try {
    if ('share' in navigator) {
      await navigator.share({ url, title });
      return;
    }
  } catch (error) {
    // The reader has thought better of it.
    if (error instanceof DOMException && error.name === 'AbortError') return;
  }
  try {
    await navigator.clipboard.writeText(url);
    confirm(t.copied);
  } catch {
    // Without https there is no clipboard: the address can be read, and copied by hand.
    openDialog({ kind: 'qr', url, title });
  }
}
