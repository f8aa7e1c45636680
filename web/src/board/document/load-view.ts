/**
 * Loads the other views of a board. A file of its own, for the first view of the board shall not name what they need; and without
 * imports that the first script has, because the bundler would tear that in two.
 */

/** By the last part of its path. */
export type View = 'display' | 'announcer' | 'print';

/** The page of a view, and what loads its words. */
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
