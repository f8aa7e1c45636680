/**
 * The unit of a portable folder and that of docs/install.md, run by systemd in a container of its own.
 *
 * It needs root, systemd-nspawn, and in `SYSTEMD_ROOT` the files of a system with systemd that may be changed, such as
 *
 *     debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus bookworm FOLDER
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/server.ts';
import { isAlive } from './as-user.ts';

const ROOT = process.env.SYSTEMD_ROOT ?? '';
const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'install.md');
/** With characters that are special in a unit of systemd. */
const FOLDER = '/srv/regatta 100% $x';
const UNIT = '/etc/systemd/system/running-order.service';
const OWNER = 1000;
const SECONDS = 60;

/**
 * @param packed the portable folder for this system
 * @param file the package
 * @returns what has been found out
 */
export async function useUnits(packed: string, file: string): Promise<string> {
  const missing = withoutSystemd();
  if (missing) return `NOT RUN: the units of systemd, because ${missing}`;
  await usePortableUnit(packed);
  await useDocumentedUnit(file);
  return 'systemd runs the unit of a portable folder, starts it again, and runs that of docs/install.md';
}

function withoutSystemd(): string | undefined {
  if (ROOT === '') return 'SYSTEMD_ROOT names no folder with a system to start';
  if (process.getuid?.() !== 0) return 'only root may start a system';
  const isThere = spawnSync('systemd-nspawn', ['--version']).status === 0;
  return isThere ? undefined : 'systemd-nspawn is not installed';
}

/** Installs a portable folder as a service: it runs as its owner, comes back when it was killed, and goes away. */
async function usePortableUnit(packed: string): Promise<void> {
  const inside = join(ROOT, FOLDER);
  cpSync(packed, inside, { recursive: true });
  await inSystem(async (run) => {
    assert.match(run(`'${FOLDER}/service' install 2>&1 || true`), /a user who is not root first/);
    for (const path of ['', ...globSync('**', { cwd: inside })]) {
      chownSync(join(inside, path), OWNER, OWNER);
    }
    const port = await freePort();
    writeFileSync(join(inside, 'data', 'settings.env'), `PORT=${port}\n`);
    run(`cd '${FOLDER}' && ./service install`);
    await answers(port);
    const pid = run('systemctl show -P MainPID running-order');
    assert.match(run(`cat /proc/${pid}/status`), /^Uid:\t1000\t1000\t.*\n(?:.*\n)*CapBnd:\t0+\n/m);
    run(`kill -9 ${pid}`);
    await delay(1000);
    await answers(port);
    assert.notEqual(run('systemctl show -P MainPID running-order'), pid);
    run(`cd '${FOLDER}' && ./service remove`);
    assert.equal(await isAlive(`http://127.0.0.1:${port}`), false);
    assert.ok(!existsSync(join(ROOT, UNIT)));
  }).finally(() => rmSync(inside, { recursive: true }));
}

/** Runs the unit of docs/install.md, which starts the package that npm installs. */
async function useDocumentedUnit(file: string): Promise<void> {
  const app = join(ROOT, 'opt', 'running-order');
  const data = join(ROOT, 'var', 'lib', 'running-order');
  mkdirSync(app, { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, file], { cwd: app, stdio: 'ignore' });
  const [, unit] = /^```ini\n([^`]+)^```/m.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  const port = await freePort();
  writeFileSync(
    join(ROOT, UNIT),
    String(unit).replace(/^Environment=PUBLIC_URL.*/m, `Environment=PORT=${port}`),
  );
  try {
    await inSystem(async (run) => {
      run('id running-order || useradd --system --home-dir /var/lib/running-order running-order');
      run('systemctl daemon-reload; systemctl start running-order');
      await answers(port);
      const pid = run('systemctl show -P MainPID running-order');
      assert.match(run(`cat /proc/${pid}/status`), /^Seccomp:\t2$/m, 'calls are filtered');
      assert.ok(existsSync(join(data, 'running-order.db')));
      run('systemctl stop running-order');
      assert.equal(run('systemctl show -P Result running-order'), 'success');
    });
  } finally {
    for (const path of [app, data, join(ROOT, UNIT)])
      rmSync(path, { recursive: true, force: true });
  }
}

/** Starts the system, with this machine's network, runs `use`, and stops the system. */
async function inSystem(use: (run: (script: string) => string) => Promise<void>): Promise<void> {
  const words = ['--register=no', '--keep-unit', '--console=pipe', '--boot'];
  const system = spawn('systemd-nspawn', ['--quiet', '-D', ROOT, ...words], { stdio: 'ignore' });
  try {
    const first = await firstProcess(system);
    await use((script) => enter(first, script));
  } finally {
    if (system.exitCode === null && system.kill('SIGTERM')) await once(system, 'exit');
  }
}

/** @returns the number of the system's process 1, when its services have been started */
async function firstProcess(system: ChildProcess): Promise<number> {
  const children = `/proc/${system.pid}/task/${system.pid}/children`;
  for (let tries = 0; tries < SECONDS * 10; tries++) {
    await delay(100);
    assert.equal(system.exitCode, null, 'the system does not start');
    const first = Number.parseInt(readFileSync(children, 'utf8'), 10);
    const { stdout = '' } = first > 0 ? spawnIn(first, 'systemctl is-system-running') : {};
    if (/^(running|degraded)$/m.test(stdout)) return first;
  }
  return assert.fail('the system does not start');
}

function enter(first: number, script: string): string {
  const { status, stdout, stderr } = spawnIn(first, script);
  assert.equal(status, 0, `${script}: ${stdout}${stderr}`);
  return stdout.trim();
}

function spawnIn(first: number, script: string) {
  const words = [`--target=${first}`, '--mount', '--uts', '--ipc', '--pid', '--root', '--wd'];
  return spawnSync('nsenter', [...words, 'sh', '-c', script], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; !(await isAlive(`http://127.0.0.1:${port}`)); tries++) {
    assert.ok(tries < SECONDS * 10, 'the service does not answer');
    await delay(100);
  }
}
