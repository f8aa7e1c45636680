/** Where the system keeps a Chromium. */
import { existsSync } from 'node:fs';

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
