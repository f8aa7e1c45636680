/** A dialog that asks for a reason before a race is cancelled or a crew withdraws. */
import type { ComponentChildren } from 'preact';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { shownRevision } from '../../documents/office.ts';
import { useForm } from '../../form.ts';
import { asReply, type Outcome } from '../conflicts/write.ts';

interface ReasonDialogProps {
  /** Name of the draft, which outlives a reload. */
  name: string;
  title: string;
  words: { submit: string; keep: string; reason: string; reasonHint: string };
  /** The reason as it is now. */
  initial?: string;
  /** @param reason `null` where none is given @param seen for the write */
  write: (reason: string | null, seen: number) => Promise<Outcome<unknown>>;
  onClose: () => void;
  /** Text that explains the action. */
  children: ComponentChildren;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { name, title, words, initial = '', write, onClose, children } = props;
  const form = useForm<{ reason: string }>({
    name,
    initial: { reason: initial },
    revision: shownRevision,
  });
  const submit = ({ reason }: { reason: string }) =>
    asReply(write(reason.trim() || null, form.seen()));
  return (
    <Dialog title={title} onCancel={onClose}>
      {children}
      <FormFrame
        form={form}
        submitText={words.submit}
        onSubmit={submit}
        onSaved={onClose}
        actions={
          <button type="button" class="pill" onClick={onClose}>
            {words.keep}
          </button>
        }
      >
        <TextField
          form={form}
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          autocomplete="off"
          isOptional
        />
      </FormFrame>
    </Dialog>
  );
}
