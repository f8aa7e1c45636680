/** The pages of the history that are on the screen: the newest follows what happens, older ones are asked for. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { HistoryEntry } from '../../../../../src/contract/console/history.ts';
import { call } from '../../api.ts';
import type { Problem } from '../../problems.ts';
import { type Filters, joined, queryOf } from './history-decisions.ts';

interface ShownHistory {
  /** Newest first; nothing while the first page is asked for. */
  entries: readonly HistoryEntry[] | undefined;
  hasMore: boolean;
  problem: Problem | undefined;
  showMore(): void;
}

interface State {
  entries: readonly HistoryEntry[];
  next: number | null;
  query: string;
}

/** @param revision of the office: a newer one has newer entries */
export function useHistory(eventId: number, filters: Filters, revision: number): ShownHistory {
  const query = queryOf(filters);
  const [state, setState] = useState<State>();
  const [problem, setProblem] = useState<Problem>();
  // Which answers still matter: those to the filters that are set now.
  const current = useRef(query);
  current.current = query;
  const load = async (before?: number) => {
    const reply = await call('GET /events/{eventId}/history', {
      params: { eventId },
      query: { ...filters, before },
    });
    if (current.current !== query) return;
    setProblem(reply.problem);
    if (reply.problem) return;
    const { entries, next } = reply.body;
    setState((shown) => {
      const own = shown?.query === query ? shown : undefined;
      if (before !== undefined)
        return { entries: [...(own?.entries ?? []), ...entries], next, query };
      const all = joined(entries, own?.entries ?? []);
      return {
        entries: all,
        next: all.length > entries.length ? (own?.next ?? null) : next,
        query,
      };
    });
  };
  useEffect(() => void load(), [query, revision]);
  const shown = state?.query === query ? state : undefined;
  return {
    entries: shown?.entries,
    hasMore: shown !== undefined && shown.next !== null,
    problem,
    showMore: () => void load(shown?.next ?? undefined),
  };
}
