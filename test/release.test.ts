/** The version and commit that a release prints, and which checkouts are refused as a release. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import manifest from '../package.json' with { type: 'json' };
import { run } from './support/program.ts';
import { newFolder } from './support/started.ts';

const { version } = manifest;
const SECTION = `## [${version}] - 2026-11-27`;

test('--version names the version and the commit', async () => {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const isCheckout = commit !== '';
  const asText = await run(['--version']);
  const words = isCheckout ? ` (commit ${commit.slice(0, 12)})` : '';
  assert.deepEqual([asText.status, asText.stdout], [0, `running-order ${version}${words}\n`]);
  const asJson = await run(['--version', '--json']);
  assert.deepEqual(JSON.parse(asJson.stdout), { version, commit: isCheckout ? commit : null });
});

/** Makes a Git repository with only the files that decide whether it can be released. @returns its folder */
function checkout(changelog: string): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'scripts'));
  for (const file of ['package.json', 'scripts/parts.ts', 'scripts/release.ts'])
    cpSync(file, join(folder, file));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${changelog}`);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@regatta.example'];
  git(folder, ...author, 'commit', '--quiet', '--message', 'Begin');
  return folder;
}

function git(cwd: string, ...words: string[]): void {
  execFileSync('git', words, { cwd, stdio: 'pipe' });
}

function ready(cwd: string): [number | null, string] {
  const words = ['scripts/release.ts', 'ready'];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
  return [status, stderr];
}

test('a checkout is released with a dated section of its version, and without changes', () => {
  const folder = checkout(`${SECTION}\n\n- What is new.\n`);
  assert.deepEqual(ready(folder), [0, '']);
  writeFileSync(join(folder, 'forgotten.txt'), 'x');
  const [status, words] = ready(folder);
  assert.equal(status, 1);
  assert.match(words, /^There are changes that are not committed:\n\?\? forgotten\.txt\n$/);
});

for (const [what, changelog] of [
  ['is missing', '## [0.0.1] - 2026-01-01\n\n- Old.\n'],
  ['has no date', `## [${version}]\n\n- What is new.\n`],
  ['is not released', '## [Unreleased]\n\n- What is new.\n'],
]) {
  test(`no release: the section of the version ${what}`, () => {
    const [status, words] = ready(checkout(changelog as string));
    assert.equal(status, 1);
    assert.match(words, /^CHANGELOG\.md has no section .*\n$/);
  });
}
