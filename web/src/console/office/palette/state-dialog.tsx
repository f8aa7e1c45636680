/** Cancels or postpones a race, with a reason that crews see. */
import { paletteWords } from '../../words/office-palette.ts';
import { ReasonDialog } from '../frame/reason-dialog.tsx';
import { labelOf } from '../race-names.ts';
import { writeState } from '../races/race-writes.ts';
import type { StateWish } from './palette.tsx';

interface StateDialogProps {
  eventId: number;
  wish: StateWish;
  isPublished: boolean;
  onClose: () => void;
}

export function StateDialog({
  eventId,
  wish: { race, state },
  isPublished,
  onClose,
}: StateDialogProps) {
  const t = paletteWords.value.state;
  const isCancelled = state === 'cancelled';
  const title = isCancelled ? t.cancelTitle(labelOf(race)) : t.postponeTitle(labelOf(race));
  return (
    <ReasonDialog
      name={`${state} ${eventId} ${race.id}`}
      title={title}
      words={{ ...t, submit: title }}
      initial={race.state === state ? (race.reason ?? '') : ''}
      write={(reason, seen) => writeState(eventId, race, { state, reason }, seen)}
      onClose={onClose}
    >
      <p>{isCancelled ? t.cancelHint : t.postponeHint}</p>
      <p>{isPublished ? t.told : t.draft}</p>
    </ReasonDialog>
  );
}
