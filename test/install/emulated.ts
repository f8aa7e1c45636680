/** Runs programs for other systems than this machine's, if an emulator is installed: QEMU for Linux arm64, Wine for Windows. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment } from './as-user.ts';

const EMULATORS = ['qemu-aarch64-static', 'qemu-aarch64'];
/** Where Debian's packages libc6-arm64-cross and libstdc++6-arm64-cross put what the runtime is linked with. */
const LIBRARIES = '/usr/aarch64-linux-gnu';

/** Why a folder for Linux arm64 cannot be run here, or `undefined`. */
export function withoutArm64(): string | undefined {
  if (!emulator()) return `${EMULATORS[0]} is not installed`;
  const missing = ['libc.so.6', 'libstdc++.so.6'].find(
    (name) => !existsSync(join(LIBRARIES, 'lib', name)),
  );
  return missing && `there is no ${missing} in ${LIBRARIES}`;
}

/** Copies a folder for Linux arm64, and puts a script in place of its runtime that emulates it. @returns the copy */
export function emulateArm64(packed: string, copy: string): string {
  cpSync(packed, copy, { recursive: true });
  const runtime = join(copy, 'runtime', 'node');
  renameSync(runtime, `${runtime}-arm64`);
  const words = [emulator(), '-L', LIBRARIES, 'runtime/node-arm64'];
  writeFileSync(runtime, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(runtime, 0o755);
  return copy;
}

function emulator(): string | undefined {
  const folders = (environment.PATH ?? '').split(delimiter);
  return EMULATORS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** The command of Wine on this machine. */
export const WINE = process.env.WINE ?? 'wine';

/**
 * Why a folder for Windows cannot be run here, or `undefined`.
 *
 * @param node its runtime
 * @param settings of Wine
 */
export function withoutWine(node: string, settings: Record<string, string>): string | undefined {
  const env = { ...environment, ...settings };
  const version = spawnSync(WINE, ['--version'], { env, encoding: 'utf8' });
  if (version.error) return `${WINE} is not installed`;
  // Before version 9, Wine lacks functions of Windows for memory that the runtime needs.
  const started = spawnSync(WINE, [node, '--eval', '0'], {
    env,
    stdio: 'ignore',
    timeout: 120_000,
  });
  return started.status === 0
    ? undefined
    : `${version.stdout.trim()} does not start Node.js; version 10 does`;
}
