/** Work in a thread of its own, where it would take longer than others are to wait. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** In the package all modules are JavaScript, as this one is. */
const ENDING = extname(import.meta.url);
const ENTRY = new URL(`thread-entry${ENDING}`, import.meta.url);

/** What a thread is started with. */
export interface ThreadJob {
  /** The address of the module. */
  module: string;
  /** Of the function that the module exports. */
  name: string;
  job: unknown;
}

interface ThreadLimits {
  memoryMegabytes?: number;
  /** Until its modules are loaded, which takes seconds on a busy machine. */
  startMillis?: number;
  /** Of the work, from then on. */
  timeMillis?: number;
}

/** A thread took more than it may. */
export class ThreadLimitExceeded extends Error {
  readonly limit: keyof ThreadLimits;

  constructor(limit: keyof ThreadLimits) {
    super(`a thread has exceeded its limit: ${limit}`);
    this.limit = limit;
  }
}

/**
 * Calls a function in a thread, which ends with its answer. The type parameter is the type of the function, so that its
 * module need not be loaded here.
 *
 * @param module which exports the function: `new URL('FILE.ts', import.meta.url)`
 * @param name of the function
 * @param job what it is given; it is copied, as its answer is
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
    // Those of the process may say what it runs itself.
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
