/**
 * Runs the tests: those that need a database on SQLite and on PostgreSQL, those that need a browser
 * in the Chromium of the system.
 *
 *     npm test                           what needs no browser, without the series
 *     npm run test:series                long series of random writes, killed processes and stopped servers
 *                                        (`*.series.test.ts`), and tests with limits on times (`*.timed.test.ts`)
 *     npm run test:browser               the pages in a browser
 *     npm run test:head                  a whole head regatta, replayed beside a browser
 *     npm test -- FILE or FOLDER...      some of them
 *
 * PostgreSQL is a server that a development dependency brings and that runs for the tests alone;
 * TEST_DATABASE_URL names another one to use instead, whose user may create databases. CHROMIUM
 * names another browser than that of the system.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { resolve } from 'node:path';
import pg from 'pg';
import { findChromium } from './support/chromium.ts';
import { makeTemplate } from './support/databases.ts';
import { NoTestServer, troubleWithServers } from './support/postgres-programs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { newFolder } from './support/started.ts';
import { runFiles, type TestJob } from './support/test-processes.ts';
import type { TestCounts } from './support/test-worker.ts';

/** Folders whose tests open databases. */
const ON_DATABASES =
  /^test\/(api|operations|board|console|commands|faults|fuzz|notify|recorded|storage)\//;
/** Tests about one kind of database, or without queries that could differ by kind: they run once. */
const ON_ONE_KIND = new RegExp(
  `^test/(${[
    '(storage/(sqlite|postgres)|model)/.*',
    'faults/(ledger|(server-faults|fail-over)\\.series)',
    'api/(body-queue|connections|pages|pipelining|protective-headers|request-lines)',
    'api/protocol(-bodies|-content)?',
    'board/(cold-pages|event-files|event-pages|language|limits|logo|network|nginx|pages)',
    'commands/(addresses|author|export|import|people|race-day|sandbox|serve|under-npm)',
    'console/(forgery|mail|pages|reach|shapes)',
    'operations/(import/(answers|others-wait\\.timed|own-start-list|plan-.*|random-plans|twin-crews)|table-round-trip)',
    'notify/(back-off|delay-message|host-lookup|host-reputation|message|web-push)',
    'notify/push-(crypto|service-limits|services)',
    'storage/write-health',
  ].join('|')})\\.test\\.ts$`,
);
/** Tests that start and stop servers of their own. */
const WITH_OWN_SERVER =
  /^test\/(storage\/postgres\/((connections|settings)\.series|unconfirmed)|faults\/server-faults\.series)\.test\.ts$/;
const IN_BROWSER = /^test\/(browser|replay)\//;
/** Tests that take minutes of CPU time, such as random writes, killed processes, stopped servers; and timed ones. */
const IN_SERIES = /\.(series|timed)\.test\.ts$/;
/** Tests with limits on times, which run one at a time. */
const ALONE = /\.timed\.|^test\/(browser\/((office-)?first-view|live-load)\.|replay\/)/;
/** Tests that mostly wait for a clock: a few of them run beside those that keep the processor busy. */
const WAITING =
  /^test\/(board\/announced|bridge\/folder|console\/(account|keys|office-live|sign-in)|notify\/(clock|head-races|invented-devices|reminders|retimed|scenarios|webhooks|worker)|sdk\/pacing)\./;
/** The longest tests, which are started first: started last, they would run alone at the end. */
const LONG =
  /^test\/(storage\/(postgres\/settings|processes|migrations)|commands\/(drain|import|move|sandbox|serve)|operations\/histories|recorded|bridge|model)\b/;
/** Tests that need the built pages. */
const OF_PAGES = /^test\/(board|browser|replay|console\/pages|web\/size)/;

/** Most test files load the whole service; with its compiled code cached, each starts in half the CPU time. */
const COMPILE_CACHE = resolve('node_modules/.cache/compiled');

/** More files than processors, because tests also wait. */
const AT_ONCE = 5;
const WAITING_AT_ONCE = 3;
const MAX_RETRIED = 5;

/** A folder of Linux whose files are in memory. */
const IN_MEMORY = '/dev/shm';
const MIN_FREE_MEMORY = 4 * 2 ** 30;

const named = process.argv.slice(2);
const wanted = named.length > 0 ? named.flatMap(filesNamed) : filesOfAll(false);
const files = process.env.TEST_DATABASE_URL ? await withoutOwnServers(wanted) : wanted;
const inBrowser = files.filter((file) => IN_BROWSER.test(file));
const others = files.filter((file) => !IN_BROWSER.test(file));

if (inBrowser.length > 0 && findChromium() === undefined) {
  process.stderr.write(
    "No Chromium was found to run the browser tests in: install Debian's package chromium, or name a browser in the variable CHROMIUM.\n",
  );
  process.exit(1);
}
if (files.some((file) => OF_PAGES.test(file))) buildPages();

process.env.TMPDIR = newFolder(memoryFolder());
const own = process.env.TEST_DATABASE_URL ? undefined : await startOwnServer();
const server = own?.url ?? (process.env.TEST_DATABASE_URL as string);
let havePassed = false;
try {
  await makeTemplate(server);
  const version = await versionOf(server);
  const copies = Number.parseInt(version, 10) >= 15 ? { TEST_COPY: 'strategy file_copy' } : {};
  const onFile = environmentOf(copies);
  const onServer = environmentOf({ ...copies, TEST_ON: 'postgres' });
  const both = others.filter((file) => ON_DATABASES.test(file) && !ON_ONE_KIND.test(file));
  const jobs = longFirst([...jobsOf(others, onFile), ...jobsOf(both, onServer)]);
  const [alone, together] = partition(jobs, ALONE);
  const [waiting, busy] = partition(together, WAITING);
  const failed = [
    ...(await runTwice([
      [busy, AT_ONCE],
      [waiting, WAITING_AT_ONCE],
    ])),
    ...(await runTwice([[alone, 1]])),
  ];
  const onPages = await runInBrowser(onFile);
  havePassed = failed.length === 0 && onPages;
  const verdictOn = (kind: NodeJS.ProcessEnv) =>
    verdict(failed.every(({ environment }) => environment !== kind));
  process.stdout.write(
    `\n${[
      others.length > 0 && `${others.length} files: ${verdictOn(onFile)} on SQLite`,
      both.length > 0 && `${both.length} of them: ${verdictOn(onServer)} on PostgreSQL ${version}`,
      inBrowser.length > 0 && `${inBrowser.length} files: ${verdict(onPages)} in Chromium`,
    ]
      .filter(Boolean)
      .join('; ')}.\n`,
  );
} finally {
  await own?.stop();
}
process.exit(havePassed ? 0 : 1);

/**
 * A folder in memory for the hundreds of databases that are made and dropped, which takes a fifth of the time there.
 * @returns `undefined` where there is none or too little room, as in some containers
 */
function memoryFolder(): string | undefined {
  if (!existsSync(IN_MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) < MIN_FREE_MEMORY ? undefined : IN_MEMORY;
}

/** @param name a file, a folder, or `series` */
function filesNamed(name: string): string[] {
  if (name === 'series') return filesOfAll(true);
  return name.endsWith('.ts') ? [name] : testsIn(name);
}

function filesOfAll(inSeries: boolean): string[] {
  return [...testsIn('test'), ...testsIn('regattas')].filter(
    (file) => !IN_BROWSER.test(file) && IN_SERIES.test(file) === inSeries,
  );
}

/** All test files in a folder and in those below it. */
function testsIn(folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`).sort();
}

/** Starts PostgreSQL. Where that is not possible, prints one sentence and ends the process with status 1. */
async function startOwnServer(): Promise<TestServer> {
  return startServer().catch((error) => {
    if (!(error instanceof NoTestServer)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

/** Leaves out `WITH_OWN_SERVER` on a machine that cannot start PostgreSQL servers itself. */
async function withoutOwnServers(paths: string[]): Promise<string[]> {
  const left = paths.filter((path) => WITH_OWN_SERVER.test(path));
  if (left.length === 0 || (await troubleWithServers()) === null) return paths;
  process.stdout.write(
    `Left out, because they start and stop PostgreSQL servers of their own, and this machine can start none: ${left.join(', ')}.\n`,
  );
  return paths.filter((path) => !left.includes(path));
}

function longFirst(jobs: readonly TestJob[]): TestJob[] {
  const [long, others] = partition(jobs, LONG);
  return [...long, ...others];
}

/** @returns those whose files match, and the others */
function partition(jobs: readonly TestJob[], pattern: RegExp): [TestJob[], TestJob[]] {
  const matches = ({ file }: TestJob) => pattern.test(file);
  return [jobs.filter(matches), jobs.filter((job) => !matches(job))];
}

function environmentOf(variables: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TEST_DATABASE_URL: server,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...variables,
  };
}

function jobsOf(paths: readonly string[], environment: NodeJS.ProcessEnv): TestJob[] {
  return paths.map((file) => ({ file, environment }));
}

/** Files that run at the same time as those of other groups, and how many of them at once. */
type TestGroup = readonly [jobs: readonly TestJob[], atOnce: number];

/** @returns those that failed */
async function run(groups: readonly TestGroup[]): Promise<TestJob[]> {
  const runs = await Promise.all(groups.map(([jobs, atOnce]) => runFiles(jobs, atOnce)));
  if (groups.some(([jobs]) => jobs.length > 0)) process.stdout.write(totals(runs));
  return runs.flatMap(({ failed }) => failed);
}

/** The totals in the form of the test runner of Node.js. */
function totals(runs: readonly { counts: TestCounts }[]): string {
  const sum = (name: keyof TestCounts) =>
    runs.reduce((total, { counts }) => total + counts[name], 0);
  return `ℹ tests ${sum('tests')}\nℹ pass ${sum('passed')}\nℹ fail ${sum('failed')}\nℹ skipped ${sum('skipped')}\n`;
}

/** Builds the pages before every run, so that tests never see outdated ones. */
function buildPages(): void {
  const start = performance.now();
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'];
  execFileSync(process.execPath, vite, { stdio: 'inherit' });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`Built the pages in ${seconds} s.\n`);
}

async function runInBrowser(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const together = inBrowser.filter((file) => !ALONE.test(file));
  const alone = inBrowser.filter((file) => ALONE.test(file));
  const failed = await runTwice([[jobsOf(together, environment), 2]]);
  return (await run([[jobsOf(alone, environment), 1]])).length === 0 && failed.length === 0;
}

/**
 * Runs each file that failed once more, alone, because other tests may have slowed it down beyond a time limit of a test,
 * a browser or the service. A file that passes then is still printed, because somebody should look at it.
 *
 * @returns those that failed also alone; all, where many have failed
 */
async function runTwice(groups: readonly TestGroup[]): Promise<TestJob[]> {
  const failed = await run(groups);
  if (failed.length === 0) return [];
  process.stdout.write(`\nFailed: ${namesOf(failed)}\n`);
  // Many failures have a cause in common.
  if (failed.length > MAX_RETRIED) return failed;
  const again = await run([[failed, 1]]);
  const passed = failed.filter((job) => !again.includes(job));
  if (passed.length > 0)
    process.stdout.write(`\nFailed at first, and passed alone: ${namesOf(passed)}\n`);
  return again;
}

function namesOf(jobs: readonly TestJob[]): string {
  const on = ({ environment }: TestJob) =>
    environment.TEST_ON ? ` on ${environment.TEST_ON}` : '';
  return jobs.map((job) => job.file + on(job)).join(', ');
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  return rows[0].server_version;
}

function verdict(havePassed: boolean): string {
  return havePassed ? 'passed' : 'FAILED';
}
