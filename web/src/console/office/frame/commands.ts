/**
 * Commands, which run by key or by name. A part registers its commands for as long as it is on the page:
 *
 *     useCommands([
 *       { id: 'races.next', words: t.nextRace, keys: ['n'], run: () => … },
 *       { id: 'races.open', words: t.openRace, matches: (text) => raceNamed(text), run: (text) => … },
 *     ]);
 *
 * `keys`: `?`, `n`, `g p` (one after the other), `Ctrl+S`, `Alt+ArrowDown`. Single letters do nothing while somebody types,
 * and can be turned off in the list of keys (`?`). This file also decides which command a key press means;
 * `office-page.tsx` listens to the keys.
 */
import { computed, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Command {
  /** Unique, beginning with its part. */
  id: string;
  /** What it does, in the reader's language; the palette searches these words. */
  words: string;
  /** Each of these runs the command. */
  keys?: readonly string[];
  /**
   * Left out where a component handles the keys itself; then the command is only in the list of keys.
   *
   * @param text what was typed into the palette; empty when a key was pressed
   */
  run?: (text: string) => void;
  /**
   * For commands with a value, such as "delay 10": what the command would do with a typed text, in words; `undefined` where the
   * text does not fit.
   */
  matches?: (text: string) => string | undefined;
}

const registered = signal<readonly (readonly Command[])[]>([]);

/** All commands of the components on the page; of two with the same id the later one. */
export const commands = computed<readonly Command[]>(() => {
  const byId = new Map(registered.value.flat().map((command) => [command.id, command]));
  return [...byId.values()];
});

/** Registers the commands of a component while it is on the page. `list` may be new objects each time it is drawn. */
export function useCommands(list: readonly Command[]): void {
  const key = list.map(({ id, words }) => `${id} ${words}`).join('\n');
  // Runs the newest functions, although the registered list changes only with ids and words.
  const newest = useNewest(list);
  // A layout effect, so that the commands are there before the next key press.
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

/** The longest time between two keys of a sequence, such as `g p`. */
export const SEQUENCE_MILLIS = 1500;
/** Keys that work while somebody types, because single-line fields do not use them. */
const PAGE_KEYS: ReadonlySet<string> = new Set(['PageDown', 'PageUp']);

/**
 * Finds the keys that a press completes.
 *
 * @param press the newest key
 * @param before the key pressed alone just before it, if one was
 * @param known the keys of all commands: `?`, `g p`, `Ctrl+S`, `Alt+ArrowDown`
 * @param hasLetters whether single letters without Ctrl and Alt are keys
 * @returns the keys that are meant; `'wait'` where a further key may complete them; `undefined`: none
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

/** The name of a key press as commands write it. */
export function nameOf({ key, ctrl, alt, shift }: Press): string {
  const letter = key.length === 1 ? (ctrl || alt ? key.toUpperCase() : key) : key;
  const isShiftNamed = shift && key.length > 1;
  return `${ctrl ? 'Ctrl+' : ''}${alt ? 'Alt+' : ''}${isShiftNamed ? 'Shift+' : ''}${letter}`;
}

/**
 * The name of a key on the keyboards of a language.
 *
 * @param keys as commands write it: `Ctrl+S`, `g p`
 * @param names of the keys whose names differ from `KeyboardEvent.key`
 */
export function keyText(keys: string, names: Readonly<Record<string, string>>): string {
  return keys
    .split('+')
    .map((key) => (Object.hasOwn(names, key) ? names[key] : key))
    .join('+');
}
