/**
 * Which of the things that can be sent from a page is the foremost: what was typed last, else the first that waits for
 * somebody. Only its button is not quiet, so that a page has one such button however many of its forms and
 * tables hold something that is not saved; and it is the one that the key for saving presses.
 */
import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';

/** All that want to be it; the last one is. */
const candidates = signal<readonly object[]>([]);

/**
 * @param wants whether there is something to send
 * @param typed another value after each letter; `undefined` for what nobody types, which is behind all that is typed
 */
export function useForemost(wants: boolean, typed?: unknown): boolean {
  const self = useMemo(() => ({}), []);
  useLayoutEffect(() => {
    const others = candidates.peek().filter((each) => each !== self);
    if (!wants) candidates.value = others;
    else candidates.value = typed === undefined ? [self, ...others] : [...others, self];
  }, [wants, typed]);
  useLayoutEffect(
    () => () => {
      candidates.value = candidates.peek().filter((each) => each !== self);
    },
    [],
  );
  return candidates.value.at(-1) === self;
}
