/**
 * What can be done by key or by name. A part registers its commands for as long as it is on the page:
 *
 *     useCommands([
 *       { id: 'races.next', words: t.nextRace, keys: ['n'], run: () => … },
 *       { id: 'races.open', words: t.openRace, matches: (text) => raceNamed(text), run: (text) => … },
 *     ]);
 *
 * `keys`: `?`, `n`, `g p` (one after the other), `Ctrl+S`, `Alt+ArrowDown`. Keys of letters alone do nothing while
 * somebody types, and can be turned off in the list of keys (`?`).
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
