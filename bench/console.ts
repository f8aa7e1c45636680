/** The rows of the console: how sign-ins delay pushes, and what a signed-in request costs. */
import type { ChildProcess } from 'node:child_process';
import { hashPassword } from '../src/domain/accounts/passwords.ts';
import { insertUser } from '../src/storage/accounts/accounts.ts';
import { setPasswordHash } from '../src/storage/accounts/password-sign-in.ts';
import { pushAtRate } from './fixed-rate-pushes.ts';
import type { HashQuestion } from './hashes.ts';
import { HelperProcess } from './helper-process.ts';
import { Meter } from './limit.ts';
import { interleave, median, percentile, type Result } from './measure.ts';
import type { Published } from './public.ts';
import {
  addSession,
  type Client,
  cookieOf,
  copyOf,
  processorSeconds,
  startProcess,
  stopProcess,
  writeInto,
} from './service.ts';
import type { HasSignedIn, SignInQuestion } from './sign-ins.ts';

/**
 * More rounds than the usual five: the p99 of a round depends on two of its 200 pushes, so the median of five rounds varied by
 * a half between runs, more than the effect that is measured.
 */
const ROUNDS = 15;
const SECONDS = 8;
const PUSHES_PER_SECOND = 25;
const WARM_UP_SECONDS = 2;
const SIGN_INS_PER_SECOND = 20;
const PEOPLE = 20;
export const PASSWORD = 'turbulent oars at dawn';

/** Somebody with a session, and people who sign in. */
interface Console {
  client: Client;
  process: ChildProcess;
  emails: string[];
  cookie: string;
}

/** @param folder for files */
export async function consoleRows(published: Published, folder: string): Promise<Result[]> {
  const databaseUrl = copyOf(published.file, folder, 'console');
  const { emails, token } = await addPeople(databaseUrl);
  const service = await startProcess(databaseUrl);
  const console: Console = {
    client: { ...published.client, url: service.url },
    process: service.process,
    emails,
    cookie: cookieOf(service.url, token),
  };
  const rows = [...(await comparePushesBesideSignIns(console)), await compareRequests(console)];
  await stopProcess(service.process);
  return rows;
}

/** Adds people with a password to a database. @returns their addresses, and the token of a session */
export async function addPeople(databaseUrl: string) {
  const passwordHash = hashPassword(PASSWORD);
  const emails = Array.from({ length: PEOPLE }, (_, n) => `person${n}@example.org`);
  const token = await writeInto(databaseUrl, async (tx) => {
    for (const email of emails) {
      await setPasswordHash(tx, await insertUser(tx, 'Bench', email, Date.now()), passwordHash);
    }
    return addSession(tx, 1);
  });
  return { emails, token };
}

async function comparePushesBesideSignIns(console: Console): Promise<Result[]> {
  const meter = new Meter([console.process], { hasFixedRate: true });
  const push = (seconds: number) => pushAtRate(console.client, seconds, PUSHES_PER_SECOND);
  const people = await signingIn(console);
  const strangers = hashing();
  const alone: number[] = [];
  const beside: number[] = [];
  const besideStrangers: number[] = [];
  await push(WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round++) {
    alone.push(percentile(await push(SECONDS), 0.99));
    await people.begin(round);
    beside.push(percentile(await meter.during(() => push(SECONDS)), 0.99));
    await people.end();
    await strangers.begin(round);
    besideStrangers.push(percentile(await push(SECONDS), 0.99));
    await strangers.end();
  }
  await people.stop();
  await strangers.stop();
  const row = (what: string, p99s: number[], target: string): Result => ({
    work: `p99 of \`PUT results\`, ${PUSHES_PER_SECOND} a second, while ${what}`,
    ours: `${median(p99s).toFixed(1)} ms`,
    comparedWith: `${median(alone).toFixed(1)} ms, nobody signs in`,
    ratio: `${(median(p99s) / median(alone)).toFixed(2)} ×`,
    target,
    limit: meter.verdict(),
  });
  return [
    row(`${SIGN_INS_PER_SECOND} people a second sign in with a password`, beside, '≤ 1.5 ×'),
    row(
      `another program hashes ${SIGN_INS_PER_SECOND} passwords a second`,
      besideStrangers,
      'what this machine gives',
    ),
  ];
}

/** People who sign in while something else is measured. */
async function signingIn({ client, emails }: Console) {
  const people = new HelperProcess('bench/sign-ins.ts');
  const signIn = { url: client.url, emails, password: PASSWORD, perSecond: SIGN_INS_PER_SECOND };
  let answers = 0;
  let rounds = 0;
  return {
    async begin(seed: number) {
      await people.ask({ signIn: { ...signIn, seed } } satisfies SignInQuestion);
    },
    async end() {
      const has = await people.ask<HasSignedIn>({ stop: true } satisfies SignInQuestion);
      if (has.failures > 0) throw new Error(`sign-ins: ${has.failures} failures`);
      answers += has.answers;
      rounds++;
    },
    async stop() {
      await people.stop();
      // The number of sign-ins in a round varies by some 8 %, that of all rounds together by less.
      if (answers < 0.9 * rounds * SECONDS * SIGN_INS_PER_SECOND) {
        throw new Error(`sign-ins: ${answers} answers`);
      }
    },
  };
}

/** A program beside the service that hashes as many passwords as people sign in. */
function hashing() {
  const strangers = new HelperProcess('bench/hashes.ts');
  const hash = { perSecond: SIGN_INS_PER_SECOND };
  return {
    begin: (seed: number) => strangers.ask({ hash: { ...hash, seed } } satisfies HashQuestion),
    end: () => strangers.ask({ stop: true } satisfies HashQuestion),
    stop: () => strangers.stop(),
  };
}

async function compareRequests({ client, process, cookie }: Console): Promise<Result> {
  const meter = new Meter([process]);
  const micros = async (path: string, headers: Record<string, string>) => {
    const before = processorSeconds(process);
    const { requests } = await meter.measure({ url: client.url + path, headers });
    return ((processorSeconds(process) - before) * 1_000_000) / requests;
  };
  const { ours, other } = await interleave(
    () => micros('/console/api/session', { cookie }),
    () => micros('/v1/me', { authorization: `Bearer ${client.key}` }),
  );
  return {
    work: 'processor time of a signed-in request, `GET /console/api/session`',
    ours: `${ours.toFixed(0)} µs`,
    comparedWith: `${other.toFixed(0)} µs of one with a key, \`GET /v1/me\``,
    ratio: `${(ours / other).toFixed(2)} ×`,
    target: '≤ 1.5 ×',
    limit: meter.verdict(),
  };
}
