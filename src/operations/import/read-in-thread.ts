/**
 * Reads files in a thread of its own, so that a file that was made to do harm, or that is just large, neither blocks
 * the service nor takes its memory. (tools.md, "Import", "Limits")
 */
import pLimit from 'p-limit';
import { runInThread, ThreadLimitExceeded } from '../../concurrency/run-in-thread.ts';
import type { FilesRead, ReadJob, readFiles } from '../../exchange/reading/read-files.ts';
import type { Unreadable } from '../../exchange/reading/reading.ts';

/** What one import may take. */
interface ReadLimits {
  memoryMegabytes: number;
  /** The longest time until the thread begins, which no file can delay. */
  startMillis: number;
  timeMillis: number;
}

const LIMITS: ReadLimits = { memoryMegabytes: 256, startMillis: 60_000, timeMillis: 10_000 };
/** The concurrency limit of reading; further imports wait. */
const oneOfFew = pLimit(2);

/**
 * @param limits smaller ones, for tests
 * @returns what {@link readFiles} gives; a sentence where it would take too long or too much memory
 * @throws on a bug in a reader
 */
export function readInThread(job: ReadJob, limits = LIMITS): Promise<FilesRead> {
  return oneOfFew(() => read(job, limits));
}

/** Exports {@link readFiles}. */
const READER = new URL('../../exchange/reading/read-files.ts', import.meta.url);

async function read(job: ReadJob, limits: ReadLimits): Promise<FilesRead> {
  try {
    return await runInThread<typeof readFiles>(READER, 'readFiles', job, limits);
  } catch (error) {
    if (!(error instanceof ThreadLimitExceeded)) throw error;
    return refusalOf(error.limit, limits);
  }
}

function refusalOf(limit: ThreadLimitExceeded['limit'], limits: ReadLimits): Unreadable {
  if (limit === 'startMillis') {
    const text = `reading has not begun within ${limits.startMillis / 1000} seconds`;
    return { unreadable: `The computer is too busy: ${text}. Import the file again later.` };
  }
  const what =
    limit === 'timeMillis'
      ? `${limits.timeMillis / 1000} seconds`
      : `${limits.memoryMegabytes} MiB of memory`;
  return {
    unreadable: `Reading takes more than ${what}. Save the table alone in a new file, as CSV, and import that.`,
    fault: 'too-slow',
  };
}
