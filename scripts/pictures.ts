/**
 * Makes the pictures of the README from the demo: the board on a phone, the race office, the big screen.
 *
 *     npm run build && npm run pictures
 *
 * It needs Chromium (Debian's package `chromium`, or what the variable CHROMIUM names), and leaves the pictures in
 * `docs/images`, with a digest of what the pages look like: a test says when they are older than the pages.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { startProcess, stopProcess } from '../bench/service.ts';
import type { Board, BoardRace } from '../src/contract/board.ts';
import { hasResults } from '../src/domain/results/standings.ts';
import { findChromium } from '../test/support/chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'bin', 'running-order.js');
const IMAGES = join(ROOT, 'docs', 'images');
/** What the three pages look like, as far as files tell. */
const LOOKS = [
  'web/src/board/{components,display,styles}/**/*.{tsx,css}',
  'web/src/shared/components/**/*.tsx',
  'web/src/console/{components,styles}/**/*.{tsx,css}',
  'web/src/console/office/{frame,overview,races}/**/*.{tsx,css}',
];
export const DIGEST_FILE = 'docs/images/pictures-of.txt';

/** So long before its start, the race after the last result is the next one. */
const BEFORE_START_MILLIS = 2 * 60_000;
const SETTLE_MILLIS = 3000;

interface Demo {
  url: string;
  eventId: number;
  email: string;
  password: string;
  /** When the pictures are taken, in epoch milliseconds. */
  now: number;
}

if (import.meta.main) await main();

/** @returns a digest of all that decides how the pages look */
export function digestOfPages(): string {
  const hash = createHash('sha256');
  for (const file of globSync(LOOKS, { cwd: ROOT }).sort())
    hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-pictures-'));
  const DATABASE_URL = `sqlite:${join(folder, 'demo.db')}`;
  const loaded = execFileSync(process.execPath, [PROGRAM, 'demo', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL },
  });
  const { url, process: service } = await startProcess(DATABASE_URL);
  try {
    const demo = JSON.parse(loaded);
    const now = await betweenRaces(url, demo.eventId);
    const browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    await takePictures(browser, { ...demo, url, now });
    await browser.close();
    writeFileSync(join(ROOT, DIGEST_FILE), `${digestOfPages()}\n`);
  } finally {
    await stopProcess(service);
    rmSync(folder, { recursive: true });
  }
}

/** Shortly before the race after the last one with results. */
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
  const office = `${demo.url}/console/events/${demo.eventId}/programme`;
  const desk = { viewport: { width: 1366, height: 768 } };
  await takePicture(browser, demo, {
    file: 'race-office.png',
    path: office,
    device: desk,
    isSignedIn: true,
  });
}

interface Picture {
  file: string;
  path: string;
  device: BrowserContextOptions;
  isSignedIn?: boolean;
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
  // What is loaded after the first view.
  await page.waitForTimeout(SETTLE_MILLIS);
  await page.screenshot({ path: join(IMAGES, picture.file), animations: 'disabled' });
  await context.close();
}
