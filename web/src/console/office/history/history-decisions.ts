/** Decides which entries of the history are requested, which can be undone, and how pages of them are joined. Pure. */
import type { HistoryChange, HistoryEntry } from '../../../../../src/contract/console/history.ts';
import { isErasure } from '../../../../../src/domain/history/changes.ts';
import type { HistoryWords } from '../../words/office-history.ts';
import { numberIn } from '../conflicts/change-words.ts';

/** How many changes of an entry are shown at first; a push of a programme has many. */
const SHOWN_CHANGES = 3;

const NAMES = ['race', 'crew', 'person', 'key', 'operation'] as const;
export type FilterName = (typeof NAMES)[number];
/** An entry has to match all filters that are set. */
export type Filters = Partial<Record<FilterName, string>>;

/** The filters in an address. @param read returns a value of its query */
export function filtersOf(read: (name: string) => string | null): Filters {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = read(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Filters as the query of an address, with `?`; empty without filters. */
export function queryOf(filters: Filters): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (filters[name]) query.set(name, filters[name]);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether an undo can succeed at all: publishing, notices, an event's facts and erased names stay (console, "Details"). */
export function canUndo({
  changes,
  operation,
}: Pick<HistoryEntry, 'changes' | 'operation'>): boolean {
  if (operation === 'add-event' || isErasure({ operation })) return false;
  return changes.every(({ subject, before, after }) => {
    if (subject === 'event' || subject === 'notice') return false;
    if (subject !== 'schedule') return true;
    return before !== null && after !== null && !('status' in after);
  });
}

/** The changes of an entry, those that match the filters first; and which are shown before somebody asks for more. */
export function inView(
  changes: readonly HistoryChange[],
  { race, crew }: Filters,
): { all: HistoryChange[]; first: HistoryChange[] } {
  const isWanted = (change: HistoryChange) => {
    const { subject, id, before, after } = change;
    if (race !== undefined)
      return (subject === 'race' || subject === 'lane') && String(id) === race;
    if (crew === undefined) return false;
    if (subject === 'team') return String(id) === crew;
    return [before, after].some((side) => String(side?.teamId) === crew);
  };
  const wanted = changes.filter(isWanted);
  const all = [...wanted, ...changes.filter((change) => !isWanted(change))];
  return { all, first: wanted.length > 0 ? wanted : all.slice(0, SHOWN_CHANGES) };
}

/**
 * How many changes of an entry are not shown yet, and whether the page has them: of a long entry the service sends only the
 * first.
 */
export function moreOf(
  { changes, changeCount }: Pick<HistoryEntry, 'changes' | 'changeCount'>,
  shown: readonly HistoryChange[],
): { count: number; canOpen: boolean } {
  return { count: changeCount - shown.length, canOpen: changes.length > shown.length };
}

/** The numbers that entries of the history have for races, by id, also of removed races; the first entry wins. */
export function raceNumbersIn(
  entries: readonly Pick<HistoryEntry, 'changes'>[],
): Map<number, string> {
  const numbers = new Map<number, string>();
  for (const { subject, id, name } of entries.flatMap(({ changes }) => changes)) {
    const isOfRace = subject === 'race' || subject === 'lane';
    if (isOfRace && id !== undefined && !numbers.has(id)) numbers.set(id, numberIn(name));
  }
  return numbers;
}

/** The ids of entries that were undone by others of these, unless the undo was undone itself. */
export function undoneIds(entries: readonly Pick<HistoryEntry, 'id' | 'undoOf'>[]): Set<number> {
  const undone = new Set<number>();
  // Newest first: an undo that was undone counts no more.
  for (const { id, undoOf } of entries) if (undoOf !== null && !undone.has(id)) undone.add(undoOf);
  return undone;
}

/** Entries, newest first; `next`: the id before which there are more, `null` for none. */
export interface Listed {
  entries: readonly HistoryEntry[];
  next: number | null;
}

/**
 * Joins a page to the entries on the screen, without gaps or doubles.
 *
 * @param before as it was requested; `undefined`: the newest page, which replaces all entries where some may be missing in
 *   between
 */
export function joined(shown: Listed, page: Listed, before?: number): Listed {
  if (before !== undefined) {
    // Otherwise the page was requested twice, or follows entries that are no longer on the screen.
    const follows = shown.next === before;
    return follows ? { ...page, entries: [...shown.entries, ...page.entries] } : shown;
  }
  const last = page.entries.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const older = shown.entries.filter(({ id }) => id < last);
  const isApart = page.next !== null && older.length === shown.entries.length;
  return isApart || older.length === 0
    ? page
    : { entries: [...page.entries, ...older], next: shown.next };
}

/** Before anything is on the screen. */
export const NONE_LISTED: Listed = { entries: [], next: null };

/** People and keys in the entries, for the choice of a filter; each once, sorted. */
export function authorsOf(entries: readonly HistoryEntry[]): {
  people: [id: string, name: string][];
  keys: string[];
} {
  const people = new Map<string, string>();
  const keys = new Set<string>();
  for (const { userId, displayName, keyPrefix } of entries) {
    if (userId !== null) people.set(String(userId), displayName ?? String(userId));
    if (keyPrefix !== null) keys.add(keyPrefix);
  }
  return {
    people: [...people].sort((a, b) => a[1].localeCompare(b[1])),
    keys: [...keys].sort(),
  };
}

/**
 * What an operation with several effects did, by what it changed.
 *
 * @returns `undefined` where the name of the operation says it
 */
export function didOf({
  operation,
  changes,
}: Pick<HistoryEntry, 'operation' | 'changes'>): keyof HistoryWords['did'] | undefined {
  const values = Object.assign({}, ...changes.map(({ after }) => after ?? {}));
  switch (operation) {
    case 'set-race-state':
      return STATES.find((state) => state === values.state);
    case 'withdraw-crew':
      return values.withdrawn === true
        ? 'withdrew'
        : values.withdrawn === false
          ? 'putBack'
          : undefined;
    case 'set-official':
      return values.official === true
        ? 'official'
        : values.official === false
          ? 'provisional'
          : undefined;
    default:
      return undefined;
  }
}

const STATES = ['cancelled', 'postponed', 'planned'] as const;
