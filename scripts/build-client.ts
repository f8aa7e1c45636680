/**
 * Builds the client in `sdk/dist`, so that programs in a checkout, such as its examples, can import it. `npm ci` runs this.
 * Without development dependencies there is no compiler, and the client is not needed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc');

if (existsSync(COMPILER)) {
  execFileSync(process.execPath, [COMPILER, '-p', join(ROOT, 'sdk')], { stdio: 'inherit' });
}
