/**
 * The `Idempotency-Key` of a form that creates something. It lasts as long as the draft, also through a reload, so that sending
 * the same form again after a lost answer creates nothing twice.
 */
import { readJson } from '../drafts.ts';
import { readTab, writeTab } from '../tab-storage.ts';

/** For browsers that refuse to store: the key lasts as long as the page. */
const keptOnPage = new Map<string, Kept>();

interface Kept {
  key: string;
  values: string;
}

/** The key of a request. @param form name of the form @param values what it sends; other values get another key */
export function requestKey(form: string, values: object): string {
  const text = JSON.stringify(values);
  const earlier = readKept(readTab(tabKey(form))) ?? keptOnPage.get(form);
  if (earlier?.values === text) return earlier.key;
  const kept = { key: newKey(), values: text };
  keptOnPage.set(form, kept);
  writeTab(tabKey(form), JSON.stringify(kept));
  return kept.key;
}

/** Forgets the key once its request was answered: the same values sent again then create another thing. */
export function forgetRequestKey(form: string): void {
  keptOnPage.delete(form);
  writeTab(tabKey(form), null);
}

function tabKey(form: string): string {
  return `request ${form}`;
}

function readKept(text: string | null): Kept | undefined {
  const { key, values } = (readJson(text) ?? {}) as Partial<Kept>;
  return typeof key === 'string' && typeof values === 'string' ? { key, values } : undefined;
}

/** Random, also where the page came without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
