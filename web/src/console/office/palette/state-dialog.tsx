/** Cancels or postpones a race, with a reason that crews see. */
import type { WrittenRace } from '../../../../../src/contract/console/office-writes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { useForm } from '../../form.ts';
import { shownRevision } from '../../office.ts';
import { consoleWords } from '../../words/words.ts';
import { asReply } from '../outcome.ts';
import { labelOf } from '../race-names.ts';
import { writeOffice } from '../write.ts';
import { paletteWords } from './palette-words.ts';
import type { StateWish } from './wish-commands.ts';

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
  const form = useForm<{ reason: string }>({
    name: `${state} ${eventId} ${race.id}`,
    initial: { reason: race.state === state ? (race.reason ?? '') : '' },
    revision: shownRevision,
  });
  const write = ({ reason }: { reason: string }) => {
    const body: Record<string, unknown> = { state, reason: reason.trim() || null };
    return asReply(
      writeOffice<WrittenRace>(eventId, {
        path: `/races/${race.id}/state`,
        seen: form.seen(),
        body: (isDropped) =>
          isDropped({ subject: 'race', id: race.id }, 'state') ? undefined : body,
        mine: {
          valueOf: ({ subject, id }, property) =>
            subject === 'race' && id === race.id ? body[property] : undefined,
        },
        said: isCancelled ? t.cancelled : t.postponed,
      }),
    );
  };
  const title = isCancelled ? t.cancelTitle(labelOf(race)) : t.postponeTitle(labelOf(race));
  return (
    <Dialog title={title} onCancel={onClose}>
      <p>{isCancelled ? t.cancelHint : t.postponeHint}</p>
      <p>{isPublished ? t.told : t.draft}</p>
      <FormFrame
        form={form}
        submitText={title}
        onSubmit={write}
        onDone={() => {
          form.discard();
          onClose();
        }}
        actions={
          <button type="button" class="pill" onClick={onClose}>
            {consoleWords.value.cancel}
          </button>
        }
      >
        <TextField
          form={form}
          name="reason"
          label={t.reason}
          hint={t.reasonHint}
          autocomplete="off"
          isOptional
        />
      </FormFrame>
    </Dialog>
  );
}
