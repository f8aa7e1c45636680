/** The clock of the big screen: it moves with every full second, so that all screens change at once. */
import { computed, signal } from '@preact/signals';
import { liveBoard, now } from '../document/document-on-screen.ts';
import { readOptions } from './options.ts';
import { hasRailAt, type Turn, turnAt, turnKey, turnsOf } from './turns.ts';

const SECOND_MILLIS = 1000;

export const options = readOptions(location.search);

/** Whether the view that stands is held. */
export const isPaused = signal(false);

interface Shown {
  /** Of `count`, from 0. */
  index: number;
  count: number;
  turn: Turn;
  /** Whether the column beside the view is shown. */
  hasRail: boolean;
}

let last: Shown | undefined;

/** What is on the screen, once there is a document; the same object while a second changes nothing. */
export const shown = computed(() => {
  const board = liveBoard.board.value;
  const at = now.value;
  if (!board) return undefined;
  const turns = turnsOf(board, options, at);
  const index =
    isPaused.value && last ? indexOf(turns, last.turn) : turnAt(turns, at, options.seconds);
  const turn = turns[index];
  // A view that is held stays, also once it is no longer one of them.
  if (!turn) return last;
  const hasRail = isPaused.value && last ? last.hasRail : hasRailAt(at, options.seconds);
  const found: Shown = { index, count: turns.length, turn, hasRail };
  if (!last || JSON.stringify(found) !== JSON.stringify(last)) last = found;
  return last;
});

function indexOf(turns: readonly Turn[], held: Turn): number {
  const key = turnKey(held);
  return turns.findIndex((turn) => turnKey(turn) === key);
}

/** Number of the present turn since 1970. */
function turnNumber(): number {
  return Math.floor(Date.now() / (options.seconds * SECOND_MILLIS));
}

/** @param onTurn called when one turn ends and the next begins; not while it is paused @returns what stops it */
export function startTicking(onTurn: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let last = turnNumber();
  const tick = () => {
    now.value = Date.now();
    timer = setTimeout(tick, SECOND_MILLIS - (Date.now() % SECOND_MILLIS));
    if (turnNumber() === last) return;
    last = turnNumber();
    if (!isPaused.peek()) onTurn();
  };
  tick();
  return () => clearTimeout(timer);
}
