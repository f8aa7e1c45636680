/**
 * Makes pictures from the demo: for the README the board on a phone, the race office and the big screen, for other documents
 * the preview of an import, the screen of the bridge, the overlay, and a head race in the race office.
 *
 *     npm run build && npm run pictures
 *
 * It needs Chromium (Debian's package `chromium`, or what the variable CHROMIUM names) and `script`, and leaves the pictures in
 * `docs/images`, with a digest of the files that decide how the pages look, by which a test finds outdated pictures.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startProcess, stopProcess } from '../bench/service.ts';
import type { Board, BoardRace } from '../src/contract/board.ts';
import { hasResults } from '../src/domain/results/standings.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { takeBridgePicture } from './picture-of-bridge.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'bin', 'running-order.js');
const IMAGES = join(ROOT, 'docs', 'images');
/** The files that decide how the pages in the pictures look. */
const LOOKS = [
  'web/src/board/{components,display,overlay,styles}/**/*.{tsx,css}',
  'web/src/shared/components/**/*.tsx',
  'web/src/console/{components,styles}/**/*.{tsx,css}',
  'web/src/console/office/{frame,import,overview,races}/**/*.{tsx,css}',
  'src/bridge/{screen,status}.ts',
];
export const DIGEST_FILE = 'docs/images/pictures-of.txt';

/** The pictures are taken so long before the start of the race after the last result. */
const BEFORE_START_MILLIS = 2 * 60_000;
const SETTLE_MILLIS = 3000;

const START_LIST = `Race;Time;Event;Lane;Crew
1;09:00;Women 8+ Heat 1;1;Lakeside Rowing Club
1;09:00;Women 8+ Heat 1;2;Harbour Boat Club
2;09:10;Women 8+ Heat 2;1;Kanal-Ruder-Gesellschaft
2;09:10;Women 8+ Heat 2;2;Club de la Rivière
3;10:30;Mixed 4x Final;1;Northshore Paddlers
3;10:30;Mixed 4x Final;2;Lakeside Rowing Club
`;

/** What a camera at a river might see. */
const RIVER = `linear-gradient(
  #bcd4e6 28%, #5b8a4a 28%, #40703a 40%, #5f94b4 40%, #3f7aa0 55%, #6aa0bd 60%, #2f678c 75%, #4a86a8
)`;

interface Demo {
  url: string;
  eventId: number;
  key: string;
  email: string;
  password: string;
  /** When the pictures are taken, in epoch milliseconds. */
  now: number;
}

if (import.meta.main) await main();

/** @returns a digest of the files that decide how the pages look, in hexadecimal */
export function digestOfPages(): string {
  const hash = createHash('sha256');
  for (const file of globSync(LOOKS, { cwd: ROOT }).sort())
    hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

async function main(): Promise<void> {
  const browser = await launchChromium();
  await withDemo([], async (demo) => {
    const now = await betweenRaces(demo.url, demo.eventId);
    await takePictures(browser, { ...demo, now });
  });
  await withDemo(['--head'], (demo) => takeHeadRace(browser, { ...demo, now: Date.now() }));
  await browser.close();
  writeFileSync(join(ROOT, DIGEST_FILE), `${digestOfPages()}\n`);
}

/** Serves a demo while its pictures are taken. */
async function withDemo(
  flags: readonly string[],
  take: (demo: Omit<Demo, 'now'>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-pictures-'));
  const DATABASE_URL = `sqlite:${join(folder, 'demo.db')}`;
  const loaded = execFileSync(process.execPath, [PROGRAM, 'demo', '--json', ...flags], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL },
  });
  const { url, process: service } = await startProcess(DATABASE_URL);
  try {
    await take({ ...JSON.parse(loaded), url });
  } finally {
    await stopProcess(service);
    rmSync(folder, { recursive: true });
  }
}

/** The moment shortly before the race after the last one with results, in epoch milliseconds. */
async function betweenRaces(url: string, eventId: number): Promise<number> {
  const { races } = (await (await fetch(`${url}/board/api/events/${eventId}`)).json()) as Board;
  const last = races.findLastIndex(({ lanes }) => hasResults(lanes));
  const next = races[last + 1] as BoardRace;
  return Date.parse(next.estimatedAt) - BEFORE_START_MILLIS;
}

async function takePictures(browser: Browser, demo: Demo): Promise<void> {
  const board = `${demo.url}/events/${demo.eventId}`;
  const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true };
  await takePicture(browser, demo, { file: 'board-phone.png', path: board, device: phone });
  const screen = { viewport: { width: 1280, height: 720 } };
  await takePicture(browser, demo, {
    file: 'big-screen.png',
    path: `${board}/display?view=results`,
    device: screen,
  });
  await takePicture(browser, demo, {
    file: 'overlay.png',
    path: `${board}/overlay?show=results`,
    // The background does not come from the service, so its Content-Security-Policy would block it.
    device: { ...screen, bypassCSP: true },
    open: async (page) => {
      await page.addStyleTag({ content: `html { background: ${RIVER} }` });
    },
  });
  const office = `${demo.url}/console/events/${demo.eventId}/programme`;
  const desk = { viewport: { width: 1366, height: 768 } };
  await takePicture(browser, demo, {
    file: 'race-office.png',
    path: office,
    device: desk,
    isSignedIn: true,
  });
  await takePicture(browser, demo, {
    file: 'import-preview.png',
    path: `${demo.url}/console`,
    device: { viewport: { width: 1366, height: 900 } },
    isSignedIn: true,
    open: previewImport,
  });
  // The last picture, because the bridge posts results.
  const file = join(IMAGES, 'bridge.png');
  await takeBridgePicture(browser, demo, { program: PROGRAM, file });
}

/** Takes pictures of the finish list of the division that is on the course, and of its times of day. */
async function takeHeadRace(browser: Browser, demo: Demo): Promise<void> {
  const { races } = (await (
    await fetch(`${demo.url}/board/api/events/${demo.eventId}`)
  ).json()) as Board;
  const race = races.find(({ lanes }) => hasResults(lanes)) as BoardRace;
  const path = `${demo.url}/console/events/${demo.eventId}/races/${race.id}`;
  const device = { viewport: { width: 1366, height: 900 } };
  const picture = { path, device, isSignedIn: true };
  const view = (page: Page, name: string) =>
    page.locator('.race-views').getByRole('button', { name }).click();
  await takePicture(browser, demo, {
    ...{ ...picture, file: 'office-head-race.png' },
    open: async (page) => {
      await view(page, 'Finish list');
      for (const bow of ['999', '']) {
        await page.locator('.arrival-entry input').fill(bow);
        await page.keyboard.press('Enter');
      }
    },
  });
  await takePicture(browser, demo, {
    ...{ ...picture, file: 'office-times-of-day.png' },
    open: (page) => view(page, 'Times of day'),
  });
}

/** Imports a start list, and shows a preview of its next version. */
async function previewImport(page: Page): Promise<void> {
  const eventId = await page.evaluate(async () => {
    const { clubs } = await (await fetch('/console/api/clubs')).json();
    const days = { startDate: '2027-06-12', endDate: '2027-06-13', timezone: 'Europe/Berlin' };
    const body = JSON.stringify({ clubId: clubs[0].id, name: 'Lake regatta', ...days });
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch('/console/api/events', { method: 'POST', headers, body })).json())
      .id;
  });
  await page.goto(new URL(`/console/events/${eventId}/programme?import`, page.url()).href);
  const choose = (text: string) =>
    page
      .getByLabel('Choose files')
      .setInputFiles({ name: 'start-list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const preview = page.getByRole('heading', { name: 'Preview' });
  await choose(START_LIST);
  await page.getByRole('button', { name: 'Show a preview' }).click();
  await preview.waitFor();
  await page.getByRole('button', { name: 'Import it' }).click();
  await page.getByRole('button', { name: 'Import more' }).click();
  const next = START_LIST.replaceAll('10:30;', '10:45;');
  await choose(`${next}4;11:15;Masters 8+ Final;1;Harbour Boat Club B\n`);
  await preview.waitFor();
}

interface Picture {
  file: string;
  path: string;
  device: BrowserContextOptions;
  isSignedIn?: boolean;
  /** What is done on the page before the picture is taken. */
  open?(page: Page): Promise<void>;
}

async function takePicture(browser: Browser, demo: Demo, picture: Picture): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', ...picture.device });
  const page = await context.newPage();
  await page.clock.install({ time: demo.now });
  await page.goto(picture.path);
  if (picture.isSignedIn) {
    await page.getByLabel(/e-mail/i).fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
  }
  await picture.open?.(page);
  // Waits for what is loaded after the first view.
  await page.waitForTimeout(SETTLE_MILLIS);
  await page.screenshot({ path: join(IMAGES, picture.file), animations: 'disabled' });
  await context.close();
}
