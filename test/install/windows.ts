/** The folders for Windows, run by Wine: their scripts by its shell, in a path with blanks and letters beyond ASCII. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fullRace, fullResults, openSite, save } from '../bridge/site.ts';
import { freePort } from '../support/server.ts';
import { cleanUp } from '../support/started.ts';
import { environment, isAlive, type Started } from './as-user.ts';
import { WINE, withoutWine } from './emulated.ts';
import { keepsData } from './kept-data.ts';

/** Has no percent sign: Wine's shell expands one in the script's own path once more, which the shell of Windows does not. */
const PATH = 'Ruderclub Ü & Söhne !x! ^y';
const START_SECONDS = 60;
const CALL_MILLIS = 120_000;

/** A Windows of its own, in Wine. */
export interface Windows {
  settings: Record<string, string>;
  /** Ends all programs that run in it. */
  close(): void;
}

/** @param node a runtime for Windows @returns a Windows in that folder, or why there is none */
export function openWindows(node: string, folder: string): Windows | string {
  // Wine itself prints no messages; names of files are in UTF-8.
  const settings = { WINEPREFIX: join(folder, 'wine'), WINEDEBUG: '-all', LC_ALL: 'C.UTF-8' };
  const env = { ...environment, ...settings };
  const why = withoutWine(node, settings);
  const close = () => {
    spawnSync(WINE, ['wineboot', '--kill'], { env, stdio: 'ignore', timeout: 60_000 });
  };
  if (why === undefined) return { settings, close };
  close();
  return why;
}

/** The folder of the service: commands, start, the same data after the program was killed, the task of the scheduler. */
export async function useOnWindows(windows: Windows, packed: string, base: string): Promise<void> {
  const folder = join(base, PATH);
  cpSync(packed, folder, { recursive: true });
  const command = (...words: string[]) => callScript(windows, folder, 'running-order.cmd', words);
  const wrong = await command('nonsense');
  assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /There is no command "nonsense"/);
  const notStarted = await callScript(windows, folder, 'start.cmd', ['--nonsense']);
  assert.equal(notStarted.status, 2, 'the exit status comes through');
  await keepsData({
    command: async (...words) => {
      const { status, stdout, stderr } = await command(...words);
      assert.equal(status, 0, stderr);
      return stdout;
    },
    start: () => startOn(windows, folder),
    stop: async ({ child }) => {
      windows.close();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  });
  const printed = await callScript(windows, folder, 'service.cmd', ['print']);
  assert.match(
    printed.stdout,
    /<Command>"[A-Z]:\\.*Ruderclub Ü &amp; Söhne.*\\runtime\\node.exe"</,
  );
  const installed = await callScript(windows, folder, 'service.cmd', ['install']);
  assert.deepEqual([installed.status, installed.stdout], [0, ''], installed.stderr);
  const removed = await callScript(windows, folder, 'service.cmd', ['remove']);
  assert.deepEqual([removed.status, removed.stdout], [0, ''], removed.stderr);
  rmSync(join(folder, 'runtime'), { recursive: true });
  const torn = await callScript(windows, folder, 'start.cmd', []);
  assert.deepEqual(torn.status, 1);
  assert.match(torn.stderr, /^runtime\\node\.exe is missing\. .* extract all of it first\./m);
}

/** The folder of the bridge posts a file. */
export async function useBridgeOnWindows(
  windows: Windows,
  packed: string,
  base: string,
): Promise<void> {
  const folder = join(base, `${PATH} bridge`);
  cpSync(packed, folder, { recursive: true });
  const bridge = (...words: string[]) => callScript(windows, folder, 'bridge.cmd', words);
  const untouched = await bridge('--once');
  assert.equal(untouched.status, 1);
  assert.match(untouched.stderr, /does not say the folder: .*\n.*the url: .*\n.*the event: /);
  const site = await openSite(1);
  try {
    save(site.folder, '1.lif', fullRace(1, 400));
    const lines = [`folder = "${onWindows(site.folder)}"`, `url = ${site.proxy.url}`];
    const settings = [...lines, `event = ${site.event.eventId}`, ''];
    writeFileSync(join(folder, 'bridge.txt'), `\uFEFF${settings.join('\r\n')}`);
    writeFileSync(join(folder, 'key.txt'), `${site.event.key}\r\n`);
    const sent = await bridge('--once');
    assert.equal(sent.status, 0, sent.stderr);
    assert.equal(await site.results(1), fullResults(400));
    const status = await bridge('--status');
    assert.deepEqual([status.status, status.stdout], [0, 'sent       race 1: 1.lif\n']);
  } finally {
    await cleanUp();
  }
}

/** A path of this machine as Windows names it: Wine's drive Z is the root. */
function onWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a script of the folder to its end. */
async function callScript(
  windows: Windows,
  cwd: string,
  script: string,
  words: string[],
): Promise<Ended> {
  const { child, said, complained, forget } = spawnScript(windows, cwd, script, words);
  const timer = setTimeout(() => child.kill(), CALL_MILLIS);
  try {
    const [status] = await once(child, 'exit');
    return { status, stdout: said(), stderr: complained() };
  } finally {
    clearTimeout(timer);
    forget();
  }
}

async function startOn(windows: Windows, folder: string): Promise<Started> {
  const port = await freePort();
  const own = { ...windows, settings: { ...windows.settings, PORT: String(port) } };
  const { child, said, complained } = spawnScript(own, folder, 'start.cmd', []);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await isAlive(url)); tries++) {
    assert.ok(tries < START_SECONDS * 10 && child.exitCode === null, said() + complained());
    await delay(100);
  }
  return { child, url, said };
}

/** Starts a script. It prints into files, because a program for Windows cannot use the pipes of this system. */
function spawnScript({ settings }: Windows, cwd: string, script: string, words: string[]) {
  const files = mkdtempSync(`${settings.WINEPREFIX}-`);
  const names = ['stdout', 'stderr'].map((name) => join(files, name)) as [string, string];
  const [stdout, stderr] = names.map((name) => openSync(name, 'w')) as [number, number];
  const child: ChildProcess = spawn(WINE, ['cmd', '/c', script, ...words], {
    cwd,
    env: { ...environment, ...settings },
    stdio: ['ignore', stdout, stderr],
  });
  closeSync(stdout);
  closeSync(stderr);
  const read = (name: string) => readFileSync(name, 'utf8').replaceAll('\r\n', '\n');
  return {
    child,
    said: () => read(names[0]),
    complained: () => read(names[1]),
    forget: () => rmSync(files, { recursive: true }),
  };
}
