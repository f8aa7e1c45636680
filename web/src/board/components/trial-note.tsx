/** Says that an event is a trial, so that nobody takes its races for real ones. */
import type { Board } from '../../../../src/contract/board.ts';
import { words } from '../../shared/words/board.ts';

export function TrialNote({ board }: { board: Board }) {
  return board.trial ? <p class="trial">{words.value.trial}</p> : null;
}
