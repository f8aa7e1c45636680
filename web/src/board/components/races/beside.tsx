/** What stands beside the running order on a wide screen: the children, and the results that came in last. */
import type { ComponentChildren } from 'preact';
import type { Board } from '../../../../../src/contract/board.ts';
import { later } from '../../document/later.ts';
import { isWide } from '../../page/wide-screen.ts';

export function Beside({ board, children }: { board: Board; children: ComponentChildren }) {
  const parts = later.value;
  return (
    <div class="beside">
      {children}
      {isWide.value && parts && <parts.LastResults board={board} />}
    </div>
  );
}
