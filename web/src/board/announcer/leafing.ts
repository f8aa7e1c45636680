/** Leafs with the keys and with a finger. */

interface Leafing {
  leaf(step: -1 | 1): void;
  /** Back to the race that is on. */
  back(): void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = {
  ...{ ArrowLeft: -1, PageUp: -1 },
  ...{ ArrowRight: 1, PageDown: 1 },
};

/** A finger that moves so far to the side, in CSS pixels, and more to the side than up or down, leafs. */
const SWIPE_PIXELS = 60;

/** @returns what stops it */
export function startLeafing({ leaf, back }: Leafing): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    // What is chosen with the arrows in a list of languages leafs through no races.
    if (ctrlKey || metaKey || altKey || target instanceof HTMLSelectElement) return;
    const step = STEPS[key];
    if (step) leaf(step);
    else if (key === 'Escape') back();
    else return;
    event.preventDefault();
  };
  let from: { x: number; y: number } | undefined;
  const onTouch = ({ touches }: TouchEvent) => {
    const [touch, another] = touches;
    // Two fingers make the page larger.
    from = touch && !another ? { x: touch.clientX, y: touch.clientY } : undefined;
  };
  const onRelease = ({ changedTouches }: TouchEvent) => {
    const [touch] = changedTouches;
    if (!from || !touch) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    from = undefined;
    if (Math.abs(x) < SWIPE_PIXELS || Math.abs(x) < 2 * Math.abs(y)) return;
    leaf(x < 0 ? 1 : -1);
  };
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener('keydown', onKey, { signal });
  addEventListener('touchstart', onTouch, { signal, passive: true });
  addEventListener('touchend', onRelease, { signal, passive: true });
  return () => stop.abort();
}
