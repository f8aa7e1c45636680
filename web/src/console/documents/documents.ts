/** What the API has answered, kept so that a page that is opened again shows at once what it showed last. */
import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ConsoleKey, RowOf } from '../../../../src/contract/console/routes.ts';
import type { AnswerOf } from '../../../../src/contract/route-table.ts';
import { type ArgumentsOf, call, pathOf, type Reply } from '../api.ts';
import type { Problem } from '../problems.ts';

/** A document on the screen: what was answered last, and why there is nothing newer. */
export interface Loaded<Body> {
  body: Body | undefined;
  problem: Problem | undefined;
  /** Asks again. */
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
    reload: ask,
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

async function fetchInto(path: string, ask: () => Promise<Reply<unknown>>): Promise<void> {
  const state = stateOf(path);
  const reply = await ask();
  if (!reply.problem) {
    state.value = { body: reply.body, problem: undefined };
    return;
  }
  // What may no longer be seen goes from the screen; without a connection the last answer stays.
  const body = isGone(reply.problem) ? undefined : state.peek().body;
  state.value = { body, problem: reply.problem };
}

function isGone({ code }: Problem): boolean {
  return code === 'not_found' || code === 'event_not_found' || code === 'forbidden';
}

function stateOf(path: string): Signal<State> {
  let state = states.get(path);
  if (!state) {
    state = signal<State>({ body: undefined, problem: undefined });
    states.set(path, state);
  }
  return state;
}
