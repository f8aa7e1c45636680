/** A cache of API answers, documents and lists, so that a page that is opened again shows at once what it showed last. */
import { type Signal, signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ClubItem, PersonItem } from '../../../../src/contract/console/clubs.ts';
import type { ConsoleEvent } from '../../../../src/contract/console/events.ts';
import type { ConsoleKey, RowOf } from '../../../../src/contract/console/routes.ts';
import type { AnswerOf } from '../../../../src/contract/route-table.ts';
import { type ArgumentsOf, call, type PartsOf, pathOf, type Reply } from '../api.ts';
import { isGone, type Problem } from '../problems.ts';

/** A document on the screen: the last answer, and the problem that kept a newer one from it. */
export interface Loaded<Body> {
  body: Body | undefined;
  problem: Problem | undefined;
  /** Asks again, also while a request is under way: its answer may be older than a write. */
  reload(): Promise<void>;
  /** Shows what a write has answered. */
  replace(body: Body): void;
}

interface State {
  body: unknown;
  problem: Problem | undefined;
}

const states = new Map<string, Signal<State>>();

/** Drops everything, when another person signs in. */
export function forgetDocuments(): void {
  for (const state of states.values()) state.value = { body: undefined, problem: undefined };
}

/** The document that a route answers. It is asked for when the page opens, and when the reader comes back to it. */
export function useDocument<Key extends ConsoleKey>(
  key: Key,
  ...parts: ArgumentsOf<Key>
): Loaded<AnswerOf<RowOf<Key>>> {
  const path = pathOf(key, ...parts);
  const ask = () => load(path, () => call(key, ...parts));
  useEffect(() => {
    void ask();
    const onVisible = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [path]);
  const { body, problem } = stateOf(path).value;
  return {
    body: body as AnswerOf<RowOf<Key>> | undefined,
    problem,
    reload: () => loadAnew(path, ask),
    replace: (newer) => {
      stateOf(path).value = { body: newer, problem: undefined };
    },
  };
}

/** Requests under way, by path. */
const loading = new Map<string, Promise<void>>();

function load(path: string, ask: () => Promise<Reply<unknown>>): Promise<void> {
  let request = loading.get(path);
  if (!request) {
    request = fetchInto(path, ask).finally(() => loading.delete(path));
    loading.set(path, request);
  }
  return request;
}

/** Requests that wait for the one under way, by path. */
const following = new Map<string, Promise<void>>();

/** Asks for a document that has all that was written before the call: a request under way may have been answered earlier. */
function loadAnew(path: string, ask: () => Promise<void>): Promise<void> {
  const underWay = loading.get(path);
  if (!underWay) return ask();
  const request =
    following.get(path) ??
    underWay.then(() => {
      following.delete(path);
      return ask();
    });
  following.set(path, request);
  return request;
}

async function fetchInto(path: string, ask: () => Promise<Reply<unknown>>): Promise<void> {
  const state = stateOf(path);
  const reply = await ask();
  if (!reply.problem) {
    state.value = { body: reply.body, problem: undefined };
    return;
  }
  // A document that may no longer be seen is removed from the screen; without a connection the last answer stays.
  const body = isGone(reply.problem) ? undefined : state.peek().body;
  state.value = { body, problem: reply.problem };
}

function stateOf(path: string): Signal<State> {
  let state = states.get(path);
  if (!state) {
    state = signal<State>({ body: undefined, problem: undefined });
    states.set(path, state);
  }
  return state;
}

/** The lists, each with the name of its rows in the answer. */
const ROWS = { 'GET /events': 'events', 'GET /clubs': 'clubs', 'GET /people': 'people' } as const;

interface Rows {
  'GET /events': ConsoleEvent;
  'GET /clubs': ClubItem;
  'GET /people': PersonItem;
}
type ListKey = keyof Rows;
type Answer<Key extends ListKey> = { next: string | null } & Record<
  (typeof ROWS)[Key],
  Rows[Key][]
>;

/**
 * A list on the screen that may have thousands of rows: its first page, further pages that the reader has asked for, and the
 * search, which the service performs.
 */
export interface List<Row> extends Pick<Loaded<Row[]>, 'body' | 'problem' | 'reload'> {
  /** Whether there are more rows than these. */
  hasMore: boolean;
  showMore(): Promise<void>;
  /** What is typed into the search. */
  typed: string;
  search(typed: string): void;
}

/** How long nothing must be typed before a search is sent, because nobody wants an answer for each letter. */
const PAUSE_MILLIS = 150;

interface MoreRows<Row> {
  /** The search that has found the rows. */
  q: string;
  rows: Row[];
  next: string | null;
  problem: Problem | undefined;
}

/** @param filter part of the query of every request, such as archived events */
export function useList<Key extends ListKey>(
  key: Key,
  filter: Readonly<Record<string, boolean>> = {},
): List<Rows[Key]> {
  const [typed, search] = useState('');
  const [q, setQ] = useState('');
  const [more, setMore] = useState<MoreRows<Rows[Key]>>();
  const partsOf = (before?: string) =>
    ({ query: { ...filter, q: q || undefined, before } }) as unknown as PartsOf<Key>;
  const first = useDocument<Key>(key, ...([partsOf()] as never)) as Loaded<Answer<Key>>;
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), typed === '' ? 0 : PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [typed]);
  // While the answer to a search is waited for, the one before it stays.
  const shown = useRef<Answer<Key>>(undefined);
  if (first.body || first.problem) shown.current = first.body;
  const page = shown.current;
  const besides = more?.q === q ? more : undefined;
  const next = besides ? besides.next : (page?.next ?? null);
  const rowsOf = (answer: Answer<Key>): Rows[Key][] => answer[ROWS[key]];
  return {
    body: page && joined(rowsOf(page), besides?.rows ?? []),
    problem: first.problem ?? besides?.problem,
    reload: async () => {
      await first.reload();
      setMore(undefined);
    },
    hasMore: next !== null,
    showMore: async () => {
      if (next === null) return;
      const reply = await call<Key>(key, ...([partsOf(next)] as never));
      const rows = besides?.rows ?? [];
      if (reply.problem) setMore({ q, rows, next, problem: reply.problem });
      else {
        const answer = reply.body as Answer<Key>;
        const all = [...rows, ...rowsOf(answer)];
        setMore({ q, rows: all, next: answer.next, problem: undefined });
      }
    },
    ...{ typed, search },
  };
}

/** The rows of all pages; a row that has moved to a later page meanwhile is not shown twice. */
function joined<Row extends { id: number }>(first: readonly Row[], more: readonly Row[]): Row[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...more.filter(({ id }) => !known.has(id))];
}
