/** Load from `wrk` (Debian: `apt-get install wrk`), which is faster than anything written in JavaScript. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { busiestThreadMillis } from './threads.ts';

const run = promisify(execFile);

/** The interval at which the busy time of `wrk` is sampled. */
const SAMPLE_MILLIS = 100;

export interface Load {
  url: string;
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
  /** Lua for requests that differ from each other. */
  script?: string;
}

export interface Measured {
  requests: number;
  requestsPerSecond: number;
  p99Millis: number;
  /** Answers that were not 2xx or 3xx. */
  failures: number;
  /** For which share of the time `wrk` was busy, from 0 to 1. */
  generatorShare: number;
}

/** Puts load on an address for some seconds. */
export async function wrk({
  url,
  headers = {},
  connections = 32,
  seconds = 3,
  script,
}: Load): Promise<Measured> {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency'];
  for (const [name, value] of Object.entries(headers)) options.push('-H', `${name}: ${value}`);
  const folder =
    script === undefined ? undefined : mkdtempSync(join(tmpdir(), 'running-order-wrk-'));
  if (folder && script) {
    const file = join(folder, 'load.lua');
    writeFileSync(file, script);
    options.push('-s', file);
  }
  const running = run('wrk', [...options, url]);
  const generatorShare = watchShare(running.child.pid ?? 0);
  const { stdout } = await running.finally(() => {
    if (folder) rmSync(folder, { recursive: true });
  });
  const latency = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout);
  const unit = { us: 0.001, ms: 1, s: 1000 }[latency?.[2] ?? 'ms'] ?? 1;
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Millis: Number(latency?.[1]) * unit,
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
    generatorShare: generatorShare(),
  };
}

/** Samples how busy a process is. @returns a function that ends this and returns its busy share of the time, from 0 to 1 */
function watchShare(pid: number): () => number {
  const samples: { at: number; busyMillis: number }[] = [];
  const timer = setInterval(() => {
    try {
      samples.push({ at: performance.now(), busyMillis: busiestThreadMillis(pid) });
    } catch {
      // The process has ended since the last sample.
    }
  }, SAMPLE_MILLIS);
  return () => {
    clearInterval(timer);
    // The thread that sends ends a moment before the process; samples after that show less and are left out.
    const samplesOfLoad = samples.filter(
      ({ busyMillis }, index) => busyMillis >= (samples[index - 1]?.busyMillis ?? 0),
    );
    const [first, last] = [samplesOfLoad.at(0), samplesOfLoad.at(-1)];
    return first && last ? (last.busyMillis - first.busyMillis) / (last.at - first.at) : Number.NaN;
  };
}
