/** A dialog of the board: its frame, and what stands in it. Loaded when the first one is opened. */
import { useEffect, useRef } from 'preact/hooks';
import type { Board } from '../../../../src/contract/board.ts';
import { laterWords } from '../document/later-words.ts';
import { type DialogContent, dialog } from '../page/dialog-state.ts';
import '../styles/dialogs.css';
import { NotificationChoices } from './notification-choices.tsx';
import { QrContent } from './qr-content.tsx';

export function Dialog({ board, content }: { board: Board; content: DialogContent }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // The focus returns by itself to what opened it.
    ref.current?.showModal();
  }, []);
  const close = () => ref.current?.close();
  const onClose = () => {
    dialog.value = undefined;
  };
  return (
    <dialog ref={ref} class="board-dialog" aria-labelledby="dialog-title" onClose={onClose}>
      <div>
        {content.kind === 'qr' ? (
          <QrContent url={content.url} title={content.title} />
        ) : (
          <NotificationChoices board={board} onLeave={close} />
        )}
        <button type="button" class="pill close" onClick={close}>
          {laterWords.value.close}
        </button>
      </div>
    </dialog>
  );
}
