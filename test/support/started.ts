/**
 * What tests have started, so that nothing outlives them: processes are ended by their own id, folders
 * are removed, also when a signal ends the tests.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';

const processes = new Set<ChildProcess>();
const folders = new Set<string>();

let isTidy = false;

/** Cleans up at the exit of this process, from the first process or folder on. */
function tidyAtExit(): void {
  if (isTidy) return;
  isTidy = true;
  process.once('exit', () => {
    for (const child of processes) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(1));
}

const running = new Set<() => Promise<void>>();

/**
 * Has something stopped when the tests of a file are through: the last started first, and before what the file itself does
 * then.
 *
 * @returns a function that stops it earlier
 */
export function stopAtEndOfFile(stop: () => unknown): () => Promise<void> {
  const stopOnce = async () => {
    if (running.delete(stopOnce)) await stop();
  };
  running.add(stopOnce);
  return stopOnce;
}

export async function cleanUp(): Promise<void> {
  for (const stop of [...running].reverse()) await stop();
}

// A worker process runs many files, and calls this itself; a file that is run by hand has a process of its own.
if (process.argv[1]?.endsWith('.test.ts')) after(cleanUp);

/** Kills the processes and removes the folders that a file has left. */
export async function endStarted(): Promise<void> {
  await Promise.all([...processes].map((child) => end(child, 'SIGKILL')));
  for (const folder of folders) removeFolder(folder);
}

/** Remembers a process until it has ended. */
export function ours<Child extends ChildProcess>(child: Child): Child {
  tidyAtExit();
  processes.add(child);
  child.once('exit', () => processes.delete(child));
  return child;
}

/** A folder that other users may enter: as root, database servers run as a user of their own. */
export function newFolder(parent = openTemporaryFolder()): string {
  tidyAtExit();
  const folder = mkdtempSync(join(parent, 'running-order-test-'));
  chmodSync(folder, 0o755);
  folders.add(folder);
  return folder;
}

/** TMPDIR, or /tmp where TMPDIR is closed to other users, as it may be for root. */
function openTemporaryFolder(): string {
  const isOpen = (path: string): boolean =>
    (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpen(dirname(path)));
  return process.getuid?.() !== 0 || isOpen(tmpdir()) ? tmpdir() : '/tmp';
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.delete(folder);
}

/** Sends a signal and waits for the end of a process. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
