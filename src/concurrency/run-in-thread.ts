/** Runs work in a thread of its own where it would block the event loop for too long. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The ending of all modules: that of this one, because in the package they are JavaScript. */
const ENDING = extname(import.meta.url);
const ENTRY = new URL(`thread-entry${ENDING}`, import.meta.url);

/** What a thread is started with. */
export interface ThreadJob {
  /** The address of the module. */
  module: string;
  /** The name of the function that the module exports. */
  name: string;
  job: unknown;
}

interface ThreadLimits {
  memoryMegabytes?: number;
  /** The time until the modules of the thread are loaded, which takes seconds on a busy machine. */
  startMillis?: number;
  /** The time for the work itself, from then on. */
  timeMillis?: number;
}

/** A thread took more time or memory than it may. */
export class ThreadLimitExceeded extends Error {
  readonly limit: keyof ThreadLimits;

  constructor(limit: keyof ThreadLimits) {
    super(`a thread has exceeded its limit: ${limit}`);
    this.limit = limit;
  }
}

/**
 * Calls a function in a thread, which is ended once the function has answered. The type parameter is the type of the function,
 * so that its module need not be loaded here.
 *
 * @param module which exports the function: `new URL('FILE.ts', import.meta.url)`
 * @param name of the function
 * @param job the function's argument; it is copied to the thread, as the answer is copied back
 * @throws ThreadLimitExceeded, or what the function has thrown
 */
export async function runInThread<Work extends (job: never) => unknown>(
  module: URL,
  name: string,
  job: Parameters<Work>[0],
  { memoryMegabytes, startMillis, timeMillis }: ThreadLimits = {},
): Promise<Awaited<ReturnType<Work>>> {
  const workerData: ThreadJob = { module: module.href.replace(/\.ts$/, ENDING), name, job };
  const thread = new Worker(ENTRY, {
    workerData,
    // The options of the process are not passed on: they may name what the process itself runs.
    execArgv: [],
    ...(memoryMegabytes && { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes } }),
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const limitTo = (limit: keyof ThreadLimits, millis: number | undefined) => {
        clearTimeout(timer);
        if (millis === undefined) return;
        timer = setTimeout(() => reject(new ThreadLimitExceeded(limit)), millis);
      };
      limitTo('startMillis', startMillis);
      thread.once('message', () => {
        limitTo('timeMillis', timeMillis);
        thread.once('message', resolve);
      });
      thread.once('error', (error) => {
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(isMemory ? new ThreadLimitExceeded('memoryMegabytes') : error);
      });
      thread.once('exit', () => reject(new Error('a thread has ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
