/** `?row=12` in the address of a part with a table: the row is shown, and the cursor stands in it. */
import { useEffect } from 'preact/hooks';
import { queryValue } from '../../place.ts';

/** A part that is opened first has to be loaded. */
const MAX_WAIT_MILLIS = 5000;

/** @param part another one is another table */
export function useFocusRow(part: string): void {
  const row = queryValue('row');
  useEffect(() => {
    if (row === null || !/^\d+$/.test(row)) return;
    const until = Date.now() + MAX_WAIT_MILLIS;
    let frame = 0;
    const look = () => {
      const cell = document.querySelector<HTMLElement>(`[data-cell^="${row} "]`);
      if (cell) {
        cell.scrollIntoView({ block: 'center' });
        cell.focus({ preventScroll: true });
      } else if (Date.now() < until) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [part, row]);
}
