/** The version of this program. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

interface Build {
  version: string;
  /** The git commit; `null` if neither a package nor a checkout has it. */
  commit: string | null;
}

/** The version, and the commit that the program was built from: `gitHead` of a package, else the one of a checkout. */
export function thisBuild(): Build {
  const { version, gitHead }: { version: string; gitHead?: string } = manifest;
  return { version, commit: gitHead ?? commitOfCheckout(join(import.meta.dirname, '..')) };
}

/** The commit of a checkout. @param root its folder @returns `null` if it is not a checkout, or git is not installed */
export function commitOfCheckout(root: string): string | null {
  // Without this check, git would report the commit of a checkout that contains the folder.
  if (!existsSync(join(root, '.git'))) return null;
  try {
    const words = ['rev-parse', 'HEAD'];
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}
