/**
 * Where passwords are hashed and checked: off the event loop, few at a time, so that people who sign in do not
 * take the processor from the timing.
 */

import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { MIN_PASSWORD_LENGTH } from '../../contract/limits.ts';
import {
  type AccountWords,
  foldedPassword,
  passwordObjection,
} from '../../domain/accounts/passwords.ts';
import { invalid, type Refusal } from '../../domain/refusal.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** The common passwords that are long enough to be chosen, folded: some 1,500. Loaded when somebody first sets a password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readCommonPasswords();
  return common;
}

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter((word) => word.length >= MIN_PASSWORD_LENGTH);
  return new Set(long.map(foldedPassword));
}

/** How many hashes run at a time: at most two (console, "Passwords"), and one processor is left to everything else. */
const MAX_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Where an attempt comes from: a browser that the account knows, a network without failures, or anywhere. */
export type Entitlement = 'known' | 'unsuspected' | 'any';

/**
 * How many passwords may wait before one is refused. Hashing fifty takes two seconds. The last places are reserved for
 * known browsers, and those before them for networks without failures, so that a flood fills only the first 20.
 */
const MAX_WAITING: Record<Entitlement, number> = { any: 20, unsuspected: 35, known: 50 };

/** Thrown where a password is refused because too many wait to be hashed. */
export class TooManyPasswords extends Error {}

export class Passwords {
  private readonly limit = pLimit(MAX_AT_ONCE);
  private readonly threads = new HashThreads();
  private underWay = 0;
  /** How many hashes have been computed. */
  hashes = 0;
  /** How many passwords were right, wrong, or refused without a check because of earlier failures. */
  readonly attempts = { right: 0, wrong: 0, delayed: 0 };

  /**
   * Hashes a new password.
   *
   * @returns what is stored of it
   * @throws TooManyPasswords when too many wait
   */
  hash(password: string): Promise<string> {
    // Known, because only people who are signed in or have a valid link set a password.
    return this.inRoom('known', () => this.inTurn({ password }) as Promise<string>);
  }

  /**
   * Whether a password is right, within `inRoom`.
   *
   * @param stored the hash of the account; `null` where there is none, which takes as long
   */
  isRight(password: string, stored: string | null): Promise<boolean> {
    return this.inTurn({ password, stored }) as Promise<boolean>;
  }

  /**
   * Judges a new password.
   *
   * @param field as the form calls it
   * @returns 422, or nothing when it is good
   */
  async objection(
    field: string,
    password: string,
    account: AccountWords,
  ): Promise<Refusal | undefined> {
    const detail = passwordObjection(password, account, await commonPasswords());
    return detail === undefined ? undefined : invalid([{ field, detail }]);
  }

  /**
   * Runs work that hashes one password, if the queue has room for it. It refuses before the work counts an attempt, so
   * that every attempt that was counted is checked.
   *
   * @throws TooManyPasswords when too many wait for a hash
   */
  async inRoom<Result>(entitlement: Entitlement, work: () => Promise<Result>): Promise<Result> {
    if (this.underWay >= MAX_WAITING[entitlement]) throw new TooManyPasswords();
    this.underWay++;
    try {
      return await work();
    } finally {
      this.underWay--;
    }
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.threads.close();
  }

  private inTurn(job: HashJob): Promise<string | boolean> {
    return this.limit(() => {
      this.hashes++;
      return this.threads.run(job);
    });
  }
}

/** A new password to be hashed; with `stored`, one to be compared with what is stored. */
export interface HashJob {
  password: string;
  /** `null` where there is none. */
  stored?: string | null;
}

/**
 * Threads that hash passwords. They have a lower priority than the rest of the service, where the system can tell threads
 * apart, so that on a busy machine people who sign in wait and the timing does not.
 */
class HashThreads {
  private readonly all = new Set<Worker>();
  private readonly idle: Worker[] = [];

  /**
   * Runs a job in a thread of its own; the caller limits how many run at a time.
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
