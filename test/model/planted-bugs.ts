/**
 * Shows that the model-based tests catch bugs: plants bugs in a copy of the project, one at a time, and runs the test that has
 * to find a divergence. It prints a Markdown table.
 *
 *     npm run test:bugs                all of them
 *     npm run test:bugs -- WORDS...    those whose names contain one of the texts
 *     npm run test:bugs -- racing      those of a test
 *
 * `MODEL_SEQUENCES` says how many sequences may run for a bug (1000), `MODEL_SEED` repeats a run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../support/server.ts';
import { newFolder } from '../support/started.ts';
import { findPlaces, type Place } from './place-of-bug.ts';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs-table.ts';

const PARTS =
  'bench bin packaging scripts sdk src test web regattas package.json tsconfig.json'.split(' ');
/** Enough to see that the test passes when no bug is planted. */
const SOUND_SEQUENCES = 50;
/** A run that takes longer is ended. */
const LIMIT_MILLIS = 175_000;

const sequences = Number(process.env.MODEL_SEQUENCES ?? 1000);
const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31));
const words = process.argv.slice(2);

const tests = new Map(
  Object.entries(PLANTED_BUGS).flatMap(([test, bugs]) => bugs.map((bug) => [bug, test] as const)),
);
const wanted = [...tests]
  .filter(([[name, , , , unseen], test]) =>
    words.length === 0
      ? unseen === undefined
      : words.some((word) => name.includes(word) || test.startsWith(word)),
  )
  .map(([bug]) => bug);
const testOf = (bug: PlantedBug) => tests.get(bug) ?? '';
const { places, lost } = findPlaces(wanted);
if (wanted.length === 0) lost.push('No bug has such a name.');
if (lost.length > 0) {
  process.stderr.write(`${lost.join('\n')}\n`);
  process.exit(1);
}
const copy = newFolder();
let running: number | undefined;
// Ends the test also when a signal ends this process before it gets to `endRun`.
process.on('exit', endRun);
const server = await startServer(['fsync=off']);
let status = 1;
try {
  for (const part of PARTS) cpSync(part, join(copy, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  checkTypes();
  for (const test of new Set(wanted.map(testOf))) {
    const { hasPassed, output } = await lead(test, SOUND_SEQUENCES);
    if (!hasPassed) throw new Error(`${test} fails although no bug is planted:\n${output}`);
  }
  status = await plantAll();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
} finally {
  await server.stop();
}
// Explicitly, because a dependency of the server would end the process with status 0.
process.exit(status);

/** Checks that each bug compiles. To save time, bugs that do not overlap are compiled together. */
function checkTypes(): void {
  const overlap = (a: Place, b: Place) => a.file === b.file && a.start < b.end && b.start < a.end;
  let waiting = [...places.values()];
  while (waiting.length > 0) {
    const together: Place[] = [];
    for (const place of waiting)
      if (!together.some((other) => overlap(place, other))) together.push(place);
    const restore = plant(together);
    const compiler = join(copy, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '--noEmit'], {
      cwd: copy,
      encoding: 'utf8',
      timeout: LIMIT_MILLIS,
    });
    restore();
    if (status === null) throw new Error('the compiler was ended: it took too long');
    if (status !== 0) throw new Error(`a planted bug does not compile:\n${stdout}`);
    waiting = waiting.filter((place) => !together.includes(place));
  }
}

/** Plants one bug after another, and prints a row for each. @returns the exit status */
async function plantAll(): Promise<number> {
  let escaped = 0;
  print('| Bug | In | Test | Caught | Where | Sequences | Seconds |');
  print('|---|---|---|---|---|---|---|');
  for (const [bug, place] of places) {
    const [name, inside, , , unseen] = bug;
    const test = testOf(bug).split('.')[0];
    const startedAt = performance.now();
    const restore = plant([place]);
    const { hasPassed, output } = await lead(testOf(bug), sequences);
    restore();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const divergence = divergenceIn(output);
    if ((divergence === undefined) !== (unseen !== undefined)) escaped++;
    const where = divergence?.replaceAll('|', '\\|') ?? unseen ?? '';
    const verdict = divergence === undefined ? 'NO' : 'yes';
    const [, count = '?'] = /seed \d+, (\d+) sequences/.exec(output) ?? [];
    print(`| ${name} | \`${inside}\` | ${test} | ${verdict} | ${where} | ${count} | ${seconds} |`);
    if (divergence === undefined && !hasPassed) process.stderr.write(`${output}\n`);
  }
  if (words.length === 0)
    for (const [[name, inside, , , unseen], test] of tests)
      if (unseen)
        print(
          `| ${name} | \`${inside}\` | ${test.split('.')[0]} | cannot be seen | ${unseen} | | |`,
        );
  print(`\n${places.size} bugs, ${escaped} not as expected; MODEL_SEED=${seed}.`);
  return escaped === 0 ? 0 : 1;
}

/** Plants bugs that do not overlap. @returns a function that restores the files */
function plant(bugs: readonly Place[]): () => void {
  const originals = new Map<string, string>();
  // From the end of a file to its start, so that the offsets of earlier places stay right.
  for (const { file, start, end, text } of bugs.toSorted((a, b) => b.start - a.start)) {
    const path = join(copy, file);
    const before = readFileSync(path, 'utf8');
    if (!originals.has(path)) originals.set(path, before);
    writeFileSync(path, before.slice(0, start) + text + before.slice(end));
  }
  return () => {
    for (const [path, text] of originals) writeFileSync(path, text);
  };
}

/** Runs a test in the copy, whose own code also makes the databases. */
async function lead(test: string, count: number): Promise<{ hasPassed: boolean; output: string }> {
  const temporary = join(copy, 'tmp');
  mkdirSync(temporary);
  // In a process group of its own, so that `endRun` ends all processes of the test.
  const child = spawn(process.execPath, ['test/run.ts', `test/model/${test}`], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TEST_DATABASE_URL: server.url,
      TMPDIR: temporary,
      MODEL_SEQUENCES: `${count}`,
      RACING_SEQUENCES: `${count}`,
      MODEL_SEED: `${seed}`,
      MODEL_SHRINKING_SECONDS: '0',
    },
  });
  running = child.pid;
  const timer = setTimeout(endRun, LIMIT_MILLIS);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [exitStatus, signal] = await once(child, 'close');
  clearTimeout(timer);
  endRun();
  running = undefined;
  rmSync(temporary, { recursive: true, force: true });
  if (signal !== null) output += `\nended by ${signal}`;
  return { hasPassed: exitStatus === 0, output };
}

function endRun(): void {
  if (running === undefined) return;
  try {
    process.kill(-running, 'SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}

/** Names the place of a divergence: two answers that differ, and the seed that repeats them. Nothing else counts. */
function divergenceIn(output: string): string | undefined {
  if (!/MODEL_SEED=\d/.test(output)) return undefined;
  const told = /^\s*(\S.*): answered (.+)\n\s*expected (.+)$/m.exec(output);
  if (!told) return undefined;
  const [, what = '', answered = '', expected = ''] = told;
  // A 503 says that the database was out of reach, which is a fault of the machine, not of the service.
  if (answered.startsWith('503')) return undefined;
  const place = what.replace(/\/races\/[^/]+\//, '/races/…/');
  const [status] = /^\d{3}\b/.exec(answered) ?? [];
  return status === undefined || expected.startsWith(status) ? place : `${place}: ${status}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
