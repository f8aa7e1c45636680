/** Listens to keys for the commands on the page, and shows which keys there are. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { readLocal, writeLocal } from '../../../shared/page/local-storage.ts';
import { Dialog } from '../../components/dialog.tsx';
import { consoleWords } from '../../words/words.ts';
import { commands } from './commands.ts';
import { frameWords } from './frame-words.ts';
import { keysMeant, keyText, nameOf, type Press, SEQUENCE_MILLIS } from './key-presses.ts';

const KEPT = 'console-letter-keys';
/** Whoever speaks to their computer must be able to turn keys of one letter off (WCAG 2.1.4). */
const hasLetters = signal(readLocal<boolean>(KEPT) ?? true);
/** Whether the list of keys is on the screen. */
export const isKeyListOpen = signal(false);

/** Lets keys press commands for as long as a component is on the page. */
export function useKeyboard(): void {
  useEffect(() => {
    let before: { name: string; at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      // What is in a dialog is about the dialog.
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal'))
        return;
      const press = pressOf(event);
      if (press.isTyping && press.key === 'Escape') return leaveField(event);
      const isRecent = before !== undefined && Date.now() - before.at < SEQUENCE_MILLIS;
      const known = commands.peek().flatMap(({ keys = [], run }) => (run ? keys : []));
      const meant = keysMeant(press, isRecent ? before?.name : undefined, known, hasLetters.peek());
      before = meant === 'wait' ? { name: nameOf(press), at: Date.now() } : undefined;
      if (meant === undefined || meant === 'wait') return;
      event.preventDefault();
      commands
        .peek()
        .findLast(({ keys = [], run }) => run && keys.includes(meant))
        ?.run?.('');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Out of the field, where keys of letters mean something again; what was typed stays in it. */
function leaveField({ target }: KeyboardEvent): void {
  if (target instanceof HTMLElement) target.blur();
}

function pressOf(event: KeyboardEvent): Press {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
  return {
    key,
    ctrl: ctrlKey || metaKey,
    alt: altKey,
    shift: shiftKey,
    isTyping: target instanceof Element && target.matches(typing),
  };
}

/** The list of keys, while somebody looks at it. */
export function KeyList() {
  const t = frameWords.value.keys;
  if (!isKeyListOpen.value) return null;
  const close = () => {
    isKeyListOpen.value = false;
  };
  return (
    <Dialog title={t.title} onCancel={close}>
      <dl class="keys">
        {commands.value.map(
          ({ id, words, keys }) =>
            keys && (
              <div key={id}>
                <dt>
                  {keys.map((each) => (
                    <kbd key={each}>{keyText(each, t.names)}</kbd>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ),
        )}
      </dl>
      <label class="tick">
        <input
          type="checkbox"
          checked={hasLetters.value}
          onChange={({ currentTarget: { checked } }) => {
            hasLetters.value = checked;
            writeLocal(KEPT, checked);
          }}
        />
        {t.letters}
      </label>
      <div class="actions">
        <button type="button" class="pill" onClick={close}>
          {consoleWords.value.close}
        </button>
      </div>
    </Dialog>
  );
}
