/**
 * Where the focus goes: into a field while somebody types; and when the element with the focus is removed from the page, as
 * often happens to a button that was pressed, to a place near it. The browser would move the focus to the top of the page, far
 * from where a person with a keyboard or a screen reader works. This is one rule for the whole console; a component that knows
 * a better place moves the focus there itself, as it draws or with `focusOnceDrawn`.
 */

/**
 * Puts the cursor into a field: at once where possible; else as soon as the changes are drawn, before the next key press, which
 * would be lost; else in the next frame, where a dialog that is about to close holds the focus, or the field is drawn in
 * another place.
 */
export function focusOnceDrawn(find: () => HTMLElement | null): void {
  const focus = () => {
    const field = find();
    field?.focus();
    return field !== null && document.activeElement === field;
  };
  let isThere = focus();
  // Changes are drawn in a microtask, which was queued before this one.
  queueMicrotask(() => {
    isThere ||= focus();
  });
  requestAnimationFrame(() => {
    if (!isThere || document.activeElement === document.body) focus();
  });
}

/** The element that has the focus, or had it last, and its ancestors from the inside out. Empty once the person has left it. */
let focused: readonly Element[] = [];

/** Starts this rule for the page; to be called once. */
export function followLostFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    focused = withAncestors(target);
  });
  document.addEventListener('focusout', () => queueMicrotask(forgetWhatWasLeft));
  new MutationObserver((changes) => {
    if (focused[0]?.isConnected !== false) return;
    const around = focused.filter((element) => element.isConnected);
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    // After the frame, and after the effects of components that follow it: they may move the focus themselves.
    requestAnimationFrame(() => setTimeout(() => moveFocus(around, added)));
  }).observe(document.body, { childList: true, subtree: true });
}

function withAncestors(target: EventTarget | null): Element[] {
  const found: Element[] = [];
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
    found.push(at);
  return found;
}

/**
 * Where the element is still on the page, the person has clicked on nothing or left a field with Escape: the body is meant to
 * have the focus. In some browsers an element loses the focus before it is removed; when this microtask runs, it is removed.
 */
function forgetWhatWasLeft(): void {
  if (focused[0]?.isConnected && isNowhere()) focused = [];
}

function moveFocus(around: readonly Element[], added: readonly Node[]): void {
  if (focused[0]?.isConnected !== false) return;
  focused = [];
  if (!isNowhere() || document.querySelector('dialog:modal')) return;
  const field = firstField(added);
  if (field) {
    field.focus();
    return;
  }
  for (const heading of headings(around)) {
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // A heading that cannot be seen does not take the focus.
    if (document.activeElement === heading) return;
  }
}

/** The first field of a form that was added in the same change: the removed button has opened it. `null` without a form. */
function firstField(added: readonly Node[]): HTMLElement | null {
  for (const node of added) {
    if (!(node instanceof Element) || !node.isConnected) continue;
    const form = node.matches('form') ? node : node.querySelector('form');
    const field = form?.querySelector<HTMLElement>('input, select, textarea');
    if (field) return field;
  }
  return null;
}

/** The headings of the sections around the lost element, the innermost section first, then the heading of the page. */
function* headings(around: readonly Element[]): Generator<HTMLElement> {
  for (const section of around.filter((element) => element.matches('section')))
    yield* section.querySelectorAll<HTMLElement>('h1, h2, h3');
  yield* document.querySelectorAll<HTMLElement>('main h1');
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
