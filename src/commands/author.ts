/** The author that the history names for commands: the operating system's user. */
import { userInfo } from 'node:os';
import type { Author } from '../storage/history/history.ts';

/** The person at this terminal. */
export function personAtTerminal(): Author {
  return { userId: null, keyPrefix: null, loginName: loginName(userInfo, process.getuid?.()) };
}

/**
 * @param lookUp asks the system; it throws where the user has no entry, as in many containers
 * @param userId the system's number of the user, where it has one
 */
export function loginName(lookUp: () => { username: string }, userId: number | undefined): string {
  try {
    const { username } = lookUp();
    if (username !== '') return username;
  } catch {
    // The number will do.
  }
  return userId === undefined ? 'unknown' : `user ${userId}`;
}
