/** Load and other services in processes of their own, so that their processor time does not count as the service's. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';

export class HelperProcess {
  private readonly child: ChildProcess;

  /** @param script calls `answerQuestions` */
  constructor(script: string) {
    this.child = fork(script);
  }

  /** Asks one question and waits for its answer. @throws when the process ends instead */
  async ask<Answer>(question: object): Promise<Answer> {
    const asking = new AbortController();
    const { signal } = asking;
    const answered = once(this.child, 'message', { signal });
    const ended = once(this.child, 'exit', { signal }).then(([code]) => {
      throw new Error(`a process of the benchmark ended with ${code}`);
    });
    this.child.send(question);
    try {
      const [answer] = await Promise.race([answered, ended]);
      return answer as Answer;
    } finally {
      asking.abort();
      ended.catch(() => {});
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** In a helper process: answers each question, one after the other. */
export function answerQuestions<Question>(answer: (question: Question) => unknown): void {
  process.on('message', async (question) => {
    process.send?.((await answer(question as Question)) ?? {});
  });
}

/** Reads an answer to its end. @returns whether it was whole and compressed, and its `ETag` */
export function readWhole(
  url: string,
  agent: http.Agent,
  headers: Record<string, string>,
): Promise<{ isWhole: boolean; etag?: string | undefined }> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, headers }, (answer) => {
      const { etag, 'content-encoding': encoding } = answer.headers;
      const isWhole = answer.statusCode === 200 && encoding !== undefined;
      answer.resume();
      answer.once('error', () => resolve({ isWhole: false }));
      answer.once('end', () => resolve({ isWhole, etag }));
    });
    request.once('error', () => resolve({ isWhole: false }));
  });
}

/** Epoch milliseconds with fractions, the same for all processes of a machine. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now();
}
