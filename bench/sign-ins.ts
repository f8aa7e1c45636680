/** People who sign in to the console, as a helper process: each with the same password, at random moments. */
import { answerQuestions } from './helper-process.ts';
import { atRandomMoments } from './random-moments.ts';
import { signIn } from './service.ts';

export type SignInQuestion = { signIn: SigningIn } | { stop: true };

interface SigningIn {
  url: string;
  emails: readonly string[];
  password: string;
  /** On average. */
  perSecond: number;
  /** The same seed gives the same moments. */
  seed: number;
  /** The prefix of an IPv6 /48: each sign-in comes from another /64 of it, as a proxy would say. */
  networkPrefix?: string;
}

export interface HasSignedIn {
  answers: number;
  failures: number;
}

let has: HasSignedIn = { answers: 0, failures: 0 };
let going: { stop(): Promise<void> } | undefined;

answerQuestions<SignInQuestion>(async (question) => {
  if ('signIn' in question) {
    const { url, emails, password, networkPrefix } = question.signIn;
    has = { answers: 0, failures: 0 };
    going = atRandomMoments(question.signIn, async (count) => {
      const person = { email: emails[count % emails.length] ?? '', password };
      const address = networkPrefix && `${networkPrefix}${count.toString(16)}::1`;
      const status = await signIn(url, person, address);
      has.answers++;
      if (status !== 200) has.failures++;
    });
    return {};
  }
  await going?.stop();
  return has;
});
