/** Opens the command palette, by key and by button; its content is loaded after the first view. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Search } from '../../../shared/components/icons.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { office } from '../../documents/office.ts';
import { lazy } from '../../lazy.tsx';
import { frameWords } from '../../words/office-frame.ts';
import { type Command, keyText } from '../frame/commands.ts';
import type { StateWish } from './palette.tsx';

const LazyPalette = lazy(() => import('./palette.tsx').then((it) => it.Palette));
const LazyStateDialog = lazy(() => import('./palette.tsx').then((it) => it.StateDialog));
/** When the palette is preloaded, because people type as soon as they have opened it. */
const PRELOAD_MILLIS = 500;

const KEY = 'Ctrl+K';
const isOpen = signal(false);
/** The race that is to be cancelled or postponed, once the person has typed that into the palette. */
const wish = signal<StateWish | undefined>(undefined);

function open(): void {
  wish.value = undefined;
  isOpen.value = true;
}

function close(): void {
  isOpen.value = false;
}

/** The command that opens the palette. */
export function paletteCommand(): Command {
  return { id: 'frame.palette', words: frameWords.value.palette, keys: [KEY], run: open };
}

/** The button for a phone, which has no such key; it also shows the key to others. */
export function PaletteButton() {
  const t = frameWords.value;
  return (
    <button type="button" class="pill palette-button" aria-keyshortcuts="Control+K" onClick={open}>
      <Search />
      <span class="palette-word">{t.palette}</span> <kbd>{keyText(KEY, t.keys.names)}</kbd>
    </button>
  );
}

/** The palette while it is open. Its dialog is drawn at once, so that keys meant for the palette do nothing else. */
export function OpenPalette({ eventId }: { eventId: number }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      LazyPalette.preload();
      LazyStateDialog.preload();
    }, PRELOAD_MILLIS);
    return () => {
      clearTimeout(timer);
      close();
    };
  }, []);
  const { document } = office.value;
  if (!isOpen.value || !document) return null;
  if (wish.value) {
    return (
      <LazyStateDialog
        eventId={eventId}
        wish={wish.value}
        isPublished={document.status === 'published'}
        onClose={close}
      />
    );
  }
  return (
    <Dialog title={frameWords.value.palette} onCancel={close}>
      <LazyPalette
        eventId={eventId}
        document={document}
        onWish={(wanted) => {
          wish.value = wanted;
        }}
        onClose={close}
      />
    </Dialog>
  );
}
