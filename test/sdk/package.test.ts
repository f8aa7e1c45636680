/** The package of the client: JavaScript for Node.js 20 and newer, with types, and nothing else to install. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startTestService } from '../support/service.ts';
import { compile, findNode, installBuiltClient } from './built-client.ts';
import { startFaultProxy } from './fault-proxy.ts';

const folder = installBuiltClient();
const service = await startTestService();

/** A program with each kind of call, an attempt that fails, a document that is read twice, and an error. */
const PROGRAM = `
import { RunningOrder, RouteNotFound, ValidationFailed } from '@running-order/client';
const [baseUrl, key, eventId] = process.argv.slice(2);
const api = new RunningOrder({ baseUrl, key, app: 'PackageTest/1.0' });
const event = api.event(Number(eventId));
await event.createSchedule();
await event.putTeams([{ externalId: 'a', name: 'Saline' }]);
await event.putRaces([{ externalId: 'r/1', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' }]);
await event.race('r/1').putEntries([{ position: 1, teamExternalId: 'a' }]);
await event.race('r/1').putResults([{ position: 1, finishTimeMillis: 402700 }]);
await event.schedule();
const ending = new AbortController();
for await (const { races } of event.watch({ everyMs: 10, signal: ending.signal })) {
  console.log(races[0].lanes[0].finishPlace);
  ending.abort();
}
const error = await event.putRaces([{}]).catch((reason) => reason);
console.log(error instanceof ValidationFailed, error.field);
const nowhere = new RunningOrder({ baseUrl: baseUrl + '/nowhere', key, app: 'PackageTest/1.0' });
console.log(await nowhere.me().catch((reason) => reason instanceof RouteNotFound));
`;

async function useWith(program: string): Promise<void> {
  const { key, eventId } = await service.provision();
  const proxy = await startFaultProxy(service.url);
  try {
    const file = join(folder, 'use.mjs');
    writeFileSync(file, PROGRAM);
    proxy.faults.push('cut', { status: 503, headers: { 'retry-after': '0' } });
    const words = [file, proxy.url, key, String(eventId)];
    const { stdout, stderr } = await promisify(execFile)(program, words, { timeout: 20_000 });
    assert.deepEqual([stdout, stderr], ['1\ntrue races[0].externalId\ntrue\n', '']);
  } finally {
    proxy.stop();
  }
}

test('the built client works with the Node.js of the service', () => useWith(process.execPath));

const node20 = findNode(20);

test(
  'the built client works with Node.js 20',
  {
    skip: node20 ? false : 'there is no Node.js 20 in PATH',
  },
  () => useWith(node20 as string),
);

test('it has no dependencies, and its types are enough for a strict caller', () => {
  const manifest = JSON.parse(readFileSync('sdk/package.json', 'utf8'));
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  const file = join(folder, 'caller.mts');
  writeFileSync(
    file,
    `import { Conflict, RunningOrder, type Answer, type RegattaEvent, type Schedule } from '@running-order/client';
const event: RegattaEvent = new RunningOrder({ baseUrl: 'http://a.example', key: 'k', app: 'a' }).event(1);
export const schedule: Promise<Answer<Schedule>> = event.schedule();
export const left: Promise<number> = schedule.then(({ rateLimit }) => rateLimit.remaining);
export const held = (error: Conflict) => error.conflicts[0]?.heldBy.externalId;
// @ts-expect-error a crew has a name
void event.putTeams([{ externalId: 'a' }]);
`,
  );
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  compile('--ignoreConfig', ...strict, ...target, '--types', '', '--noEmit', file);
});
