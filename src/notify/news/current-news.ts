/** What the news of all kinds are once they have been looked up. */
import type { PushMessage } from '../../contract/following.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import type { Queries } from '../../storage/engine/database.ts';
import type { NewsAudience } from './audience.ts';

export interface CurrentNews {
  /** Whose devices are notified (decision L22). */
  audience: NewsAudience;
  /** When it is too late to notify, in epoch milliseconds: the race is no longer near, the day over. */
  expiresAt: number;
  urgency: 'normal' | 'high';
  /** What the public sees of the subject now, as `publicState`. */
  state: string;
  /** @returns `undefined` when there is nothing to see */
  compose(language: string, crewIds: ReadonlySet<number>): PushMessage | undefined;
}

/** Looks up the news of one kind; `undefined` when there are none any more. */
export type LookUp = (
  db: Queries,
  schedule: Schedule,
  subject: string,
  where: Where,
) => Promise<CurrentNews | undefined>;

/** The address of the start page, and the time in epoch milliseconds. */
export interface Where {
  boardUrl: string;
  now: number;
}

/** Thousands of devices get the same text, and composing it costs a third of encrypting it. */
export function composeOnce(compose: CurrentNews['compose']): CurrentNews['compose'] {
  const composed = new Map<string, PushMessage | undefined>();
  return (language, crewIds) => {
    const key = `${language} ${[...crewIds].sort().join(' ')}`;
    if (!composed.has(key)) composed.set(key, compose(language, crewIds));
    return composed.get(key);
  };
}
