/**
 * What the fault tests have started, so that nothing outlives them: processes are ended by their own
 * id, folders are removed.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const processes = new Set<ChildProcess>();
const folders = new Set<string>();

process.once('exit', () => {
  for (const child of processes) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Remembers a process until it has ended. */
export function ours<Child extends ChildProcess>(child: Child): Child {
  processes.add(child);
  child.once('exit', () => processes.delete(child));
  return child;
}

/** A folder that other users may enter: as root, database servers run as a user of their own. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-faults-'));
  chmodSync(folder, 0o755);
  folders.add(folder);
  return folder;
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
