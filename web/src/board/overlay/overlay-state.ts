/** What the overlay shows now: it changes with the clock, with a newer document, and when the service falls silent. */
import { computed, effect, signal } from '@preact/signals';
import type { Board } from '../../../../src/contract/board.ts';
import { SECOND_MILLIS } from '../../../../src/contract/time-units.ts';
import { dayRowedAt } from '../../shared/race/running-order.ts';
import type { Around } from '../display/screen-parts.tsx';
import { aliveAt, board, notFound, now } from '../embed/embed-document.ts';
import {
  type Card,
  cardOf,
  type Fresh,
  move,
  newResultOf,
  type Position,
  stepsOf,
} from './cards.ts';
import { readOptions } from './options.ts';

/** After this long without a sign of the service nothing is shown, because old data must not appear over a live picture. */
const SILENT_MILLIS = 60_000;

export const options = readOptions(location.search);

const timezone = computed(() => board.value?.timezone ?? null);
const today = computed(() => dayRowedAt(board.value, now.value));
const races = computed(() => new Map(board.value?.races.map((race) => [race.id, race])));
export const around = computed<Around>(() => ({ now, today, races, timezone: timezone.value }));

/** The card that is shown; `undefined` while there is nothing to show. The same object while its content is the same. */
export const card = signal<Card | undefined>(undefined);

let position: Position | undefined;
let fresh: Fresh | undefined;
let last: Board | undefined;

/** Runs for as long as the page is open. */
export function startShowing(): void {
  effect(() => {
    const document = notFound.value ? undefined : board.value;
    if (document && last && document !== last) noteResult(last, document);
    last = document ?? last;
    const isSilent = now.value - aliveAt.value >= SILENT_MILLIS;
    const found = document && !isSilent ? cardNow(document) : undefined;
    if (JSON.stringify(found) !== JSON.stringify(card.peek())) card.value = found;
  });
  tick();
}

function noteResult(before: Board, after: Board): void {
  const raceId = newResultOf(before, after);
  if (raceId === undefined) return;
  now.value = Date.now();
  fresh = { raceId, at: now.value };
}

function cardNow(document: Board): Card | undefined {
  const moment = { now: now.value, fresh };
  const steps = stepsOf(document, options, moment);
  position = move(position, steps, moment);
  return position && cardOf(steps, position, moment.now);
}

/** Moves the clock with every full second, so that clock and running time change when others do. */
function tick(): void {
  now.value = Date.now();
  setTimeout(tick, SECOND_MILLIS - (Date.now() % SECOND_MILLIS));
}
