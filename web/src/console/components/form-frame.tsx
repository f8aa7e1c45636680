/** The frame of every form: the error of the form as a whole, its fields, and the buttons that send or discard. */
import type { ComponentChildren } from 'preact';
import type { Reply } from '../api.ts';
import type { Values } from '../drafts.ts';
import { type Form, usePrimaryAction } from '../form.ts';
import { otherErrors, problemText } from '../problems.ts';
import { consoleWords } from '../words/console.ts';
import { Alert } from './page-parts.tsx';

interface FormFrameProps<V extends Values, Body> {
  form: Form<V>;
  submitText: string;
  onSubmit: (values: V) => Promise<Reply<Body>>;
  /** As of `Form.submit`. */
  onDone?: (body: Body) => unknown;
  /** As of `Form.submit`. */
  onSaved?: () => void;
  children: ComponentChildren;
  /** Further buttons. */
  actions?: ComponentChildren;
  /** Whether what was typed can be discarded here. */
  canDiscard?: boolean;
  /** Names the form, where its heading does not. */
  label?: string;
  /** Whether its button is not highlighted until something is typed, because the page has several forms. */
  isQuiet?: boolean;
}

export function FormFrame<V extends Values, Body>(props: FormFrameProps<V, Body>) {
  const { form, submitText, onSubmit, onDone, onSaved, children, actions } = props;
  const { canDiscard, label, isQuiet } = props;
  const t = consoleWords.value;
  const isBusy = form.isBusy.value;
  const isPrimaryAction = usePrimaryAction(!isQuiet || form.isChanged.value, form.typed.value);
  return (
    <form
      class="form"
      noValidate
      aria-label={label}
      ref={(element) => {
        form.element = element;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(onSubmit, onDone, onSaved);
      }}
    >
      <FormProblem form={form} />
      {children}
      <div class="actions">
        <button
          type="submit"
          data-submits
          class={isPrimaryAction ? 'pill primary' : 'pill'}
          aria-disabled={isBusy}
          aria-busy={isBusy}
        >
          {isBusy ? t.working : submitText}
        </button>
        {actions}
        {canDiscard && form.isChanged.value && !isBusy && (
          <>
            <button type="button" class="pill" onClick={() => form.discard()}>
              {t.discard}
            </button>
            <span class="quiet">{t.unsaved}</span>
          </>
        )}
      </div>
    </form>
  );
}

/** The error of the form as a whole, and errors without a field. */
function FormProblem<V extends Values>({ form }: { form: Form<V> }) {
  const t = consoleWords.value;
  const problem = form.problem.value;
  const others = problem ? otherErrors(problem, Object.keys(form.values.value)) : [];
  return <Alert texts={[problem && problemText(problem, t, form.words), ...others]} />;
}
