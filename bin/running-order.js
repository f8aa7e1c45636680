#!/usr/bin/env node
// Plain JavaScript, so that an older Node.js can say what is missing instead of failing to parse.
import { existsSync } from 'node:fs';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Running Order needs Node.js 24 or newer; this is ${process.version}. ` +
      'Run it with npx or npm, which use the right one that was installed with it, or install Node.js 24.\n',
  );
  process.exit(1);
}
// A checkout has the sources; a package has what was made of them.
const sources = new URL('../src/cli.ts', import.meta.url);
const { main } = await import(existsSync(sources) ? sources.href : '../dist/src/cli.js');
process.exitCode = await main(process.argv.slice(2));
