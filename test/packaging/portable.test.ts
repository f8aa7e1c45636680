/** How a portable folder opens a page and becomes a service of its system. `npm run test:install` packs and runs one. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { taskOf, unitOf } from '../../packaging/portable/service.ts';
import { openerOf } from '../../src/commands/serve.ts';
import { readSettings } from '../../src/settings.ts';

const URL = 'http://127.0.0.1:8080/console/set-up#a&b';

for (const [platform, program, ...words] of [
  ['linux', 'xdg-open', URL],
  ['darwin', 'open', URL],
  ['win32', 'rundll32', 'url.dll,FileProtocolHandler', URL],
] as const) {
  test(`a page is opened on ${platform} by ${program}`, () => {
    assert.deepEqual(openerOf(platform, URL), [program, ...words]);
  });
}

for (const [folder, directory, runtime] of [
  ['/opt/running-order', '/opt/running-order', '"/opt/running-order/runtime/node"'],
  ['/media/a b/x', '/media/a b/x', '"/media/a b/x/runtime/node"'],
  ['/a%b/$c', '/a%%b/$c', '"/a%%b/$c/runtime/node"'],
  ['/say "oars"', '/say "oars"', '"/say \\"oars\\"/runtime/node"'],
] as const) {
  test(`the unit of systemd for the folder ${folder}`, () => {
    const unit = unitOf(folder, 1000);
    assert.ok(unit.includes(`\nWorkingDirectory=${directory}\n`), unit);
    assert.ok(unit.includes(`\nExecStart=${runtime} --env-file-if-exists=`), unit);
    assert.ok(unit.includes('\nUser=1000\n'), unit);
  });
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;

test('systemd takes the unit', { skip: hasSystemd ? false : 'needs systemd-analyze' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'running-order unit-'));
  try {
    const file = join(folder, 'running-order.service');
    // A program that exists in place of the folder's runtime, to which the words behind it belong.
    writeFileSync(file, unitOf(folder, 1000).replace(/".+\/runtime\/node"/, '"/bin/sh"'));
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    const ours = stderr.split('\n').filter((line) => line.includes('running-order.service'));
    assert.deepEqual(ours, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the task of Windows names the folder, starts it again, and has no limit of time', () => {
  const task = taskOf('E:\\Regatta & <Co>');
  assert.ok(
    task.includes('<Command>"E:\\Regatta &amp; &lt;Co>\\runtime\\node.exe"</Command>'),
    task,
  );
  assert.ok(task.includes('<WorkingDirectory>E:\\Regatta &amp; &lt;Co></WorkingDirectory>'), task);
  assert.ok(task.includes('<RegistrationTrigger><Repetition><Interval>PT1M<'), 'it is kept up');
  assert.ok(task.includes('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>'), task);
  assert.ok(task.includes('<UserId>S-1-5-19</UserId>'), 'an account without privileges');
});

test('the settings of a portable folder are settings of the program', () => {
  const text = readFileSync('packaging/portable/settings.env', 'utf8').replaceAll(
    /^#(?=[A-Z])/gm,
    '',
  );
  const pairs = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const { backups, host, port, logLevel } = readSettings(Object.fromEntries(pairs));
  assert.deepEqual(
    { backups, host, port, logLevel },
    {
      backups: { folder: 'data/backups', keep: 7 },
      host: '0.0.0.0',
      port: 8080,
      logLevel: 'warn',
    },
  );
});
