/**
 * A program that has nothing to do with the service and hashes passwords as often as people sign in to it, as a helper
 * process: what pushes notice of that, no service on this machine can avoid.
 */
import { setPriority } from 'node:os';
import { hashPassword } from '../src/domain/accounts/passwords.ts';
import { answerQuestions } from './helper-process.ts';
import { atRandomMoments } from './random-moments.ts';

export type HashQuestion = { hash: { perSecond: number; seed: number } } | { stop: true };

/** That of the service's threads that hash. */
const PRIORITY = 10;

let hashing: { stop(): Promise<void> } | undefined;

setPriority(PRIORITY);
answerQuestions<HashQuestion>(async (question) => {
  if ('hash' in question) hashing = atRandomMoments(question.hash, () => void hashPassword('a'));
  else await hashing?.stop();
});
