/** Which dialog is open on the board. */
import { signal } from '@preact/signals';
import { endConfirmation } from '../following/confirmation.ts';

export type DialogContent =
  | { kind: 'notifications' }
  /** An address as a QR code. @property title what it leads to */
  | { kind: 'qr'; url: string; title: string };

export const dialog = signal<DialogContent | undefined>(undefined);

/** A confirmation would lie over it. */
export function openDialog(content: DialogContent): void {
  endConfirmation();
  dialog.value = content;
}
