/** Load from `wrk` (Debian: `apt-get install wrk`), which is faster than anything written in JavaScript. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  url: string;
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
  /** Lua for requests that differ from each other. */
  script?: string;
}

interface Measured {
  requestsPerSecond: number;
  p99Millis: number;
  /** Answers that were not 2xx or 3xx. */
  failures: number;
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
  if (script !== undefined) {
    const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'load.lua');
    writeFileSync(file, script);
    options.push('-s', file);
  }
  const { stdout } = await run('wrk', [...options, url]);
  const latency = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout);
  const unit = { us: 0.001, ms: 1, s: 1000 }[latency?.[2] ?? 'ms'] ?? 1;
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Millis: Number(latency?.[1]) * unit,
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
  };
}
