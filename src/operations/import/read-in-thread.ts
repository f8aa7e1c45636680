/**
 * Reads files in a thread of its own, so that a file that was made to do harm, or that is only large, neither blocks
 * the service nor takes its memory. (tools.md, "Import", "Limits")
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { FilesRead, ReadJob } from '../../exchange/reading/read-files.ts';

/** What one import may take. */
interface ReadLimits {
  memoryMegabytes: number;
  timeMillis: number;
}

const LIMITS: ReadLimits = { memoryMegabytes: 256, timeMillis: 10_000 };
/** Imports that are read at the same time; others wait. */
const oneOfFew = pLimit(2);

/**
 * @param limits smaller ones, for tests
 * @returns what {@link readFiles} gives; a sentence where it would take too long or too much memory
 * @throws what is a defect of a reader
 */
export function readInThread(job: ReadJob, limits = LIMITS): Promise<FilesRead> {
  return oneOfFew(() => runThread(job, limits));
}

function runThread(job: ReadJob, { memoryMegabytes, timeMillis }: ReadLimits): Promise<FilesRead> {
  // In the package the file is JavaScript, as this one is.
  const file = new URL(`read-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(file, {
    workerData: job,
    // Those of the process may say what it runs itself.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
  return new Promise((resolve, reject) => {
    const refuse = (what: string) =>
      resolve({
        unreadable: `Reading takes more than ${what}. Save the table alone in a new file, as CSV, and import that.`,
      });
    const timer = setTimeout(() => {
      refuse(`${timeMillis / 1000} seconds`);
      void thread.terminate();
    }, timeMillis);
    thread.once('message', resolve);
    thread.once('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isMemory) refuse(`${memoryMegabytes} MiB of memory`);
      else reject(error);
    });
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread that reads files has ended without an answer'));
    });
  });
}
