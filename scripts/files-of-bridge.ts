/** Which files of `dist` the bridge is made of. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The second is loaded when it is called, so no import of the first names it. */
const ENTRIES = ['src/portable-bridge.js', 'src/commands/bridge/bridge.js'];
/** The compiler writes imports at the beginning of a line, each with its ending. */
const IMPORT = /^(?:import|export)\s(?:[^;'"]*?from\s)?['"]([^'"]+)['"]/gm;

/**
 * Follows the imports.
 *
 * @param dist the built program
 * @returns paths
 * @throws Error when one of them imports a package, because none goes along
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
