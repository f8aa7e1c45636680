/** A panel that opens beside a table: its heading, which takes the focus, and the button that closes it. */
import type { ComponentChildren } from 'preact';
import { FocusedHeading } from '../../components/page-parts.tsx';
import { consoleWords } from '../../words/console.ts';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  /** Text of the button, where closing does more than close. */
  closeText?: string | undefined;
  children: ComponentChildren;
}

/** Has to be in an element with the class `with-panel`, after the table beside which it opens. */
export function SidePanel({ title, onClose, closeText, children }: SidePanelProps) {
  return (
    <section class="side-panel" aria-label={title}>
      <div class="section-head">
        <FocusedHeading level="h2">{title}</FocusedHeading>
        <button type="button" class="pill" onClick={onClose}>
          {closeText ?? consoleWords.value.close}
        </button>
      </div>
      {children}
    </section>
  );
}
