/**
 * Where the focus goes: into a field while somebody types; and when what had it is taken off the page, as a button that was
 * pressed often is, where the browser would put it at the top, far from where somebody with a keyboard or a screen reader works.
 * That is one rule for the whole console; a component that knows a better place moves the focus there by itself, as it draws or
 * with `focusOnceDrawn`.
 */

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

/** What has the focus, or had it last, and all around it, the innermost first. Empty once somebody has left it. */
let focused: readonly Element[] = [];

/** Begins with this page. */
export function followLostFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    focused = withAncestors(target);
  });
  document.addEventListener('focusout', () => queueMicrotask(forgetWhatWasLeft));
  new MutationObserver((changes) => {
    if (focused[0]?.isConnected !== false) return;
    const around = focused.filter((element) => element.isConnected);
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    // After the frame, and what components do in effects after it: they may move the focus themselves.
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
 * Somebody has clicked on nothing, or has left a field with Escape: the body is meant to have the focus. What is taken off
 * the page loses the focus in some browsers before it goes; by the microtask it has gone.
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
    // One that cannot be seen does not take it.
    if (document.activeElement === heading) return;
  }
}

/** Of a form that came with the same change: the button has opened it. */
function firstField(added: readonly Node[]): HTMLElement | null {
  for (const node of added) {
    if (!(node instanceof Element) || !node.isConnected) continue;
    const form = node.matches('form') ? node : node.querySelector('form');
    const field = form?.querySelector<HTMLElement>('input, select, textarea');
    if (field) return field;
  }
  return null;
}

/** Those of the sections around it, the innermost first, then that of the page. */
function* headings(around: readonly Element[]): Generator<HTMLElement> {
  for (const section of around.filter((element) => element.matches('section')))
    yield* section.querySelectorAll<HTMLElement>('h1, h2, h3');
  yield* document.querySelectorAll<HTMLElement>('main h1');
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
