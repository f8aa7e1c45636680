/**
 * What can be done by key or by name. A part registers its commands for as long as it is on the page:
 *
 *     useCommands([
 *       { id: 'races.next', words: t.nextRace, keys: ['n'], run: () => … },
 *       { id: 'races.open', words: t.openRace, matches: (text) => raceNamed(text), run: (text) => … },
 *     ]);
 *
 * `keys`: `?`, `n`, `g p` (one after the other), `Ctrl+S`, `Alt+ArrowDown`. Keys of letters alone do nothing while
 * somebody types, and can be turned off in the list of keys (`?`). Which command a press of a key means stands here as
 * well; `office-page.tsx` listens.
 */
import { computed, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Command {
  /** Unique, beginning with its part. */
  id: string;
  /** What it does, in the reader's language; the palette finds it by these. */
  words: string;
  /** All of these press it. */
  keys?: readonly string[];
  /**
   * Left out where a component listens to the keys itself; then only the list of keys names them.
   *
   * @param text what was typed into the palette; empty when a key was pressed
   */
  run?: (text: string) => void;
  /**
   * For commands that take something, such as "delay 10": what would be done with a typed text, in words;
   * `undefined` where it does not fit.
   */
  matches?: (text: string) => string | undefined;
}

const registered = signal<readonly (readonly Command[])[]>([]);

/** All commands of what is on the page now; of two with the same id the later one. */
export const commands = computed<readonly Command[]>(() => {
  const byId = new Map(registered.value.flat().map((command) => [command.id, command]));
  return [...byId.values()];
});

/** Registers the commands of a component while it is on the page. They may be other objects each time it is drawn. */
export function useCommands(list: readonly Command[]): void {
  const key = list.map(({ id, words }) => `${id} ${words}`).join('\n');
  // The newest functions are run, though the list changes only with its ids and words.
  const newest = useNewest(list);
  // Before the next key arrives.
  useLayoutEffect(() => {
    const own = newest.current.map((command, index) => ({
      ...command,
      ...(command.run && { run: (text: string) => newest.current[index]?.run?.(text) }),
      ...(command.matches && {
        matches: (text: string) => newest.current[index]?.matches?.(text),
      }),
    }));
    registered.value = [...registered.peek(), own];
    return () => {
      registered.value = registered.peek().filter((each) => each !== own);
    };
  }, [key]);
}

function useNewest<Value>(value: Value): { current: Value } {
  const holder = useRef(value);
  holder.current = value;
  return holder;
}

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
