/** Where the cursor goes while somebody types. */

/**
 * Puts the cursor into a field: at once where that is possible, or the next keys would be lost; in the next frame
 * where the field is not drawn yet, a dialog that is about to close holds the cursor, or the field is drawn in
 * another place.
 */
export function focusOnceDrawn(find: () => HTMLElement | null): void {
  const field = find();
  field?.focus();
  const isThere = field !== null && document.activeElement === field;
  requestAnimationFrame(() => {
    if (!isThere || document.activeElement === document.body) find()?.focus();
  });
}
