/** Below what is typed: that it is not saved yet, what went wrong, and the buttons that save or discard it. */
import type { ComponentChildren } from 'preact';
import { Alert } from '../../components/page-parts.tsx';
import { usePrimaryAction } from '../../form.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';

interface SaveBarProps {
  /** Grows with every change, such as `edits` of a draft. */
  edits: number;
  /** What is not saved, in words: "3 races changed". */
  children: ComponentChildren;
  isBusy: boolean;
  problem: Problem | undefined;
  /** Errors that are not shown beside a field. */
  details?: readonly string[];
  onSave: () => void;
  onDiscard: () => void;
}

/** Show it while something is not saved. Ctrl and S, or Ctrl and Enter, press its button. */
export function SaveBar(props: SaveBarProps) {
  const { children, isBusy, problem, details = [], onSave, onDiscard } = props;
  const t = frameWords.value;
  const isLost = problem?.code === 'offline';
  const isPrimaryAction = usePrimaryAction(true, props.edits);
  return (
    <section class="save-bar" aria-label={t.notSaved}>
      <Alert
        texts={[
          problem && (isLost ? t.notSavedYet : problemText(problem, consoleWords.value)),
          ...details,
        ]}
        isSmall
      />
      <p role="status">{children}</p>
      <button
        type="button"
        class={isPrimaryAction ? 'pill primary' : 'pill'}
        data-saves
        aria-disabled={isBusy}
        aria-keyshortcuts="Control+S"
        onClick={() => !isBusy && onSave()}
      >
        {isBusy ? consoleWords.value.working : isLost ? t.sendAgain : t.save}
      </button>
      <button
        type="button"
        class="pill"
        onClick={() => !isBusy && onDiscard()}
        aria-disabled={isBusy}
      >
        {t.discard}
      </button>
    </section>
  );
}
