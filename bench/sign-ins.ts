/** People who sign in to the console, as a helper process: at a fixed rate, each with the right password. */
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestions } from './helper-process.ts';

export type SignInQuestion = { signIn: SigningIn } | { stop: true };

interface SigningIn {
  url: string;
  emails: readonly string[];
  password: string;
  perSecond: number;
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

async function signInAtRate({ url, emails, password, perSecond }: SigningIn): Promise<void> {
  const underWay: Promise<void>[] = [];
  const startsAt = performance.now();
  for (let n = 0; isGoing; n++) {
    const early = startsAt + (n * 1000) / perSecond - performance.now();
    if (early > 0) await delay(early);
    const email = emails[n % emails.length] ?? '';
    underWay.push(signIn(url, { email, password }));
  }
  await Promise.all(underWay);
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
