/**
 * The questions that every request asks, put together: who is this, and how many requests came
 * before it? All requests that arrive while the last answers are under way ask in one statement of
 * each kind, so under load the server is asked thousands of times a second, not tens of thousands.
 */
import type { PoolClient } from 'pg';
import { troubleOf } from './errors.ts';
import type { ServerPool } from './pool.ts';

/** More would make the first of them wait for the last. */
const MAX_TOGETHER = 500;

/** Answers many questions of one kind with one statement, each at the index of its question. */
export type AnswerAll<Asked, Answer> = (
  client: PoolClient,
  asked: readonly Asked[],
) => Promise<(Answer | undefined)[]>;

interface Question<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer | undefined): void;
  reject(error: unknown): void;
}

export class Gate {
  private readonly pool: ServerPool;
  private readonly kinds: Kind<unknown, unknown>[] = [];
  private isAsking = false;

  constructor(pool: ServerPool) {
    this.pool = pool;
  }

  /** @returns a way to ask questions of a kind, one at a time */
  open<Asked, Answer>(
    answerAll: AnswerAll<Asked, Answer>,
  ): (asked: Asked) => Promise<Answer | undefined> {
    const kind = new Kind(answerAll);
    this.kinds.push(kind as Kind<unknown, unknown>);
    return (asked) =>
      new Promise((resolve, reject) => {
        kind.waiting.push({ asked, resolve, reject });
        if (this.isAsking) return;
        this.isAsking = true;
        setImmediate(() => void this.askAll());
      });
  }

  private async askAll(): Promise<void> {
    while (this.kinds.some((kind) => kind.waiting.length > 0)) await this.askOnce();
    this.isAsking = false;
  }

  private async askOnce(): Promise<void> {
    let client: PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      for (const kind of this.kinds) kind.refuseAll(error);
      return;
    }
    const outcomes = await Promise.all(this.kinds.map((kind) => kind.ask(client)));
    client.release(outcomes.includes('failed'));
  }
}

class Kind<Asked, Answer> {
  readonly waiting: Question<Asked, Answer>[] = [];
  private readonly answerAll: AnswerAll<Asked, Answer>;

  constructor(answerAll: AnswerAll<Asked, Answer>) {
    this.answerAll = answerAll;
  }

  /** Asks what is waiting. It never throws: those who asked are told. */
  async ask(client: PoolClient): Promise<'done' | 'failed'> {
    const questions = this.waiting.splice(0, MAX_TOGETHER);
    if (questions.length === 0) return 'done';
    try {
      const asked = questions.map((question) => question.asked);
      const answers = await this.answerAll(client, asked);
      for (const [index, question] of questions.entries()) question.resolve(answers[index]);
      return 'done';
    } catch (error) {
      for (const question of questions) question.reject(error);
      // A server that has no space left to count in is still there.
      return troubleOf(error) === 'full' ? 'done' : 'failed';
    }
  }

  refuseAll(error: unknown): void {
    for (const question of this.waiting.splice(0)) question.reject(error);
  }
}
