/** How busy the threads of other processes are, as Linux reports it. */
import { readdirSync, readFileSync } from 'node:fs';

const NANOS_PER_MILLI = 1e6;

/**
 * How long the main thread of a process has been busy, in milliseconds: it ran, or waited for nothing
 * but a processor. In Node.js this is the thread of the event loop.
 */
export function mainThreadMillis(pid: number): number {
  return busyMillis(pid, pid);
}

/** The same for the thread of a process that has been busy longest. */
export function busiestThreadMillis(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  return Math.max(...threads.map((thread) => busyMillis(pid, thread)));
}

function busyMillis(pid: number, thread: number): number {
  const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
  const [ranNanos = 0, waitedNanos = 0] = text.split(' ').map(Number);
  return (ranNanos + waitedNanos) / NANOS_PER_MILLI;
}
