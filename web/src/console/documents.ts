/** What the API has answered, kept so that a page that is opened again shows at once what it showed last. */
import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { send } from './api.ts';
import type { Problem } from './problems.ts';

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

/** The document at a path of the API. It is asked for when the page opens, and when the reader comes back to it. */
export function useDocument<Body>(path: string): Loaded<Body> {
  useEffect(() => {
    void load(path);
    const onVisible = () => {
      if (document.visibilityState === 'visible') void load(path);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [path]);
  const { body, problem } = stateOf(path).value;
  return {
    body: body as Body | undefined,
    problem,
    reload: () => load(path),
    replace: (newer) => {
      stateOf(path).value = { body: newer, problem: undefined };
    },
  };
}

/** Requests under way, by path. */
const loading = new Map<string, Promise<void>>();

function load(path: string): Promise<void> {
  let request = loading.get(path);
  if (!request) {
    request = fetchInto(path).finally(() => loading.delete(path));
    loading.set(path, request);
  }
  return request;
}

async function fetchInto(path: string): Promise<void> {
  const state = stateOf(path);
  const reply = await send<unknown>('GET', path);
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
