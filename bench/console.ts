/** The rows of the console: what pushes notice of people who sign in, and what a signed-in request costs. */
import type { ChildProcess } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '../src/domain/password-hash.ts';
import { newToken, tokenHash } from '../src/domain/token.ts';
import { insertUser } from '../src/storage/accounts.ts';
import { setPasswordHash } from '../src/storage/credentials.ts';
import { Database } from '../src/storage/database.ts';
import { insertSession } from '../src/storage/sessions.ts';
import { PUSHES_PER_SECOND, pushAtRate } from './fixed-rate-pushes.ts';
import { HelperProcess } from './helper-process.ts';
import { Meter } from './limit.ts';
import { interleave, inTurns, percentile, type Result } from './measure.ts';
import type { Published } from './public.ts';
import { type Client, processorSeconds, startProcess, stopProcess } from './service.ts';
import type { HasSignedIn, SignInQuestion } from './sign-ins.ts';

const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const SIGN_INS_PER_SECOND = 20;
const PEOPLE = 20;
const PASSWORD = 'turbulent oars at dawn';

/** Somebody with a session, and people who sign in. */
interface Console {
  client: Client;
  process: ChildProcess;
  emails: string[];
  cookie: string;
}

/** @param folder for files */
export async function consoleRows(published: Published, folder: string): Promise<Result[]> {
  const file = join(folder, 'console.db');
  copyFileSync(published.file, file);
  const { emails, token } = await addPeople(file);
  const service = await startProcess(`sqlite:${file}`);
  const { port } = new URL(service.url);
  const console: Console = {
    client: { ...published.client, url: service.url },
    process: service.process,
    emails,
    cookie: `running-order-${port}=${token}`,
  };
  const rows = [await comparePushesBesideSignIns(console), await compareRequests(console)];
  await stopProcess(service.process);
  return rows;
}

async function addPeople(file: string): Promise<{ emails: string[]; token: string }> {
  const { database } = await Database.open(`sqlite:${file}`);
  const passwordHash = hashPassword(PASSWORD);
  const emails = Array.from({ length: PEOPLE }, (_, n) => `person${n}@example.org`);
  const token = newToken();
  const now = Date.now();
  await database.write(async (tx) => {
    for (const email of emails) {
      await setPasswordHash(tx, await insertUser(tx, 'Bench', email, now), passwordHash);
    }
    await insertSession(tx, {
      user_id: 1,
      token_hash: tokenHash(token),
      device: 'Bench',
      began_with: 'password',
      created_at: now,
      last_seen_at: now,
      proved_at: now,
    });
  });
  await database.close();
  return { emails, token };
}

async function comparePushesBesideSignIns({ client, process, emails }: Console): Promise<Result> {
  const people = new HelperProcess('bench/sign-ins.ts');
  const meter = new Meter([process], { hasFixedRate: true });
  const signIn = { url: client.url, emails, password: PASSWORD, perSecond: SIGN_INS_PER_SECOND };
  await pushAtRate(client, WARM_UP_SECONDS);
  const { ours, other } = await inTurns(
    async () => {
      await people.ask({ signIn } satisfies SignInQuestion);
      const millis = await meter.during(() => pushAtRate(client, SECONDS));
      const has = await people.ask<HasSignedIn>({ stop: true } satisfies SignInQuestion);
      if (has.failures > 0 || has.answers < 0.9 * SECONDS * SIGN_INS_PER_SECOND) {
        throw new Error(`sign-ins: ${has.answers} answers, ${has.failures} failures`);
      }
      return millis;
    },
    () => pushAtRate(client, SECONDS),
  );
  await people.stop();
  const [p99, p99Alone] = [ours, other].map((rounds) => percentile(rounds.flat(), 0.99));
  return {
    work: `p99 of \`PUT results\`, ${PUSHES_PER_SECOND} a second, while ${SIGN_INS_PER_SECOND} people a second sign in with a password`,
    ours: `${p99?.toFixed(1)} ms`,
    comparedWith: `${p99Alone?.toFixed(1)} ms, nobody signs in`,
    ratio: `${(Number(p99) / Number(p99Alone)).toFixed(2)} ×`,
    target: '≤ 1.5 ×',
    limit: meter.verdict(),
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
