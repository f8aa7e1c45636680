/** Ctrl+P on the board prints sheets, as the print page does. What draws them is loaded once the board stands still. */

/** Long after the first view, which this must not slow down. */
const LOAD_AFTER_MILLIS = 10_000;

/** Loads it after a while, or as soon as a key is pressed that may begin Ctrl+P. */
export function preparePrinting(): void {
  let isLoading = false;
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    try {
      const { printPaper } = await import('../print/board-paper.tsx');
      printPaper();
    } catch {
      // Without a connection: the next key tries again.
      isLoading = false;
    }
  };
  setTimeout(() => void load(), LOAD_AFTER_MILLIS);
  document.addEventListener('keydown', ({ ctrlKey, metaKey }) => {
    if (ctrlKey || metaKey) void load();
  });
}
