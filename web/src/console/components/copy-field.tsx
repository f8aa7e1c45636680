/** A text with a button that copies it, and a note where nobody else can reach an address that is passed on. */
import { useId, useRef } from 'preact/hooks';
import { isLoopback } from '../../../../src/domain/loopback.ts';
import { facts } from '../account/session.ts';
import { announce } from '../documents/announcements.ts';
import { useDocument } from '../documents/documents.ts';
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
      // There is no clipboard over plain http; a selected text can be copied by hand.
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

/**
 * A note beside an address that is passed on: that nobody else can reach it, and what to do about that. Draws nothing where
 * others can reach the public address.
 */
export function ReachNote() {
  const isAlone = URL.canParse(facts.publicUrl) && isLoopback(new URL(facts.publicUrl).hostname);
  return isAlone ? <OnlyHere /> : null;
}

function OnlyHere() {
  const t = consoleWords.value.reach;
  const { body } = useDocument('GET /reach');
  return (
    <div class="attention reach" role="note">
      <p>
        <b>{t.onlyHere}</b>
      </p>
      {body?.addresses.length === 0 && <p>{t.noNetwork}</p>}
      {body && !body.isOpen && (
        <p>
          {t.listen} <code>HOST=0.0.0.0</code> {t.orBy}{' '}
          <code>running-order serve --host 0.0.0.0</code>.
        </p>
      )}
      {body && body.addresses.length > 0 && (
        <>
          <p>{body.isOpen ? t.setAddress : t.reachedAt}</p>
          <ul class="bullets">
            {body.addresses.map((address) => (
              <li key={address}>
                <code>{body.isOpen ? `PUBLIC_URL=${address}` : address}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
