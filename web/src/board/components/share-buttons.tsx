/** Shares an address through the share dialog of the device, else by copying it; or as a QR code for somebody nearby. */
import { Icon } from '../../shared/components/icons.tsx';
import { urlOf } from '../../shared/page/page.ts';
import { laterWords } from '../../shared/words/later.ts';
import { confirm, openDialog } from '../page/view-state.ts';

const ShareSign = () => <Icon path="M12 14V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1" />;

const QrSign = () => (
  <Icon path="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM20 14v0M14 20v0" />
);

interface ShareButtonsProps {
  /** Relative to the public URL. */
  path: string;
  /** The name of what is shared, for the messenger and the QR code. */
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
    // The reader has closed the share dialog.
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
