/**
 * Swaps two lanes by mouse and finger: drag the handle onto another lane, or tap one handle and then another. By
 * keyboard it is Alt and an arrow.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../../../documents/announcements.ts';
import { racesWords } from '../races-words.ts';

/** The lane whose handle was tapped, and the one that a finger is over. */
const chosen = signal<number | undefined>(undefined);
const over = signal<number | undefined>(undefined);
/** Less is a tap. */
const DRAG_PIXELS = 8;

interface SwapHandleProps {
  position: number;
  label: string;
  onSwap: (other: number) => void;
}

export function SwapHandle({ position, label, onSwap }: SwapHandleProps) {
  const t = racesWords.value;
  const start = useRef<{ y: number; isDrag: boolean } | undefined>(undefined);
  useEffect(
    () => () => {
      if (chosen.peek() === position) chosen.value = undefined;
    },
    [],
  );
  const onMove = (event: PointerEvent) => {
    if (!start.current) return;
    if (Math.abs(event.clientY - start.current.y) > DRAG_PIXELS) start.current.isDrag = true;
    if (start.current.isDrag) over.value = positionAt(event);
  };
  const onEnd = (event: PointerEvent) => {
    const target = start.current?.isDrag ? positionAt(event) : undefined;
    over.value = undefined;
    if (target !== undefined && target !== position) onSwap(target);
  };
  const onClick = () => {
    const wasDrag = start.current?.isDrag;
    start.current = undefined;
    if (wasDrag) return;
    const first = chosen.peek();
    chosen.value = first === undefined ? position : undefined;
    if (first === undefined) announce(t.swapWith);
    else if (first !== position) onSwap(first);
  };
  const isMarked = chosen.value === position || over.value === position;
  return (
    <button
      type="button"
      class={isMarked ? 'pill swap-handle marked' : 'pill swap-handle'}
      data-drags
      aria-label={t.swap(label)}
      aria-pressed={chosen.value === position}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onPointerDown={(event) => {
        start.current = { y: event.clientY, isDrag: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={onEnd}
      onPointerCancel={() => {
        start.current = undefined;
        over.value = undefined;
      }}
      onClick={onClick}
    >
      <span aria-hidden="true">⇅</span>
    </button>
  );
}

function positionAt({ clientX, clientY }: PointerEvent): number | undefined {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-position]');
  return row ? Number(row.dataset.position) : undefined;
}
