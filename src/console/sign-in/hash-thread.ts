/** A thread that hashes passwords, one job at a time. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashPassword, isRightPassword } from '../../domain/accounts/passwords.ts';
import type { HashJob } from './passwords.ts';

/** A tenth of the processor time of a usual thread, when both want it. */
const PRIORITY = 10;

lowerPriority();
parentPort?.on('message', ({ password, stored }: HashJob) => {
  parentPort?.postMessage(
    stored === undefined ? hashPassword(password) : isRightPassword(password, stored),
  );
});

/** Only on Linux, where each thread has a priority and can find out its own id; elsewhere it does nothing. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    // A service that was started with a lower priority may not raise it.
    setPriority(threadId, Math.max(PRIORITY, getPriority(threadId)));
  } catch {
    // People sign in with the usual priority then.
  }
}
