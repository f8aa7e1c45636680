/** The client as its package contains it, for tests: JavaScript and types, in a folder that can import it. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newFolder } from '../support/started.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @returns a new folder whose files can import `@running-order/client`; it is removed after the tests */
export function installBuiltClient(): string {
  const folder = newFolder();
  const target = join(folder, 'node_modules', '@running-order', 'client');
  mkdirSync(target, { recursive: true });
  compile('-p', join(ROOT, 'sdk'), '--outDir', join(target, 'dist'));
  cpSync(join(ROOT, 'sdk', 'package.json'), join(target, 'package.json'));
  return folder;
}

/** Runs the TypeScript compiler of the project. @throws with its messages */
export function compile(...words: string[]): void {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, ...words], { encoding: 'utf8', stdio: 'pipe' });
}

/** The program of a Node.js of this major version on this machine, if there is one. */
export function findNode(major: number): string | undefined {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const candidates = (process.env.PATH ?? '').split(delimiter).map((each) => join(each, name));
  return candidates.filter(existsSync).find((program) => {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
    return version.startsWith(`v${major}.`);
  });
}
