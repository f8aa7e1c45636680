/** A swipe of a finger over the page, to the next and the previous race. */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Shorter ones are meant for something else. */
const MIN_PIXELS = 70;
/** A swipe that goes this much more down than across is scrolling. */
const MAX_SLOPE = 0.5;
const MAX_MILLIS = 600;

/** @param onSwipe `1` where the finger went to the left, which shows what comes next */
export function useSwipe(
  element: RefObject<HTMLElement | null>,
  onSwipe: (by: 1 | -1) => void,
): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let start: { x: number; y: number; at: number } | undefined;
    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches;
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, [data-drags]');
      start =
        touch && event.touches.length === 1 && !isElsewhere
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : undefined;
    };
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (!start || !touch || event.timeStamp - start.at > MAX_MILLIS) return;
      const [across, down] = [touch.clientX - start.x, touch.clientY - start.y];
      if (Math.abs(across) < MIN_PIXELS || Math.abs(down) > Math.abs(across) * MAX_SLOPE) return;
      onSwipe(across < 0 ? 1 : -1);
    };
    target.addEventListener('touchstart', onStart, { passive: true });
    target.addEventListener('touchend', onEnd, { passive: true });
    return () => {
      target.removeEventListener('touchstart', onStart);
      target.removeEventListener('touchend', onEnd);
    };
  });
}
