/** Where the cursor goes while somebody types. */

/**
 * Puts the cursor into a field: at once where that is possible, or as soon as what has changed is drawn, before the next
 * key comes, which would be lost; in the next frame where a dialog that is about to close holds the cursor, or the
 * field is drawn in another place.
 */
export function focusOnceDrawn(find: () => HTMLElement | null): void {
  const focus = () => {
    const field = find();
    field?.focus();
    return field !== null && document.activeElement === field;
  };
  let isThere = focus();
  // Changes are drawn in a microtask, which stands before this one.
  queueMicrotask(() => {
    isThere ||= focus();
  });
  requestAnimationFrame(() => {
    if (!isThere || document.activeElement === document.body) focus();
  });
}
