/** The row of the bridge: from a file that a timing computer saves to the result on an open board. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ALONE, percentile, type Result } from './measure.ts';
import type { Published } from './public.ts';
import { boardPath, type Client, copyOf, endWithUs, startProcess, stopProcess } from './service.ts';

const FILES = 60;
const LANES = 8;
const MAX_WAIT_MILLIS = 30_000;
/** The first files, which are not measured, because the bridge reads the schedule meanwhile. */
const WARM_UP_FILES = 3;
const TARGET_MILLIS = 3000;

/** @param folder for files */
export async function bridgeRow(published: Published, folder: string): Promise<Result> {
  const service = await startProcess(copyOf(published.file, folder, 'bridge'));
  const client = { ...published.client, url: service.url };
  const results = join(folder, 'results');
  mkdirSync(results);
  const bridge = startBridge(client, results, join(folder, 'bridge-state'));
  const board = await openBoard(client);
  const millis: number[] = [];
  for (let race = 1; race <= WARM_UP_FILES + FILES; race++) {
    // A random pause, because finishes do not depend on when the bridge polls.
    await delay(Math.random() * 1000);
    const changed = board.next();
    const savedAt = performance.now();
    writeFileSync(join(results, `${race}.lif`), lifOf(race));
    const took = (await changed) - savedAt;
    if (race > WARM_UP_FILES) millis.push(took);
  }
  board.close();
  await stopProcess(bridge);
  await stopProcess(service.process);
  const seconds = (part: number) => (percentile(millis, part) / 1000).toFixed(2);
  return {
    work: `from a \`.lif\` that is saved, through the bridge, to an open board, ${FILES} races of ${LANES} lanes`,
    ours: `p99 ${seconds(0.99)} s, median ${seconds(0.5)} s`,
    ...ALONE,
    target: `p99 ≤ ${TARGET_MILLIS / 1000} s`,
  };
}

/** With `--timer-wins`, because the regatta has results already. */
function startBridge({ url, key, eventId }: Client, results: string, state: string) {
  const words = ['--folder', results, '--state', state, '--url', url, '--event', String(eventId)];
  const child = spawn(
    process.execPath,
    ['bin/running-order.js', 'bridge', 'finishlynx', '--timer-wins', ...words],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, RUNNING_ORDER_KEY: key },
    },
  );
  endWithUs(child);
  return child;
}

/** A live connection of a board, which gets each change. */
async function openBoard(client: Client) {
  const closing = new AbortController();
  const answer = await fetch(`${client.url}${boardPath(client)}/live`, { signal: closing.signal });
  let heard: ((at: number) => void) | undefined;
  const listening = (async () => {
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (text.includes('"revision"')) heard?.(performance.now());
    }
  })();
  // `close` ends it with an error.
  listening.catch(() => {});
  return {
    /** @returns when the next change came */
    next: () =>
      new Promise<number>((resolve, reject) => {
        const fail = () => reject(new Error('a saved file did not reach the board'));
        const timer = setTimeout(fail, MAX_WAIT_MILLIS);
        heard = (at) => {
          clearTimeout(timer);
          resolve(at);
        };
      }),
    close: () => closing.abort(),
  };
}

/** All lanes of a race, in the order of their lanes. */
function lifOf(race: number): string {
  const rows = Array.from({ length: LANES }, (_, index) => {
    const time = `6:${40 + index}.${String((race * 7) % 100).padStart(2, '0')}`;
    return `${index + 1},,${index + 1},Crew,,Club,${time},,${time},,,10:00:00.00,,,,${time},${time}`;
  });
  return [`${race},1,1,Final ${race},,,,,,2000,10:00:00.0000`, ...rows, ''].join('\r\n');
}
