/** Reads the query of a list, and makes the page of the list that answers it (adopt, "Lists"). */
import { MAX_LISTED } from '../../contract/limits.ts';
import type { Violation } from '../../contract/problem.ts';
import { readRowId } from '../event/event-address.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { hasWords, MAX_SEARCH_LENGTH, searchText, searchWords } from '../text/search-text.ts';

export interface ListQuery<Place> {
  /** As `searchWords` gives them. */
  words: readonly string[];
  /** Where the page before ended; `undefined`: the first page. */
  before: Place | undefined;
  limit: number;
  /** `undefined`: all years. */
  year: number | undefined;
}

/** How a list is sorted: by the places of its items, which it compares, and writes as the `next` of a page. */
export interface ListOrder<Item, Place> {
  placeOf(item: Item): Place;
  compare(a: Place, b: Place): number;
  write(place: Place): string;
  /** @returns `undefined` if the text is no `next` */
  read(text: string): Place | undefined;
}

/**
 * Reads the query of an address; unknown parameters are ignored.
 *
 * @param order of the list
 * @param has.years whether the list can be asked for a year
 * @returns 422 naming each wrong value
 */
export function readListQuery<Place>(
  query: URLSearchParams,
  order: Pick<ListOrder<never, Place>, 'read'>,
  has: { years?: boolean } = {},
): ListQuery<Place> | Refusal {
  const violations: Violation[] = [];
  const read = <Value>(name: string, detail: string, from: (text: string) => Value | undefined) => {
    const [text, ...more] = query.getAll(name);
    if (text === undefined) return undefined;
    const value = more.length === 0 ? from(text) : undefined;
    if (value === undefined) violations.push({ field: name, detail });
    return value;
  };
  const year = has.years
    ? read('year', 'must be a year of four digits, once', readYear)
    : undefined;
  const words = read('q', `must have at most ${MAX_SEARCH_LENGTH} characters, once`, (text) =>
    [...text].length <= MAX_SEARCH_LENGTH ? searchWords(text) : undefined,
  );
  const before = read('before', 'must be the `next` of another page', order.read);
  const limit = read('limit', `must be a whole number from 1 to ${MAX_LISTED}, once`, (text) =>
    /^[1-9]\d{0,8}$/.test(text) && Number(text) <= MAX_LISTED ? Number(text) : undefined,
  );
  if (violations.length > 0) return invalid(violations);
  return { words: words ?? [], before, limit: limit ?? MAX_LISTED, year };
}

/** Reads a year in a query or in the address of its list; `undefined` if the text is not four digits. */
export function readYear(text: string): number | undefined {
  return /^\d{4}$/.test(text) ? Number(text) : undefined;
}

/** One page of a list. @param sorted all that is found, in the order of the list @returns `next`: `null` on the last page */
export function pageOf<Item, Place>(
  sorted: readonly Item[],
  { before, limit }: Pick<ListQuery<Place>, 'before' | 'limit'>,
  order: Pick<ListOrder<NoInfer<Item>, Place>, 'placeOf' | 'compare' | 'write'>,
): { items: Item[]; next: string | null } {
  const isLater = (item: Item) => before && order.compare(order.placeOf(item), before) > 0;
  const first = before === undefined ? 0 : sorted.findIndex(isLater);
  const items = first === -1 ? [] : sorted.slice(first, first + limit);
  const last = items.at(-1);
  const isMore = first !== -1 && first + limit < sorted.length;
  return { items, next: isMore && last ? order.write(order.placeOf(last)) : null };
}

/** The place of an item in a list by name. */
interface NamePlace {
  /** As `searchText` gives it. */
  name: string;
  id: number;
}

/**
 * The items whose texts contain all words of a query, sorted by name: clubs and people.
 *
 * @param textsOf the texts of an item in which the words are looked for
 */
export function findByName<Item extends { id: number; name: string }>(
  items: readonly Item[],
  { words }: Pick<ListQuery<unknown>, 'words'>,
  textsOf: (item: Item) => readonly string[],
): (NamePlace & { item: Item })[] {
  return items
    .filter((item) => words.length === 0 || hasWords(searchText(textsOf(item).join(' ')), words))
    .map((item) => ({ item, id: item.id, name: searchText(item.name) }))
    .sort(BY_NAME.compare);
}

/** By name without case and accents, then by id: clubs and people. */
export const BY_NAME: ListOrder<NamePlace, NamePlace> = {
  placeOf: (item) => item,
  compare: (a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)) || a.id - b.id,
  // A place stays valid when its item is deleted or renamed, so the next page can still be asked for.
  write: ({ name, id }) => `${id}.${Buffer.from(name).toString('base64url')}`,
  read: (text) => {
    const [, digits = '', name = ''] = /^(\d+)\.([\w-]*)$/.exec(text) ?? [];
    const id = readRowId(digits);
    return id === undefined ? undefined : { id, name: Buffer.from(name, 'base64url').toString() };
  },
};
