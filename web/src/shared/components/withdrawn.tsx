/** What is said of an entry: struck through once its crew has withdrawn, with the word beside it. */
import type { ComponentChildren } from 'preact';
import type { BoardLane } from '../../../../src/contract/board.ts';
import { words } from '../words/board.ts';

interface EntryTextProps {
  lane: Pick<BoardLane, 'withdrawn'>;
  children: ComponentChildren;
}

export function EntryText({ lane, children }: EntryTextProps) {
  if (!lane.withdrawn) return <>{children}</>;
  return (
    <>
      <s>{children}</s> <span class="withdrawn-word">{words.value.withdrawn}</span>
    </>
  );
}
