/**
 * A visit in which nothing is chosen: pages neither set nor read a cookie, store nothing but the public files of the service
 * worker, and contact no other origin. Every public page that the routes name is opened.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PUBLIC_ROUTES } from '../../src/app.ts';
import { newPage } from '../support/browser.ts';
import { publishRegatta, SATURDAY, SATURDAY_AT_ELEVEN, startSite } from './site.ts';

const site = await startSite();

/** Time for pages to write their caches, which they do a second after they know that the document is current. */
const CACHED_MILLIS = 1500;

test('no public page leaves a trace or asks anybody else', async (t) => {
  const event = await publishRegatta(site);
  await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 10 });
  const [crew] = (await event.board()).crews;
  assert.ok(crew);
  const given: Record<string, string> = {
    eventId: String(event.eventId),
    raceNumber: '17',
    crewId: String(crew.id),
    year: SATURDAY.slice(0, 4),
  };
  const paths = PUBLIC_ROUTES.filter(([method, path]) => method === 'GET' && !isStream(path)).map(
    ([, path]) =>
      path.replaceAll(/:(\w+)/g, (_, name) => given[name] ?? assert.fail(`an example of ${name}`)),
  );
  const page = await newPage(t, { startsAt: SATURDAY_AT_ELEVEN });
  await page.addInitScript(refuseCookies);
  const context = page.context();
  const origins = new Set<string>();
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  let opened = 0;
  for (const path of paths) {
    const url = site.url + path;
    const answer = await fetch(url, { headers: { accept: 'text/html' } });
    assert.deepEqual(answer.headers.getSetCookie(), [], path);
    assert.doesNotMatch(answer.headers.get('vary') ?? '', /cookie/i, path);
    await answer.arrayBuffer();
    if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const address of [url, `${url}?lang=de`]) {
      await page.goto(address);
      opened++;
      await page.waitForTimeout(CACHED_MILLIS);
      await assertNoTrace(page, path);
    }
  }
  assert.ok(opened >= 20, `${opened} pages`);
  // A change that comes while a board is open, and the board when it is loaded again.
  await page.goto(event.url);
  await event.push('PUT', '/schedule/delay', { venueDay: SATURDAY, delayMinutes: 25 });
  await page.getByText('25 min').first().waitFor();
  await page.reload();
  await page.getByText('25 min').first().waitFor();
  await page.waitForTimeout(CACHED_MILLIS);
  await assertNoTrace(page, 'a board with a new delay');
  assert.deepEqual([...origins], [site.url]);
});

function isStream(path: string): boolean {
  return path.endsWith('/live');
}

/** Runs in the page: makes it fail when it reads or sets a cookie. */
function refuseCookies(): void {
  const refuse = () => {
    throw new Error('a page has touched a cookie');
  };
  Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
}

async function assertNoTrace(page: Page, path: string): Promise<void> {
  assert.deepEqual(await page.context().cookies(), [], path);
  const left = await page.evaluate(async () => {
    const files: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) files.push(url);
    return {
      files,
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases: await indexedDB.databases(),
    };
  });
  assert.deepEqual(
    { ...left, files: [] },
    { files: [], local: [], session: [], databases: [] },
    path,
  );
  for (const file of left.files) {
    const answer = await fetch(file);
    assert.equal(answer.status, 200, `${file} is public`);
    assert.ok(file.startsWith(`${site.url}/`));
    await answer.arrayBuffer();
  }
}
