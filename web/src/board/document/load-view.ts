/**
 * Loads the other views of a board. It is a file of its own, so that the first script does not name what they need; and it
 * imports nothing that the first script imports, because the bundler would split that script in two.
 */

/** A view, named by the last part of its path. */
export type View = 'display' | 'announcer' | 'print';

/** The page of a view, and the function that loads its words. */
export async function loadView(view: View) {
  if (view === 'display') {
    const { Page, loadLaterTranslation } = await import('../display/display-page.tsx');
    return { Page, loadLaterTranslation };
  }
  if (view === 'announcer') {
    const { Page, loadLaterTranslation } = await import('../announcer/announcer-page.tsx');
    return { Page, loadLaterTranslation };
  }
  const { Page, loadLaterTranslation } = await import('../print/print-page.tsx');
  return { Page, loadLaterTranslation };
}
