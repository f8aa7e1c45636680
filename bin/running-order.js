#!/usr/bin/env node
// Plain JavaScript, so that an older Node.js can say what is missing instead of failing to parse.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `Running Order needs Node.js 24 or newer; this is ${process.version}. ` +
      'Run it with npx or npm after npm ci, which brings the right one, or install Node.js 24.\n',
  );
  process.exit(1);
}
const { main } = await import('../src/cli.ts');
process.exitCode = await main(process.argv.slice(2));
