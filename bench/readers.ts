/**
 * Readers as a helper process: they ask for one address at a fixed rate, whether the service keeps up or
 * not, and read the whole answer, compressed, each time.
 */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestions, readWhole } from './helper-process.ts';

export type ReaderQuestion = { read: Reading } | { stop: true };

interface Reading {
  url: string;
  headers?: Record<string, string>;
  perSecond: number;
}

export interface HasRead {
  answers: number;
  /** Requests that were not answered with a whole, compressed document. */
  failures: number;
  /** Answers that were not the same as the one before. */
  changes: number;
}

const agent = new http.Agent({ keepAlive: true });
let hasRead: HasRead;
let isReading = false;
let reading: Promise<void>;

answerQuestions<ReaderQuestion>(async (question) => {
  if ('read' in question) {
    hasRead = { answers: 0, failures: 0, changes: 0 };
    isReading = true;
    reading = readAtRate(question.read);
    return {};
  }
  isReading = false;
  await reading;
  return hasRead;
});

async function readAtRate({ url, headers, perSecond }: Reading): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let etag: string | undefined;
  for (let due = performance.now(); isReading; due += 1000 / perSecond) {
    const early = due - performance.now();
    if (early > 1) await delay(early);
    const request: Promise<void> = readWhole(url, agent, { 'accept-encoding': 'gzip', ...headers })
      .then((answer) => {
        hasRead.answers++;
        if (!answer.isWhole) hasRead.failures++;
        if (answer.etag !== etag) hasRead.changes++;
        etag = answer.etag;
      })
      .finally(() => underWay.delete(request));
    underWay.add(request);
  }
  await Promise.all(underWay);
}
