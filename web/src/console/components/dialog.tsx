/** A dialog over the page, and the one that asks before something is done. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import { useOnce } from '../form.ts';
import { type OwnWords, problemText } from '../problems.ts';
import { consoleWords } from '../words/console.ts';
import { Alert } from './page-parts.tsx';

interface DialogProps {
  title: string;
  /** Called when the person cancels. */
  onCancel: () => void;
  children: ComponentChildren;
}

/** A modal dialog. It takes the focus, and gives it back when it closes. */
export function Dialog({ title, onCancel, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmationProps<Body> {
  title: string;
  children?: ComponentChildren;
  /** Text of the button that confirms. */
  action: string;
  isDangerous?: boolean;
  words?: OwnWords;
  perform: () => Promise<Reply<Body>>;
  /** Called with the answer once it was done. */
  onDone: (body: Body) => void;
  onCancel: () => void;
}

/** Asks once before something is done that cannot be taken back. */
export function Confirmation<Body>(props: ConfirmationProps<Body>) {
  const { title, children, action, isDangerous = true, words, perform, onDone, onCancel } = props;
  const t = consoleWords.value;
  const [problem, setProblem] = useState('');
  const [isBusy, confirm] = useOnce(async () => {
    const reply = await perform();
    if (reply.problem) setProblem(problemText(reply.problem, t, words));
    else onDone(reply.body);
  });
  return (
    <Dialog title={title} onCancel={onCancel}>
      {children}
      <Alert texts={[problem]} />
      <div class="actions">
        <button
          type="button"
          class={isDangerous ? 'pill danger' : 'pill primary'}
          aria-disabled={isBusy}
          onClick={() => void confirm()}
        >
          {isBusy ? t.working : action}
        </button>
        <CancelButton onCancel={onCancel} />
      </div>
    </Dialog>
  );
}

export function CancelButton({ onCancel }: Pick<DialogProps, 'onCancel'>) {
  return (
    <button type="button" class="pill" onClick={onCancel}>
      {consoleWords.value.cancel}
    </button>
  );
}
