#!/usr/bin/env node
// Plain JavaScript, so that an older Node.js can say what is missing instead of failing to parse.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Running Order needs Node.js 24 or newer; this is ${process.version}. ` +
      'Run it with npx or npm, which use the right one that was installed with it, or install Node.js 24.\n',
  );
  process.exit(1);
}
// What has been compiled is kept for the next start: beside the program, because what lies there is run, so
// only those may write it who may write the program. Where that is nobody, a start takes a little longer.
module.enableCompileCache(
  fileURLToPath(new URL('../node_modules/.cache/running-order', import.meta.url)),
);
// A checkout has the sources; a package has what was made of them.
const sources = new URL('../src/cli.ts', import.meta.url);
const { main } = await import(existsSync(sources) ? sources.href : '../dist/src/cli.js');
process.exitCode = await main(process.argv.slice(2));
// A service that listens by now may be ended in a way that leaves no time for this.
module.flushCompileCache();
