/** Which files of `dist` the bridge is made of. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All but the first are loaded only when they are called, so no static import names them. */
const ENTRIES = ['src/portable-bridge.js', 'src/commands/bridge/bridge.js', 'src/version.js'];
/** The compiler writes imports at the beginning of a line, with the ending of each file. */
const IMPORT = /^(?:import|export)\s(?:[^;'"]*?from\s)?['"]([^'"]+)['"]/gm;

/**
 * Follows the imports.
 *
 * @param dist the built program
 * @returns paths
 * @throws Error when one of them imports a package, because the bridge ships without packages
 */
export function filesOfBridge(dist: string): string[] {
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      if (name.startsWith('.')) add(join(dirname(path), name));
      else if (!name.startsWith('node:')) {
        throw new Error(`${path} imports ${name}: the bridge ships without packages`);
      }
    }
  };
  for (const entry of ENTRIES) add(join(dist, entry));
  return [...found];
}
