/** Whether people can still sign in while one IPv6 /48 sends `WRONG_PER_SECOND` wrong passwords a second. */
import { setTimeout as delay } from 'node:timers/promises';
import { addPeople, PASSWORD } from './console.ts';
import { HelperProcess } from './helper-process.ts';
import { Meter } from './limit.ts';
import { median, type Result } from './measure.ts';
import type { Published } from './public.ts';
import { copyOf, signIn, startProcess, stopProcess } from './service.ts';
import type { HasSignedIn, SignInQuestion } from './sign-ins.ts';

const WRONG_PER_SECOND = 300;
const PEOPLE = 30;
const PAUSE_MILLIS = 300;

/** @param folder for files */
export async function signInFloodRow({ file }: Published, folder: string): Promise<Result> {
  const databaseUrl = copyOf(file, folder, 'flood');
  const { emails } = await addPeople(databaseUrl);
  const { url, process } = await startProcess(databaseUrl, { TRUSTED_PROXIES: '1' });
  const quiet = await signInAll(url, emails, '192.0');
  const flood = new HelperProcess('bench/sign-ins.ts');
  const wrong = {
    ...{ url, emails: Array.from({ length: 5000 }, (_, n) => `nobody${n}@example.org`) },
    ...{ password: 'wrong', perSecond: WRONG_PER_SECOND, seed: 1, networkPrefix: '2001:db8:7:' },
  };
  await flood.ask({ signIn: wrong } satisfies SignInQuestion);
  await delay(2000);
  const meter = new Meter([process], { hasFixedRate: true });
  const beside = await meter.during(() => signInAll(url, emails, '198.51'));
  const sent = await flood.ask<HasSignedIn>({ stop: true } satisfies SignInQuestion);
  await flood.stop();
  await stopProcess(process);
  return {
    work: `right sign-ins let in, each from a network of its own, while one IPv6 /48 sends ${sent.answers} wrong ones, ${WRONG_PER_SECOND} a second`,
    ours: `${beside.length} of ${PEOPLE}, median ${median(beside).toFixed(0)} ms`,
    comparedWith: `${quiet.length} of ${PEOPLE}, median ${median(quiet).toFixed(0)} ms, nobody else`,
    ratio: `${(median(beside) / median(quiet)).toFixed(1)} ×`,
    target: `all ${PEOPLE}`,
    limit: meter.verdict(),
  };
}

/** @param network the first half of their addresses @returns how long each successful sign-in took, in milliseconds */
async function signInAll(
  url: string,
  emails: readonly string[],
  network: string,
): Promise<number[]> {
  const millis: number[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const email = emails[n % emails.length] ?? '';
    const start = performance.now();
    const status = await signIn(url, { email, password: PASSWORD }, `${network}.${n}.1`);
    if (status === 200) millis.push(performance.now() - start);
    await delay(PAUSE_MILLIS);
  }
  return millis;
}
