/**
 * The `Idempotency-Key` of a form that makes something. It lasts as long as what is typed does, through a reload
 * too, so that sending the same form again after a lost answer makes nothing twice.
 */
import { readJson } from '../drafts.ts';
import { readTab, writeTab } from '../tab-storage.ts';

/** Where the browser refuses to store, a key lasts as long as the page. */
const keptOnPage = new Map<string, Kept>();

interface Kept {
  key: string;
  values: string;
}

/** The key of a request. @param form name of the form @param values what it sends; other values are another request */
export function requestKey(form: string, values: object): string {
  const text = JSON.stringify(values);
  const earlier = readKept(readTab(tabKey(form))) ?? keptOnPage.get(form);
  if (earlier?.values === text) return earlier.key;
  const kept = { key: newKey(), values: text };
  keptOnPage.set(form, kept);
  writeTab(tabKey(form), JSON.stringify(kept));
  return kept.key;
}

/** Forgets the key, once its request was answered: the same values again are then meant to make another one. */
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
