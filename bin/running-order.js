#!/usr/bin/env node
// Plain JavaScript, so that an older Node.js can hand over to the right one instead of failing to parse.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major] = process.versions.node.split('.').map(Number);
if (major >= 24) await run();
else handOver(installedRuntime());

async function run() {
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
}

/** The Node.js that was installed with the program, as an optional package. */
function installedRuntime() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  try {
    const manifest = module.createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', isWindows ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

/** Runs the program with that Node.js in place of this one: it gets the signals, and its end is the end of this. */
function handOver(runtime) {
  if (runtime === undefined || !existsSync(runtime)) {
    process.stderr.write(
      `Running Order needs Node.js 24 or newer; this is ${process.version}, and no other was installed with it. ` +
        'Install Node.js 24, or the package again with its optional parts.\n',
    );
    process.exit(1);
  }
  const child = spawn(runtime, process.argv.slice(1), { stdio: 'inherit' });
  process.on('SIGINT', () => {
    // On a terminal both get it, and the program takes a second one for "at once".
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`Running Order cannot start ${runtime}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (status, signal) => {
    process.exitCode = status ?? 1;
    if (signal !== null) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
}
