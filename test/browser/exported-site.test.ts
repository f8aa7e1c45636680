/** The exported site in a browser with script off, on a server of plain files below a path of its own. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { siteJob } from '../../src/renderings/site/export-site.ts';
import { siteFiles } from '../../src/renderings/site/site-files.ts';
import { keepScreenshot, newPage, type Visit } from '../support/browser.ts';
import { assertPlainSite } from '../support/exported-site.ts';
import { assertAccessible, assertFitsWidth, setTextSize } from './checks.ts';
import { publishRegatta, startSite } from './site.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.csv': 'text/csv',
  '.ics': 'text/calendar',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const PATH = '/archive/2026/regatta/';

const site = await startSite();
const event = await publishRegatta(site);
const board = await event.board();
const job = await siteJob(site.service.database, event.eventId, {
  ...{ languages: ['en', 'de'], publicUrl: site.url, withDraft: false, defaultLogo: undefined },
});
assert.ok('document' in job);
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>fetch('ran')</script>
<rect width="40" height="20" fill="#00407a" onload="fetch('ran')"/></svg>`;
const logo = { type: 'image/svg+xml', bytes: Buffer.from(LOGO) };
const files = new Map((await siteFiles({ ...job, logo })).map(({ path, bytes }) => [path, bytes]));

const asked: string[] = [];
const server = createServer((request, response) => {
  const path = (request.url ?? '').slice(PATH.length);
  // Browsers ask for this when a picture is opened by itself.
  if (request.url === '/favicon.ico') return void response.writeHead(204).end();
  const content = request.url?.startsWith(PATH) ? files.get(path) : undefined;
  asked.push(`${content ? 200 : 404} ${request.url}`);
  response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
  response.end(content ?? 'not there');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;

test('every link leads somewhere, and nothing is asked of another place', async (t) => {
  assertPlainSite(
    new Map([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])),
  );
  const page = await newPage(t, { device: 'phone', javaScriptEnabled: false });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) foreign.push(request.url());
  });
  await page.goto(`${url}index.html`);
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hebda Cup and Wy-Hi' }).waitFor();
  for (const race of board.races) {
    const row = page
      .getByRole('listitem')
      .filter({ has: page.locator(`[href="races/${race.raceNumber}.html"]`) });
    assert.equal(await row.count(), 1, race.number);
  }
  assert.deepEqual(foreign, []);
  assert.deepEqual(
    asked.filter((answer) => !answer.startsWith('200 ')),
    [],
  );
});

test('the logo is drawn, also from a folder, and what is in it runs nowhere', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-site-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, bytes] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const page = await newPage(t, { device: 'phone' });
  for (const base of [url, `${pathToFileURL(folder)}/`]) {
    for (const path of ['index', 'en/index', 'de/races/1', 'en/print']) {
      await page.goto(`${base}${path}.html`);
      const drawn = page.locator('img.logo');
      await drawn.waitFor();
      const sides = await drawn.evaluate((img: HTMLImageElement) => [
        img.naturalWidth,
        img.naturalHeight,
      ]);
      assert.deepEqual(sides, [40, 20], base + path);
    }
  }
  await page.goto(`${url}index.html`);
  const middle = await page.locator('img.logo').evaluate((img: HTMLImageElement) => {
    const drawing = new OffscreenCanvas(40, 20).getContext('2d');
    drawing?.drawImage(img, 0, 0);
    return drawing && [...drawing.getImageData(20, 10, 1, 1).data];
  });
  assert.deepEqual(middle, [0x00, 0x40, 0x7a, 255], 'the picture inside is drawn');
  await page.goto(`${url}logo.svg`);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.locator('script').count(), 0);
  assert.deepEqual(
    asked.filter((answer) => answer.endsWith('ran')),
    [],
  );
});

test('the pages of races have the places and times of the board', async (t) => {
  const page = await newPage(t, { device: 'phone', javaScriptEnabled: false });
  const rowed = board.races.filter(({ scored, entered }) => scored > 0 && scored === entered);
  assert.ok(rowed.length > 10);
  for (const race of rowed) {
    await page.goto(`${url}en/races/${race.raceNumber}.html`);
    const rows = await page.locator('tbody tr').allInnerTexts();
    const places = rows.slice(1).map((row) => row.split('\t').map((cell) => cell.trim()));
    const expected = race.lanes
      .filter(({ finishPlace }) => finishPlace !== null)
      .map(({ finishPlace, positionLabel, crewName }) => [
        String(finishPlace),
        positionLabel,
        crewName,
      ])
      .sort(([a], [b]) => Number(a) - Number(b));
    const shown = places
      .filter(([place]) => place !== '')
      .map(([place, lane, crew]) => [place, lane, crew]);
    assert.deepEqual(shown.map(String).sort(), expected.map(String).sort(), race.number);
  }
});

test('a reader goes from a race to a crew and back, and reads on in another language', async (t) => {
  const page = await newPage(t, { device: 'phone', javaScriptEnabled: false });
  await page.goto(`${url}en/races/1.html`);
  const crew = page.locator('td a').first();
  const name = await crew.innerText();
  await crew.click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.locator('[href="../races/1.html"]').click();
  await page.getByRole('link', { name: /^Next race: / }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  assert.equal(page.url(), `${url}de/races/2.html`);
  await page.getByRole('heading', { level: 1, name: /^Rennen 2 / }).waitFor();
  await page.getByRole('link', { name: 'Hebda Cup and Wy-Hi' }).click();
  assert.equal(page.url(), `${url}de/index.html`);
});

const READERS: Record<string, Visit> = {
  'small phone': { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
};
const crewId = board.races[0]?.lanes.find((lane) => lane.crewId !== null)?.crewId;

for (const [device, visit] of Object.entries(READERS)) {
  test(`pages and sheets can be used on a ${device}`, async (t) => {
    const page = await newPage(t, { device: 'phone', ...visit });
    for (const path of ['index', 'de/index', 'de/races/1', `de/crews/${crewId}`, 'de/print']) {
      await page.goto(`${url}${path}.html`);
      await assertAccessible(page, path);
      await assertFitsWidth(page, path);
      await keepScreenshot(page, `exported-site-${path.replaceAll('/', '-')}-${device}`);
      await setTextSize(page, '200%');
      await assertFitsWidth(page, `${path}, large text`);
    }
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${url}de/print.html`);
    await keepScreenshot(page, `exported-site-print-${device}`);
  });
}
