/** What is said of an entry: struck through once its crew has withdrawn, and that it is out of competition, in words beside it. */
import type { ComponentChildren } from 'preact';
import type { BoardLane } from '../../../../src/contract/board.ts';
import { words } from '../words/board.ts';

interface EntryTextProps {
  lane: Pick<BoardLane, 'withdrawn' | 'outOfCompetition'>;
  children: ComponentChildren;
}

export function EntryText({ lane, children }: EntryTextProps) {
  if (!lane.withdrawn)
    return (
      <>
        {children}
        {lane.outOfCompetition && (
          <span class="withdrawn-word"> {words.value.outOfCompetition}</span>
        )}
      </>
    );
  return (
    <>
      <s>{children}</s> <span class="withdrawn-word">{words.value.withdrawn}</span>
    </>
  );
}
