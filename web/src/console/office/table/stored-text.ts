/**
 * What stands in a field while nothing is typed into it: what was stored when the cursor came, so that no text moves
 * under the fingers; once what was typed is stored or given up, what is stored then.
 */
import { useRef } from 'preact/hooks';
import { shownRevision } from '../../documents/office.ts';

interface StoredText {
  /** What a text is typed over. */
  base: string;
  /** The revision at which the person saw it. */
  seen: () => number;
  /** To be told of each text that is typed, before the draft is. */
  onType: (value: string) => void;
  enter: () => void;
  leave: () => void;
}

/**
 * @param stored what is stored now @param typed what the draft holds; `undefined`: nothing
 * @param follows whether it follows what others store as long as nobody has typed into it, though the cursor is there
 */
export function useStoredText(
  stored: string,
  typed: string | undefined,
  follows = false,
): StoredText {
  const entered = useRef<{ text: string; seen: number } | undefined>(undefined);
  const typedBefore = useRef(typed);
  // A text that was typed back to what stood there is no draft, and yet somebody is typing.
  const isTypedBack = useRef(false);
  const isOver = typed === undefined && !isTypedBack.current;
  if (entered.current && isOver && (follows || typedBefore.current !== undefined)) {
    entered.current = { text: stored, seen: shownRevision() };
  }
  typedBefore.current = typed;
  const base = entered.current?.text ?? stored;
  return {
    base,
    seen: () => entered.current?.seen ?? shownRevision(),
    onType: (value) => {
      isTypedBack.current = value === base;
    },
    enter: () => {
      isTypedBack.current = false;
      entered.current = { text: stored, seen: shownRevision() };
    },
    leave: () => {
      isTypedBack.current = false;
      entered.current = undefined;
    },
  };
}
