/** What another page proposes to type into a form, by the query of the address. */
import { useEffect } from 'preact/hooks';
import type { Values } from '../../drafts.ts';
import type { Form } from '../../form.ts';
import { goTo, queryValue } from '../../place.ts';

/** @param take is called once with the value; then the address is without it */
export function useProposal(name: string, take: (value: string) => void): void {
  const proposed = queryValue(name);
  useEffect(() => {
    if (proposed === null) return;
    take(proposed);
    const url = new URL(location.href);
    url.searchParams.delete(name);
    goTo(url.href, true);
  }, [proposed]);
}

/** Puts the cursor where what was proposed can be changed or sent, once the palette is gone. */
export function focusField<V extends Values>(form: Form<V>, name: keyof V & string): void {
  requestAnimationFrame(() => {
    const field = form.element?.querySelector<HTMLElement>(`[name=${name}]`);
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  });
}
