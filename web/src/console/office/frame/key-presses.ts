/** Which command a press of a key means. Pure; `keyboard.tsx` listens. */

export interface Press {
  key: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  /** Whether somebody is typing text where the key was pressed. */
  isTyping: boolean;
}

/** A key may follow the one before it, as in `g p`, within so long. */
export const SEQUENCE_MILLIS = 1500;
/** Fields of one line have no use for them. */
const PAGE_KEYS: ReadonlySet<string> = new Set(['PageDown', 'PageUp']);

/**
 * Finds the keys that a press completes.
 *
 * @param press the newest key
 * @param before the key that was pressed just before it alone, if one was
 * @param known the keys of all commands: `?`, `g p`, `Ctrl+S`, `Alt+ArrowDown`
 * @param hasLetters whether keys of one letter without Ctrl and Alt mean anything
 * @returns the keys that are meant; or `'wait'`, where a further key may complete them
 */
export function keysMeant(
  press: Press,
  before: string | undefined,
  known: readonly string[],
  hasLetters: boolean,
): string | 'wait' | undefined {
  const name = nameOf(press);
  const isPlain = !press.ctrl && !press.alt;
  const isText = press.isTyping && !PAGE_KEYS.has(press.key);
  if (isPlain && (isText || (press.key.length === 1 && !hasLetters))) return undefined;
  const sequence = before === undefined ? undefined : `${before} ${name}`;
  const found = [sequence, name].find((keys) => keys !== undefined && known.includes(keys));
  if (found !== undefined) return found;
  return isPlain && known.some((keys) => keys.startsWith(`${name} `)) ? 'wait' : undefined;
}

/** As commands write it. */
export function nameOf({ key, ctrl, alt, shift }: Press): string {
  const letter = key.length === 1 ? (ctrl || alt ? key.toUpperCase() : key) : key;
  const isShiftNamed = shift && key.length > 1;
  return `${ctrl ? 'Ctrl+' : ''}${alt ? 'Alt+' : ''}${isShiftNamed ? 'Shift+' : ''}${letter}`;
}

/**
 * How a key is called on the keyboards of a language.
 *
 * @param keys as commands write it: `Ctrl+S`, `g p`
 * @param names of the keys that are called otherwise than by `KeyboardEvent.key`
 */
export function keyText(keys: string, names: Readonly<Record<string, string>>): string {
  return keys
    .split('+')
    .map((key) => (Object.hasOwn(names, key) ? names[key] : key))
    .join('+');
}
