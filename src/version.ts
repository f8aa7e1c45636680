/** Which program this is. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

interface Build {
  version: string;
  /** Of git; `null` where neither a package nor a checkout tells it. */
  commit: string | null;
}

/** Its version, and the commit that it was made of: a package carries it, a checkout is asked. */
export function thisBuild(): Build {
  const { version, gitHead }: { version: string; gitHead?: string } = manifest;
  return { version, commit: gitHead ?? commitOfCheckout(join(import.meta.dirname, '..')) };
}

/** @param root of a checkout @returns `null` where it is none, or git is not installed */
export function commitOfCheckout(root: string): string | null {
  // Without this, git would answer for a checkout around the folder.
  if (!existsSync(join(root, '.git'))) return null;
  try {
    const words = ['rev-parse', 'HEAD'];
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}
