/**
 * Threads that hash passwords. They have a lower priority than the rest of the service, where the system can tell
 * threads apart, so that on a busy machine people who sign in wait and the timing does not.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A new password to be hashed; with `stored`, one to be compared with what is stored. */
export interface HashJob {
  password: string;
  /** `null` where there is none. */
  stored?: string | null;
}

export class HashThreads {
  private readonly all = new Set<Worker>();
  private readonly idle: Worker[] = [];

  /**
   * Does a job in a thread of its own; the caller says how many there are at a time.
   *
   * @returns the hash; or, with `stored`, whether the password is right
   */
  run(job: HashJob): Promise<string | boolean> {
    const thread = this.idle.pop() ?? this.start();
    return new Promise((resolve, reject) => {
      const end = (error: Error) => {
        this.all.delete(thread);
        reject(error);
      };
      const exit = () => end(new Error('a thread that hashes passwords has ended'));
      thread.once('error', end);
      thread.once('exit', exit);
      thread.once('message', (result) => {
        thread.off('error', end).off('exit', exit);
        this.idle.push(thread);
        resolve(result);
      });
      thread.postMessage(job);
    });
  }

  /** Ends all threads; jobs under way fail. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.all, (thread) => thread.terminate()));
  }

  private start(): Worker {
    // In the package the file is JavaScript, as this one is.
    const file = new URL(`hash-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(file);
    thread.unref();
    // One that ends while it is idle must not be given a job; without a listener its error would end the service.
    thread.on('error', () => {});
    thread.once('exit', () => {
      this.all.delete(thread);
      const index = this.idle.indexOf(thread);
      if (index !== -1) this.idle.splice(index, 1);
    });
    this.all.add(thread);
    return thread;
  }
}
