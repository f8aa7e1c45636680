/** What the board shows over itself and says aloud: the way back to now, announcements, confirmations, a dialog. */
import { useEffect } from 'preact/hooks';
import type { Board } from '../../../../src/contract/board.ts';
import { announcement, startAnnouncements } from '../document/announcements.ts';
import { confirmation } from '../following/confirmation.ts';
import { dialog } from '../page/dialog-state.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { NowButton } from './now-button.tsx';

/** The elements with a status are always there, for a screen reader announces only what is put into them later. */
export function Extras({ board }: { board: Board }) {
  useEffect(startAnnouncements, []);
  return (
    <>
      <NowButton />
      <p class="vh" role="status">
        {announcement.value}
      </p>
      <p class="confirmation" role="status">
        {confirmation.value}
      </p>
      {dialog.value && <Dialog board={board} content={dialog.value} />}
    </>
  );
}
