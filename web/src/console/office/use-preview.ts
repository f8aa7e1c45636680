/** What a write of the race office would do, shown while somebody types. */
import { useEffect, useState } from 'preact/hooks';
import type { Reply } from '../api.ts';
import type { Problem } from '../problems.ts';

/** How long after the last key press the service is asked, so that not every digit is a request. */
const PAUSE_MILLIS = 200;

interface Preview<Answer> {
  /** The answer for what is typed now; `undefined` while the service is asked. */
  answer: Answer | undefined;
  problem: Problem | undefined;
  isAsked: boolean;
}

interface Wanted<Body> {
  eventId: number;
  /** What would be sent; `undefined`: no preview. */
  body: Body | undefined;
  /** The revision on the screen: with a newer one the service is asked again. */
  seen: number;
}

const NOTHING = { answer: undefined, problem: undefined, isAsked: false };

/** Previews a write while somebody types. @param ask sends the preview */
export function usePreview<Body extends object, Answer>(
  ask: (body: Body & { seen: number }) => Promise<Reply<Answer>>,
  { eventId, body, seen }: Wanted<Body>,
): Preview<Answer> {
  const [state, setState] = useState<Preview<Answer> & { key: string }>({ ...NOTHING, key: '' });
  const key = body === undefined ? '' : `${eventId} ${JSON.stringify(body)} ${seen}`;
  useEffect(() => {
    if (body === undefined) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const reply = await ask({ ...body, seen });
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
