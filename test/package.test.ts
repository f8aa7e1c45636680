/** What is published under the project's name: its version, its files, its parts. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openApiDocument } from '../src/contract/openapi.ts';

const MANIFEST = json('package.json');

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
function json(file: string): any {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** What npm prints. Without scripts, which would build the pages anew under other tests. */
function npm(...words: string[]): string {
  return execFileSync('npm', [...words, '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
}

test('the service has one version; that of the API is its own', () => {
  const { version } = MANIFEST;
  const { packages, ...lock } = json('package-lock.json');
  assert.deepEqual(
    [lock.version, packages[''].version, packages.web.version, json('web/package.json').version],
    [version, version, version, version],
  );
  const [, newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const [, named] = /(?:^\[|to be released as )(\d+\.\d+\.\d+)/.exec(newest) ?? [];
  assert.equal(named, version, 'the changelog begins with it');
  for (const info of [openApiDocument().info, json('openapi.json').info]) {
    assert.deepEqual([info.version, info['x-service-version']], ['1.0.0', version]);
  }
});

test('a package has the program and what was made for it, and nothing else', () => {
  const [{ files }] = JSON.parse(npm('pack', '--dry-run', '--json'));
  const others = files
    .map(({ path }: { path: string }) => path)
    .filter((path: string) => !path.startsWith('dist/'));
  assert.deepEqual(others.sort(), [
    ...['LICENSE', 'README.md', 'bin/running-order.js', 'package.json'],
  ]);
});

test('npm lists the parts of the checkout', () => {
  // Without the parts that only its makers need npm leaves out what these share with the service.
  const { metadata, components } = JSON.parse(npm('sbom', '--sbom-format=cyclonedx'));
  assert.equal(metadata.component.version, MANIFEST.version);
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of Object.keys(MANIFEST.dependencies)) assert.ok(names.includes(name), name);
  assert.ok(JSON.parse(npm('sbom', '--sbom-format=spdx')).packages.length > names.length);
});
