/**
 * People who sign in to the console, as a helper process: each with the right password, at random moments. At equal
 * distances, they would come at the same moment between two pushes for a whole round.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestions } from './helper-process.ts';

export type SignInQuestion = { signIn: SigningIn } | { stop: true };

interface SigningIn {
  url: string;
  emails: readonly string[];
  password: string;
  /** On average. */
  perSecond: number;
  /** The same seed gives the same moments. */
  seed: number;
}

export interface HasSignedIn {
  answers: number;
  failures: number;
}

let has: HasSignedIn = { answers: 0, failures: 0 };
let isGoing = false;
let going: Promise<void> | undefined;

answerQuestions<SignInQuestion>(async (question) => {
  if ('signIn' in question) {
    has = { answers: 0, failures: 0 };
    isGoing = true;
    going = signInAtRate(question.signIn);
    return {};
  }
  isGoing = false;
  await going;
  return has;
});

async function signInAtRate(signingIn: SigningIn): Promise<void> {
  const { url, emails, password, perSecond, seed } = signingIn;
  const random = randomFrom(seed);
  const underWay: Promise<void>[] = [];
  for (let n = 0, dueAt = performance.now(); isGoing; n++) {
    // The gaps between people who know nothing of each other are distributed exponentially.
    dueAt += (-Math.log(1 - random()) * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await delay(early);
    const email = emails[n % emails.length] ?? '';
    underWay.push(signIn(url, { email, password }));
  }
  await Promise.all(underWay);
}

/** Numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function signIn(url: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/console/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  has.answers++;
  if (!answer.ok) has.failures++;
}
