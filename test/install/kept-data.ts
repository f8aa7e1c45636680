/** For portable folders of any system: a regatta that was pushed to one is still there after a restart. */
import assert from 'node:assert/strict';
import type { Started } from './as-user.ts';

/** How the program of a folder is called and started on its system. */
export interface Folder {
  /** Runs a command, which has to succeed. @returns what it printed */
  command(...words: string[]): Promise<string>;
  start(): Promise<Started>;
  stop(service: Started): Promise<void>;
}

/** Characters that are special in shells, and letters beyond ASCII. */
const CREWS = ['Saline', "St. Mary's Ü", '100 % & <Co> ^ !x!'];

/** Gives a new folder an event and a key, pushes crews, starts it again, and reads them. */
export async function keepsData(folder: Folder): Promise<void> {
  const { command } = folder;
  await command('user', 'add', '--name', 'Maja Müller');
  assert.match(await command('user', 'list'), /Maja Müller/);
  await command('club', 'add', '--name', 'Rowing club');
  await command('member', 'set', '--club', '1', '--user', '1', '--role', 'schedule_manager');
  const days = ['--start', '2026-06-13', '--end', '2026-06-14', '--timezone', 'Europe/Berlin'];
  await command('event', 'add', '--club', '1', '--creator', '1', '--name', 'Regatta', ...days);
  const { key } = JSON.parse(
    await command('key', 'mint', '--user', '1', '--label', 'Timing', '--json'),
  );
  await started(folder, async (url) => {
    await call(url, key, 'POST', '/schedule', {});
    const crews = CREWS.map((name, index) => ({ externalId: `crew-${index}`, name }));
    await call(url, key, 'PUT', '/teams', crews);
  });
  await started(folder, async (url) => {
    const { teams } = await call(url, key, 'GET', '/teams');
    assert.deepEqual(teams.map(({ name }: { name: string }) => name).sort(), [...CREWS].sort());
  });
}

async function started(folder: Folder, use: (url: string) => Promise<void>): Promise<void> {
  const service = await folder.start();
  try {
    const page = await (await fetch(`${service.url}/console/set-up`)).text();
    assert.match(page, /<script/);
    await use(service.url);
  } finally {
    await folder.stop(service);
  }
}

async function call(url: string, key: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/v1/events/1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
