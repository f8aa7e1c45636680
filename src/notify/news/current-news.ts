/** What the news of all kinds are once they have been looked up. */
import type { PushMessage } from '../../contract/following.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import type { Queries } from '../../storage/engine/database.ts';
import type { Told } from '../../storage/following/told.ts';
import type { NewsAudience } from './audience.ts';

export interface CurrentNews {
  /** Whose devices are notified (decision L22). */
  audience: NewsAudience;
  /** When it is too late to notify, in epoch milliseconds: the race is no longer near, the day over. */
  expiresAt: number;
  urgency: 'normal' | 'high';
  /** What the public sees of the subject now, as `publicState`. */
  state: string;
  /** Left out where it does not matter what a device was told before. */
  memory?: Memory;
  /** The ids of races whose results may say the same: to a device that is being told of these it is not told. */
  afterResultsOf?: readonly number[];
  /** What else a message says that is remembered, of the crews that it tells of. */
  alsoTold?(message: PushMessage, language: string, crewIds: ReadonlySet<number>): Told[];
  /**
   * @param crewIds the crews that the device follows; of news with a memory only those of which it has not been told, and
   *   `THE_RACE` where it is to be told of the race
   * @returns `undefined` when there is nothing to see
   */
  compose(language: string, crewIds: ReadonlySet<number>): PushMessage | undefined;
}

/** What news tell of crews, and what devices that were told it before need not hear again. */
export interface Memory extends Omit<Told, 'states'> {
  /** Whether those who follow the race or the event are told of the race. */
  isOfRace: boolean;
  /** What is told of a crew, or of the race (`THE_RACE`). */
  stateOf(crewId: number): string;
  /** Whether who was told the one need not hear the other. */
  isSame(told: string, state: string): boolean;
}

/** News that are still to wait, such as the end of a race that goes on. */
export const NOT_YET = 'not yet';

/** Looks up the news of one kind; `undefined` when there are none any more. */
export type LookUp = (
  db: Queries,
  schedule: Schedule,
  subject: string,
  where: Where,
) => Promise<CurrentNews | typeof NOT_YET | undefined>;

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
