/**
 * Two versions of the service, this checkout and another one, compared in one run: throughput, processor
 * time, memory, start-up and the size of the code.
 *
 *     git worktree add --detach ../before COMMIT && (cd ../before && npm ci)
 *     npm run -s bench:compare -- ../before [--rounds 5] [--seconds 3] [--only gzip]
 *
 * Both run at the same time and get load in turn, so a machine that becomes slower slows both. Of the
 * other version only the command line and HTTP are used, so it may be an old one. Takes some seven
 * minutes. To see how much the figures move, compare a version with a copy of itself.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measure, median, megabytes, readTarget, round } from './measure.ts';
import { table } from './print.ts';
import { racePushesOf, resultPushes } from './pushes.ts';
import { boardPath, processorSeconds, residentBytes, stopProcess } from './service.ts';
import { measureSource, type SourceSize } from './source-size.ts';
import { type Running, Version } from './versions.ts';
import type { Load } from './wrk.ts';

const MICROS_PER_SECOND = 1e6;
const WARM_UP_SECONDS = 1;
/** The wait after a start, before the memory of a process is measured. */
const IDLE_MILLIS = 2000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    /** Only rows with this text in their name. */
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

interface Row {
  work: string;
  load(running: Running): Load | Promise<Load>;
}

const GZIP = { 'accept-encoding': 'gzip' };

const ROWS: Row[] = [
  {
    work: '`GET schedule`, `If-None-Match`',
    load: async (running) => {
      const { etag } = await readTarget(running.client);
      return read(running, '/events/1/schedule', { 'if-none-match': etag });
    },
  },
  { work: '`GET schedule`, plain', load: (running) => read(running, '/events/1/schedule') },
  { work: '`GET schedule`, gzip', load: (running) => read(running, '/events/1/schedule', GZIP) },
  {
    work: 'the board document, gzip',
    load: ({ client }) => ({ url: client.url + boardPath(client), headers: GZIP }),
  },
  { work: '`GET /v1/me`', load: (running) => read(running, '/me') },
  ...[8, 1].map((connections) => ({
    work: `\`PUT results\`, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    load: ({ client }: Running) => ({ url: client.url, script: resultPushes(client), connections }),
  })),
  {
    work: '`PUT races`, 300 races, 1 connection',
    load: ({ other }) => ({ url: other.url, script: racePushesOf(other), connections: 1 }),
  },
];

const SIZES: [name: string, property: keyof SourceSize][] = [
  ['production packages', 'packages'],
  ['files of production code', 'files'],
  ['lines of production code', 'lines'],
  ['exported symbols', 'exportedSymbols'],
  ['casts', 'casts'],
];

const rows = ROWS.filter(({ work }) => work.includes(values.only));
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('Name the folder of the other version: npm run bench:compare -- FOLDER\n');
  process.exit(2);
}
const databaseFolder = mkdtempSync(join(tmpdir(), 'running-order-compare-'));
try {
  const databases = ['ours.db', 'other.db'].map((name) => join(databaseFolder, name));
  const versions = ['.', folder].map((path, index) => new Version(path, databases[index] ?? ''));
  process.stdout.write(await compare(versions));
} finally {
  rmSync(databaseFolder, { recursive: true, force: true });
}

/** @returns Markdown */
async function compare(versions: readonly Version[]): Promise<string> {
  const loadBefore = loadavg()[0];
  const sizes = versions.map(({ folder }) => [measureSource(folder)]);
  for (const version of versions) await version.provision();
  const samples: Sample[][] = versions.map(() => []);
  for (let n = 0; n < rounds; n++) {
    const ofRound = await measureRound(versions, n % 2 === 0 ? [0, 1] : [1, 0]);
    for (const [index, sample] of ofRound.entries()) samples[index]?.push(sample);
  }
  const names = [...versions.map(({ name }) => name), 'Ratio'];
  const rates = rows.map(({ work }, row) => [
    work,
    ...columns(
      samples,
      ({ rates }) => rates[row],
      (rate) => `${round(rate)}/s`,
    ),
    ...columns(samples, ({ micros }) => micros[row], microseconds),
  ]);
  const facts = [
    ['start-up, until it answers', ...columns(samples, (s) => s.startMillis, milliseconds)],
    ['memory two seconds after the start', ...columns(samples, (s) => s.idleBytes, megabytes)],
    ['memory after the load', ...columns(samples, (s) => s.loadedBytes, megabytes)],
    ...SIZES.map(([name, property]) => [name, ...columns(sizes, (size) => size[property], round)]),
    ['share of comments', ...columns(sizes, (size) => size.commentPercent, percent)],
  ];
  return [
    `${versions[0]?.name} compared with ${versions[1]?.name}: medians of ${rounds} rounds of ${seconds} s, taken in turn, and of their ratios.`,
    `Load average of the machine before: ${loadBefore?.toFixed(2)}, after: ${loadavg()[0]?.toFixed(2)}.`,
    '',
    table(['Work', ...names, ...names.map((name) => `Processor time: ${name}`)], rates),
    '',
    'The processor time is that of the whole process for one request.',
    '',
    table(['Measure', ...names], facts),
    '',
  ].join('\n');
}

/** What was measured of one process of a version; rates and processor times by row. */
interface Sample {
  startMillis: number;
  idleBytes: number;
  loadedBytes: number;
  rates: number[];
  /** For one request, in microseconds. */
  micros: number[];
}

/**
 * Measures both versions in new processes, because two processes of one version may differ by some percent.
 *
 * @param order of the versions, by index
 */
async function measureRound(
  versions: readonly Version[],
  order: readonly number[],
): Promise<Sample[]> {
  const running: Running[] = [];
  for (const index of order) running[index] = await (versions[index] as Version).start();
  await delay(IDLE_MILLIS);
  const samples = running.map(({ process, startMillis }): Sample => {
    const idleBytes = residentBytes(process);
    return { startMillis, idleBytes, loadedBytes: 0, rates: [], micros: [] };
  });
  for (const { load } of rows) {
    const loads = await Promise.all(running.map(load));
    const inOrder = order.map((index) => ({
      load: loads[index] as Load,
      process: (running[index] as Running).process,
      sample: samples[index] as Sample,
    }));
    for (const { load } of inOrder) await measure({ ...load, seconds: WARM_UP_SECONDS });
    for (const { load, process, sample } of inOrder) await addRow(sample, process, load);
  }
  for (const [index, { process }] of running.entries()) {
    (samples[index] as Sample).loadedBytes = residentBytes(process);
    await stopProcess(process);
  }
  return samples;
}

async function addRow(sample: Sample, service: ChildProcess, load: Load): Promise<void> {
  const before = processorSeconds(service);
  const { requests, requestsPerSecond } = await measure({ ...load, seconds });
  sample.rates.push(requestsPerSecond);
  sample.micros.push(((processorSeconds(service) - before) * MICROS_PER_SECOND) / requests);
}

/** The medians of both versions, and the median of the ratios of the rounds, as they are printed. */
function columns<Of>(
  [ours = [], others = []]: readonly (readonly Of[])[],
  measured: (sample: Of) => number | undefined,
  text: (value: number) => string,
): string[] {
  const valuesOf = (samples: readonly Of[]) => samples.map((one) => measured(one) ?? Number.NaN);
  const [our, other] = [valuesOf(ours), valuesOf(others)];
  const ratios = our.map((value, round) => value / (other[round] ?? Number.NaN));
  return [text(median(our)), text(median(other)), median(ratios).toFixed(2)];
}

function microseconds(value: number): string {
  return `${value < 100 ? value.toFixed(1) : round(value)} µs`;
}

function milliseconds(value: number): string {
  return `${round(value)} ms`;
}

function percent(value: number): string {
  return `${value.toFixed(1)} %`;
}

function read({ client }: Running, path: string, headers: Record<string, string> = {}): Load {
  const authorization = `Bearer ${client.key}`;
  return { url: `${client.url}/v1${path}`, headers: { authorization, ...headers } };
}
