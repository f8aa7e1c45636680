/**
 * Spectators as an assistant: they ask for a board at a fixed rate, whether the service keeps up or
 * not, and read the whole answer, compressed, each time.
 */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestions } from './assistant.ts';

export type SpectatorQuestion = { watch: Watch } | { stop: true };

interface Watch {
  url: string;
  perSecond: number;
}

export interface Watched {
  answers: number;
  /** Requests that were not answered with a whole, compressed board. */
  failures: number;
  /** Answers that were not the same as the one before. */
  changes: number;
}

const agent = new http.Agent({ keepAlive: true });
let watched: Watched;
let isWatching = false;
let watching: Promise<void>;

answerQuestions<SpectatorQuestion>(async (question) => {
  if ('watch' in question) {
    watched = { answers: 0, failures: 0, changes: 0 };
    isWatching = true;
    watching = ask(question.watch);
    return {};
  }
  isWatching = false;
  await watching;
  return watched;
});

async function ask({ url, perSecond }: Watch): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let etag: string | undefined;
  for (let due = performance.now(); isWatching; due += 1000 / perSecond) {
    const early = due - performance.now();
    if (early > 1) await delay(early);
    const reading: Promise<void> = read(url)
      .then((answer) => {
        watched.answers++;
        if (!answer.isWhole) watched.failures++;
        if (answer.etag !== etag) watched.changes++;
        etag = answer.etag;
      })
      .finally(() => underWay.delete(reading));
    underWay.add(reading);
  }
  await Promise.all(underWay);
}

function read(url: string): Promise<{ isWhole: boolean; etag?: string | undefined }> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      const { etag, 'content-encoding': encoding } = answer.headers;
      answer.resume();
      answer.once('error', () => resolve({ isWhole: false }));
      answer.once('end', () =>
        resolve({ isWhole: answer.statusCode === 200 && encoding === 'gzip', etag }),
      );
    });
    request.once('error', () => resolve({ isWhole: false }));
  });
}
