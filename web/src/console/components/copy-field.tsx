/** A text to pass on, with a button that copies it. */
import { useId, useRef } from 'preact/hooks';
import { announce } from '../documents/announcements.ts';
import { consoleWords } from '../words/console.ts';

export function CopyField({ label, text }: { label: string; text: string }) {
  const t = consoleWords.value;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      announce(t.copied);
    } catch {
      // Plain http has no clipboard; what is marked can be copied by hand.
      field.current?.select();
      announce(document.execCommand?.('copy') ? t.copied : t.notCopied);
    }
  };
  return (
    <div class="field copy">
      <label for={id}>{label}</label>
      <div class="row">
        <textarea
          id={id}
          ref={field}
          class="code"
          readOnly
          rows={1}
          spellcheck={false}
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" class="pill" onClick={() => void copy()}>
          {t.copy}
          <span class="vh">: {label}</span>
        </button>
      </div>
    </div>
  );
}
