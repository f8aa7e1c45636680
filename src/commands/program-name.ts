/** What the user types to call this program once more. */
import { posix, win32 } from 'node:path';

interface Start {
  /** The path of Node.js. */
  runtime: string;
  /** The path of the program as it was called: a link stays a link. */
  script: string;
  isRunByNpm: boolean;
  platform: string;
}

/** @returns such as `npx running-order`; in a portable folder the script that stands there */
export function programName({ runtime, script, isRunByNpm, platform }: Start): string {
  const { basename, dirname, join } = platform === 'win32' ? win32 : posix;
  const folder = dirname(dirname(dirname(script)));
  if (dirname(runtime) === join(folder, 'runtime')) {
    return platform === 'win32' ? '.\\running-order' : './running-order';
  }
  // Without npm, as in a container: npx would need a folder to write in.
  const isInCheckout = basename(script) === 'running-order.js' && !/\bnode_modules\b/.test(folder);
  if (isInCheckout && !isRunByNpm) return 'node bin/running-order.js';
  const isOnPath = basename(script) === 'running-order' && basename(dirname(script)) !== '.bin';
  return isOnPath && !isRunByNpm ? 'running-order' : 'npx running-order';
}
