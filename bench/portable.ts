/** The rows of the portable folder: its size, and how soon its service answers. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import manifest from '../package.json' with { type: 'json' };
import { freePort } from '../test/support/server.ts';
import { interleave, type Result } from './measure.ts';
import type { Published } from './public.ts';
import { copyOf, endWithUs } from './service.ts';

const PLATFORM = `${process.platform}-${process.arch}`;
const POLL_MILLIS = 5;
const MAX_START_MILLIS = 30_000;
const MEGABYTE = 1e6;

/** A program with its first words. */
type Command = readonly [program: string, ...words: string[]];

/** Packs the folder of this system. @param folder for files */
export async function portableRows(published: Published, folder: string): Promise<Result[]> {
  execFileSync('npm', ['run', '-s', 'pack:portable', '--', '--platform', PLATFORM], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const packed = resolve(`dist/portable/running-order-${manifest.version}-${PLATFORM}`);
  const databaseUrl = copyOf(published.file, folder, 'portable');
  return [sizeRow(packed), await startRow(packed, databaseUrl)];
}

function sizeRow(packed: string): Result {
  const bytes = globSync('**', { cwd: packed, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  const runtimeBytes = statSync(join(packed, 'runtime', 'node')).size;
  return {
    work: `size of the portable folder for ${PLATFORM}`,
    ours: `${(bytes / MEGABYTE).toFixed(0)} MB`,
    comparedWith: `${(runtimeBytes / MEGABYTE).toFixed(0)} MB, the runtime in it`,
    ratio: `${(bytes / runtimeBytes).toFixed(2)} ×`,
    target: '≤ 1.5 ×',
    limit: '–',
  };
}

async function startRow(packed: string, databaseUrl: string): Promise<Result> {
  const ofFolder: Command = [join(packed, 'running-order')];
  const ofCheckout: Command = [process.execPath, resolve('bin/running-order.js')];
  // Warm-up starts: code that is compiled at the first start is cached for the next ones.
  await startMillis(ofFolder, databaseUrl);
  await startMillis(ofCheckout, databaseUrl);
  const { ours, other } = await interleave(
    () => startMillis(ofFolder, databaseUrl),
    () => startMillis(ofCheckout, databaseUrl),
  );
  return {
    work: 'start of the portable folder, until it answers, with a published regatta',
    ours: `${(ours / 1000).toFixed(2)} s`,
    comparedWith: `${(other / 1000).toFixed(2)} s of a checkout`,
    ratio: `${(ours / other).toFixed(2)} ×`,
    target: '≤ 1.25 ×',
    limit: '–',
  };
}

/** Starts a service, waits for its first answer, and stops it. @returns how long the answer took */
async function startMillis([program, ...words]: Command, databaseUrl: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(program, [...words, 'serve'], {
    stdio: 'ignore',
    // A back-up that is due at the start would delay the first answer.
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, BACKUP_FOLDER: '' },
      ...{ LOG_LEVEL: 'warn', PORT: String(port) },
    },
  });
  endWithUs(child);
  while (!(await answers(`http://127.0.0.1:${port}/livez`))) {
    if (performance.now() - startedAt > MAX_START_MILLIS) throw new Error(`${program} fails`);
    await delay(POLL_MILLIS);
  }
  const millis = performance.now() - startedAt;
  child.kill('SIGINT');
  await once(child, 'exit');
  return millis;
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
