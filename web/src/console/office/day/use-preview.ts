/** What a write would do, asked of the service while somebody types. */
import { useEffect, useState } from 'preact/hooks';
import { send } from '../../api.ts';
import type { Problem } from '../../problems.ts';

/** After the last key, so that not every digit is asked for. */
const PAUSE_MILLIS = 200;

export interface Preview<Answer> {
  /** Of what is typed now; nothing while it is asked for. */
  answer: Answer | undefined;
  problem: Problem | undefined;
  isAsked: boolean;
}

interface Wanted {
  method: 'PUT' | 'POST';
  /** Of the write, below the API. */
  path: string;
  /** What would be sent, without `seen`; nothing: no preview. */
  body: object | undefined;
  /** The revision on the screen: a newer one is asked about anew. */
  seen: number;
}

const NOTHING = { answer: undefined, problem: undefined, isAsked: false };

export function usePreview<Answer>({ method, path, body, seen }: Wanted): Preview<Answer> {
  const [state, setState] = useState<Preview<Answer> & { key: string }>({ ...NOTHING, key: '' });
  const key = body === undefined ? '' : `${path} ${JSON.stringify(body)} ${seen}`;
  useEffect(() => {
    if (body === undefined) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const reply = await send<Answer>(method, `${path}?preview=true`, { ...body, seen });
      if (!isCurrent) return;
      setState(
        reply.problem
          ? { answer: undefined, problem: reply.problem, isAsked: false, key }
          : { answer: reply.body, problem: undefined, isAsked: false, key },
      );
    }, PAUSE_MILLIS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  if (key === '') return NOTHING;
  return state.key === key ? state : { ...NOTHING, isAsked: true };
}
