/** People who sign in to the console, as a helper process: each with the right password, at random moments. */
import { answerQuestions } from './helper-process.ts';
import { atRandomMoments } from './random-moments.ts';

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
let going: { stop(): Promise<void> } | undefined;

answerQuestions<SignInQuestion>(async (question) => {
  if ('signIn' in question) {
    const { url, emails, password } = question.signIn;
    has = { answers: 0, failures: 0 };
    going = atRandomMoments(question.signIn, (count) =>
      signIn(url, { email: emails[count % emails.length] ?? '', password }),
    );
    return {};
  }
  await going?.stop();
  return has;
});

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
