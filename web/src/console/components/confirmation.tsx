/** Asks once before something is done that cannot be taken back. */
import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Reply } from '../api.ts';
import { type OwnWords, problemText } from '../problems.ts';
import { consoleWords } from '../words/console.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmationProps<Body> {
  title: string;
  children?: ComponentChildren;
  /** What the button says that does it. */
  action: string;
  isDangerous?: boolean;
  words?: OwnWords;
  perform: () => Promise<Reply<Body>>;
  /** It was done. */
  onDone: (body: Body) => void;
  onCancel: () => void;
}

export function Confirmation<Body>(props: ConfirmationProps<Body>) {
  const { title, children, action, isDangerous = true, words, perform, onDone, onCancel } = props;
  const t = consoleWords.value;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    const reply = await perform();
    setBusy(false);
    if (reply.problem) setProblem(problemText(reply.problem, t, words));
    else onDone(reply.body);
  };
  return (
    <Dialog title={title} onCancel={onCancel}>
      {children}
      <div role="alert" class="problem">
        {problem && <p>{problem}</p>}
      </div>
      <div class="actions">
        <button
          type="button"
          class={isDangerous ? 'pill danger' : 'pill primary'}
          aria-disabled={isBusy}
          onClick={() => void confirm()}
        >
          {isBusy ? t.working : action}
        </button>
        <button type="button" class="pill" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </Dialog>
  );
}
