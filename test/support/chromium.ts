/** Where the system keeps a Chromium, and how it is started. */
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of the browser to test with: the one that the variable CHROMIUM names, else one in a
 * usual place.
 *
 * @throws when CHROMIUM names a file that does not exist
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  if (!named) return USUAL_PLACES.find((path) => existsSync(path));
  if (existsSync(named)) return named;
  throw new Error(`CHROMIUM names ${named}, and there is no such file.`);
}

/** Starts Chromium, as root without its sandbox, which does not work there. @throws when there is no Chromium */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium was found: install Debian's package chromium");
  const { chromium } = await import('playwright-core');
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: [...flags, ...(isRoot ? ['--no-sandbox'] : [])] });
}
