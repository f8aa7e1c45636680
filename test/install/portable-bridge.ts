/** Runs the portable folder of the bridge, with nothing but what is in it, against a service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullRace, fullResults, openSite, save } from '../bridge/site.ts';
import { cleanUp } from '../support/started.ts';

/** @param packed for the system of this machine @param elsewhere a folder that is not there yet */
export async function usePortableBridge(packed: string, elsewhere: string): Promise<void> {
  cpSync(packed, elsewhere, { recursive: true });
  const bridge = (...words: string[]) => alone(join(elsewhere, 'bridge'), ...words);
  const untouched = await bridge('--once');
  assert.equal(untouched.status, 1);
  assert.match(untouched.stderr, /does not say the folder: .*\n.*the url: .*\n.*the event: /);
  const site = await openSite(1);
  try {
    save(site.folder, '1.lif', fullRace(1, 400));
    const lines = [`folder = ${site.folder}`, `url = ${site.proxy.url}`];
    const settings = [...lines, `event = ${site.event.eventId}`, 'key-file = key.txt', ''];
    writeFileSync(join(elsewhere, 'bridge.txt'), settings.join('\r\n'));
    assert.match((await bridge('--once')).stderr, /no key file key\.txt/);
    writeFileSync(join(elsewhere, 'key.txt'), `${site.event.key}\n`, { mode: 0o600 });
    const once = await bridge('--once');
    assert.deepEqual([once.status, once.stderr], [0, '']);
    assert.equal(await site.results(1), fullResults(400));
    const status = await bridge('--status');
    assert.deepEqual([status.status, status.stdout], [0, 'sent       race 1: 1.lif\n']);
    assert.equal(readdirSync(join(elsewhere, 'state')).length, 1, 'it remembers beside itself');
  } finally {
    await cleanUp();
  }
}

/** Checks the folder without running it: there are a runtime and few files, no package and no page. */
export function checkBridge(folder: string, platform: string): void {
  const isWindows = platform.startsWith('win');
  const files = ['LICENSE', 'READ-ME.txt', isWindows ? 'bridge.cmd' : 'bridge', 'bridge.txt'];
  const others = ['licences.txt', 'program', 'runtime', 'sbom.cdx.json', 'state'];
  assert.deepEqual(readdirSync(folder).sort(), [...files, ...others]);
  const program = globSync('**/*.*', { cwd: join(folder, 'program') });
  const surplus = program.filter((path) =>
    /node_modules|\bweb\b|storage.(?!engine.dialect)/.test(path),
  );
  assert.deepEqual(surplus, []);
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
  const names = components.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, [`node-${platform}`]);
  const licences = readFileSync(join(folder, 'licences.txt'), 'utf8');
  assert.ok(licences.includes('Node.js is licensed for use as follows'), 'that of the runtime');
}

/** Runs a command without any variable, so also without a PATH, and in another folder. */
function alone(...words: string[]) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: '/', timeout: 60_000 };
    const child = execFile(
      '/usr/bin/env',
      ['-i', 'PATH=', ...words],
      options,
      (_, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
