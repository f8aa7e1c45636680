/**
 * Shows that the model sees: plants bugs in a copy of the project, one at a time, and runs the
 * lockstep test on each, which has to find a divergence. It prints a Markdown table.
 *
 *     npm run test:bugs                all of them
 *     npm run test:bugs -- WORDS...    those whose names contain one of the texts
 *
 * `MODEL_SEQUENCES` says how many sequences a bug may live (1000), `MODEL_SEED` repeats a run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../support/server.ts';
import { placesOf } from './place-of-bug.ts';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs-table.ts';

const PARTS = [
  'bin',
  'packaging',
  'scripts',
  'sdk',
  'src',
  'test',
  'web',
  'regattas',
  'package.json',
  'tsconfig.json',
];
/** Enough to see that the test passes while no bug is planted. */
const SOUND_SEQUENCES = 100;
/** A run that takes longer is ended; the test's own limit is a little later. */
const LIMIT_MILLIS = 175_000;

const sequences = Number(process.env.MODEL_SEQUENCES ?? 1000);
const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31));
const words = process.argv.slice(2);

interface Outcome {
  hasPassed: boolean;
  /** Where service and model differed, in a few words; undefined when they did not. */
  divergence: string | undefined;
  /** As the test tells it; `?` when it was ended before. */
  sequences: string;
  seconds: number;
  output: string;
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error(`ended by ${signal}`)));

const wanted = PLANTED_BUGS.filter(({ name, unseen }) =>
  words.length === 0 ? unseen === undefined : words.some((word) => name.includes(word)),
);
const copy = mkdtempSync(join(tmpdir(), 'running-order-bugs-'));
let running: number | undefined;
// Also when a signal ends the process before the rest of this file can.
process.on('exit', () => {
  endGroup(running);
  rmSync(copy, { recursive: true, force: true });
});
const server = await startServer(['-c', 'fsync=off']);
let status = 1;
try {
  for (const part of PARTS) cpSync(part, join(copy, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  checkTypes();
  await checkSoundness();
  status = await plantAll();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
} finally {
  await server.stop();
}
// A dependency of the server would end the process with 0 by itself.
process.exit(status);

/** A bug that does not compile is none: as many as fit beside each other are compiled together. */
function checkTypes(): void {
  let waiting = wanted;
  while (waiting.length > 0) {
    const restores: (() => void)[] = [];
    const planted = waiting.filter((bug) => {
      const restore = plant(bug);
      if (restore) restores.push(restore);
      return restore !== undefined;
    });
    if (planted.length === 0) throw new Error(`${waiting[0]?.name}: its text is not there once`);
    const compiler = join(copy, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '--noEmit'], {
      cwd: copy,
      encoding: 'utf8',
      timeout: LIMIT_MILLIS,
    });
    for (const restore of restores.reverse()) restore();
    if (status !== 0) throw new Error(`a planted bug does not compile:\n${stdout}`);
    waiting = waiting.filter((bug) => !planted.includes(bug));
  }
}

async function checkSoundness(): Promise<void> {
  const { hasPassed, output } = await lead(SOUND_SEQUENCES);
  if (!hasPassed) throw new Error(`the test fails although no bug is planted:\n${output}`);
}

/** @returns the exit status */
async function plantAll(): Promise<number> {
  let escaped = 0;
  print('| Bug | In | Caught | Where | Sequences | Seconds |');
  print('|---|---|---|---|---|---|');
  for (const bug of wanted) {
    const restore = plant(bug);
    if (!restore) throw new Error(`${bug.name}: its text is not there once`);
    const { divergence, hasPassed, output, ...run } = await lead(sequences);
    restore();
    if ((divergence === undefined) !== (bug.unseen !== undefined)) escaped++;
    const where = divergence?.replaceAll('|', '\\|') ?? bug.unseen ?? '';
    const verdict = divergence === undefined ? 'NO' : 'yes';
    const numbers = `${run.sequences} | ${run.seconds.toFixed(0)}`;
    print(`| ${bug.name} | \`${bug.inside}\` | ${verdict} | ${where} | ${numbers} |`);
    if (divergence === undefined && !hasPassed) process.stderr.write(`${output}\n`);
  }
  if (words.length === 0)
    for (const { name, inside, unseen } of PLANTED_BUGS)
      if (unseen) print(`| ${name} | \`${inside}\` | cannot be seen | ${unseen} | | |`);
  print(`\n${wanted.length} bugs, ${escaped} not as expected; MODEL_SEED=${seed}.`);
  return escaped === 0 ? 0 : 1;
}

/** @returns what takes the bug out again; undefined when its text is not there exactly once */
function plant({ inside, find, replace }: PlantedBug): (() => void) | undefined {
  const [place, ...others] = placesOf(copy, inside, find);
  if (!place || others.length > 0) return undefined;
  const { file, text, start, end } = place;
  const path = join(copy, file);
  writeFileSync(path, text.slice(0, start) + replace + text.slice(end));
  return () => writeFileSync(path, text);
}

/** Leads model and copy through the same sequences; databases are made by the copy's own code. */
async function lead(count: number): Promise<Outcome> {
  interruption.signal.throwIfAborted();
  const startedAt = performance.now();
  const temporary = join(copy, 'tmp');
  mkdirSync(temporary);
  // A process group of its own, of which nothing is left in the end.
  const child = spawn(process.execPath, ['test/run.ts', 'test/model/lockstep.test.ts'], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TEST_DATABASE_URL: server.url,
      TMPDIR: temporary,
      MODEL_SEQUENCES: `${count}`,
      MODEL_SEED: `${seed}`,
      MODEL_SHRINKING_SECONDS: '0',
    },
  });
  running = child.pid;
  const end = () => endGroup(child.pid);
  const timer = setTimeout(end, LIMIT_MILLIS);
  interruption.signal.addEventListener('abort', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const [exitStatus, signal] = await once(child, 'close');
  clearTimeout(timer);
  interruption.signal.removeEventListener('abort', end);
  end();
  running = undefined;
  rmSync(temporary, { recursive: true, force: true });
  interruption.signal.throwIfAborted();
  return {
    hasPassed: exitStatus === 0,
    divergence: divergenceIn(output),
    sequences: /seed \d+, (\d+) sequences/.exec(output)?.[1] ?? '?',
    seconds: (performance.now() - startedAt) / 1000,
    output: signal === null ? output : `${output}\nended by ${signal}`,
  };
}

function endGroup(id: number | undefined): void {
  if (id === undefined) return;
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Two answers that differ, and the seed that finds them again; anything else is no divergence. */
function divergenceIn(output: string): string | undefined {
  if (!output.includes(`MODEL_SEED=${seed}`)) return undefined;
  const told = /^\s*(\S.*): answered (.+)\n\s*expected (.+)$/m.exec(output);
  if (!told) return undefined;
  const [, what = '', answered = '', expected = ''] = told;
  // A database out of reach is a matter of the machine.
  if (answered.startsWith('503')) return undefined;
  const place = what.replace(/\/races\/[^/]+\//, '/races/…/');
  const [status] = /^\d{3}\b/.exec(answered) ?? [];
  return status === undefined || expected.startsWith(status) ? place : `${place}: ${status}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
