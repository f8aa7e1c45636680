/**
 * A real browser for tests: the Chromium of the system, and pages that forgive nothing. Whatever a
 * page writes to its console as an error, throws, or fails to load, fails the test that opened it.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { stopAtEndOfFile } from './started.ts';

/** Where tests leave what people may want to look at. */
const OUTPUT_FOLDER = 'test-output';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Device = 'phone' | 'desktop';

export const DEVICES: readonly Device[] = ['phone', 'desktop'];

const DEVICE_OPTIONS: Record<Device, BrowserContextOptions> = {
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
  desktop: { viewport: { width: 1280, height: 800 } },
};

export interface Visit extends BrowserContextOptions {
  device?: Device;
  /** What this test breaks on purpose: troubles that match do not fail it. */
  forgive?: RegExp | undefined;
  /** The time at which the device's clock starts, epoch milliseconds; it runs on from there. */
  startsAt?: number;
  /** How many times as fast that clock runs as the machine's; 1 unless given. */
  clockSpeed?: number;
}

/** How long a page may take to show what a test waits for, also while the tests of another file run. */
const WAIT_MILLIS = 20_000;

let started: Promise<Browser> | undefined;

/** The browser of this test file, with a profile of its own that is gone afterwards. */
export function browser(): Promise<Browser> {
  started ??= start();
  return started;
}

async function start(): Promise<Browser> {
  const launched = await launchChromium(FLAGS);
  stopAtEndOfFile(async () => {
    started = undefined;
    await launched.close();
  });
  return launched;
}

/**
 * A blank page on a device, in a profile of its own: nothing kept, nothing cached. When the test
 * is over the page is closed, and the test fails if the page had any trouble.
 */
export async function newPage(
  t: TestContext,
  { device = 'desktop', forgive, startsAt, clockSpeed = 1, ...options }: Visit = {},
): Promise<Page> {
  const context = await (await browser()).newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...DEVICE_OPTIONS[device],
    ...options,
  });
  context.setDefaultTimeout(WAIT_MILLIS);
  // The browser's clock is the machine's, also where the service has another one (`clock.ts`).
  const realNow = performance.timeOrigin + performance.now();
  if (startsAt !== undefined) {
    const clock = { at: startsAt, since: realNow, speed: clockSpeed };
    await context.addInitScript(setClock, clock);
  }
  const troubles: string[] = [];
  const note = (trouble: string) => {
    if (!forgive?.test(trouble)) troubles.push(trouble);
  };
  let isOver = false;
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => note(`page: ${error.error().stack ?? error.error()}`));
  context.on('requestfailed', (request) => {
    // Leaving a page ends its stream, and a test that is over ends everything.
    const isLeaving = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!isOver && !isLeaving) note(`request: ${request.url()} ${request.failure()?.errorText}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) note(`response: ${response.status()} of ${response.url()}`);
  });
  t.after(async () => {
    isOver = true;
    await context.close();
    assert.deepEqual(troubles, [], 'the page had trouble');
  });
  return context.newPage();
}

/** Runs in the page: replaces its clock, but not its timers. @param since the real time at which the clock shows `at` */
function setClock({ at, since, speed }: { at: number; since: number; speed: number }): void {
  const RealDate = Date;
  const now = () => at + (RealDate.now() - since) * speed;
  globalThis.Date = new Proxy(RealDate, {
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    apply: () => new RealDate(now()).toString(),
  });
}

/** Keeps a picture of a page, all of it or what is in view. */
export async function keepScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  await page.screenshot({ path: outputPath(`${name}.png`), fullPage, animations: 'disabled' });
}

/** The path of a file for people to look at; makes the folder. */
export function outputPath(name: string): string {
  mkdirSync(OUTPUT_FOLDER, { recursive: true });
  return `${OUTPUT_FOLDER}/${name}`;
}
