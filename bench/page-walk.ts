/**
 * A client that asks for one page after the other, over one connection, as a helper process. Each request names another
 * address of its client, so that no rate limit of a network delays it.
 */
import http from 'node:http';
import { answerQuestions, readWhole } from './helper-process.ts';

export type WalkQuestion = { walk: Walk } | { stop: true };

export interface Walk {
  url: string;
  paths: readonly string[];
  /** Whether it begins again with the first page after the last, until it is stopped. */
  isEndless: boolean;
}

export interface HasWalked {
  /** How long each page took, in milliseconds. */
  millis: number[];
  /** Requests that were not answered with a whole, compressed page. */
  failures: number;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let hasWalked: HasWalked;
let isWalking = false;
let walking: Promise<void>;
let addresses = 0;

answerQuestions<WalkQuestion>(async (question) => {
  if ('walk' in question) {
    hasWalked = { millis: [], failures: 0 };
    isWalking = true;
    walking = walk(question.walk);
    if (question.walk.isEndless) return {};
  }
  if ('stop' in question) isWalking = false;
  await walking;
  return hasWalked;
});

async function walk({ url, paths, isEndless }: Walk): Promise<void> {
  do {
    for (const path of paths) {
      if (!isWalking) return;
      const startedAt = performance.now();
      const { isWhole } = await readWhole(url + path, agent, headersOfNext());
      if (!isWhole) hasWalked.failures++;
      hasWalked.millis.push(performance.now() - startedAt);
    }
  } while (isEndless);
}

function headersOfNext(): Record<string, string> {
  const number = addresses++ % 2 ** 16;
  return {
    'accept-encoding': 'gzip, deflate, br',
    'x-forwarded-for': `10.9.${number >> 8}.${number % 256}`,
  };
}
