/** Work in a thread of its own, where it would take longer than others are to wait. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Starts a thread, which answers with one message, and ends it.
 *
 * @param from the file that asks, as `import.meta.url`
 * @param name of the thread's file beside it, without its ending: in the package both are JavaScript
 * @param job what the thread is given; it is copied
 * @throws what the thread has thrown
 */
export async function runInThread<Made>(from: string, name: string, job: unknown): Promise<Made> {
  const file = new URL(`${name}${extname(from)}`, from);
  // The arguments of the process may say what it runs itself.
  const thread = new Worker(file, { workerData: job, execArgv: [] });
  thread.unref();
  try {
    const [made] = await once(thread, 'message');
    return made;
  } finally {
    await thread.terminate();
  }
}
