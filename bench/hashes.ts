/**
 * A helper process that hashes passwords as often as people sign in to the service, but has nothing to do with it. How much
 * this delays pushes depends on the machine, and no service on it can avoid that.
 */
import { setPriority } from 'node:os';
import { hashPassword } from '../src/domain/accounts/passwords.ts';
import { answerQuestions } from './helper-process.ts';
import { atRandomMoments } from './random-moments.ts';

export type HashQuestion = { hash: { perSecond: number; seed: number } } | { stop: true };

/** The priority of the service's threads that hash. */
const PRIORITY = 10;

let hashing: { stop(): Promise<void> } | undefined;

setPriority(PRIORITY);
answerQuestions<HashQuestion>(async (question) => {
  if ('hash' in question) hashing = atRandomMoments(question.hash, () => void hashPassword('a'));
  else await hashing?.stop();
});
