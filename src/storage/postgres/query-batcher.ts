/**
 * Batches the two kinds of queries that every request needs: the look-up of its sender, and the count of earlier requests.
 * Requests that arrive while a batch is under way go into the next batch, which has one statement for each kind of
 * query, so under load the server gets thousands of statements a second, not tens of thousands.
 */
import type { PoolClient } from 'pg';
import { troubleOf } from './connection.ts';
import type { ServerPool } from './pool.ts';

/** In a larger batch the first query would wait for the last. */
const MAX_BATCH = 500;

/** Answers many queries of one kind with one statement. Each answer has the index of its query. */
export type AnswerAll<Asked, Answer> = (
  client: PoolClient,
  asked: readonly Asked[],
) => Promise<(Answer | undefined)[]>;

interface Query<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer | undefined): void;
  reject(error: unknown): void;
}

interface Kind<Asked, Answer> {
  answerAll: AnswerAll<Asked, Answer>;
  waiting: Query<Asked, Answer>[];
}

export class QueryBatcher {
  private readonly pool: ServerPool;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own types, which only `batch` relates.
  private readonly kinds: Kind<any, any>[] = [];
  private isAsking = false;

  constructor(pool: ServerPool) {
    this.pool = pool;
  }

  /** Adds a kind of query. @returns a function that asks one query of this kind */
  batch<Asked, Answer>(
    answerAll: AnswerAll<Asked, Answer>,
  ): (asked: Asked) => Promise<Answer | undefined> {
    const kind: Kind<Asked, Answer> = { answerAll, waiting: [] };
    this.kinds.push(kind);
    return (asked) =>
      new Promise((resolve, reject) => {
        kind.waiting.push({ asked, resolve, reject });
        if (this.isAsking) return;
        this.isAsking = true;
        setImmediate(() => void this.askAll());
      });
  }

  private async askAll(): Promise<void> {
    while (this.kinds.some(({ waiting }) => waiting.length > 0)) await this.askOnce();
    this.isAsking = false;
  }

  private async askOnce(): Promise<void> {
    let client: PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      for (const { waiting } of this.kinds)
        for (const { reject } of waiting.splice(0)) reject(error);
      return;
    }
    const areUsable = await Promise.all(this.kinds.map((kind) => askKind(kind, client)));
    client.release(areUsable.includes(false));
  }
}

/** Never throws, because an error rejects the queries instead. @returns whether the connection can be used again */
async function askKind<Asked, Answer>(
  { answerAll, waiting }: Kind<Asked, Answer>,
  client: PoolClient,
): Promise<boolean> {
  const queries = waiting.splice(0, MAX_BATCH);
  if (queries.length === 0) return true;
  try {
    const asked = queries.map((query) => query.asked);
    const answers = await answerAll(client, asked);
    for (const [index, query] of queries.entries()) query.resolve(answers[index]);
    return true;
  } catch (error) {
    for (const query of queries) query.reject(error);
    // A full disk fails the counting, but not the connection.
    return troubleOf(error) === 'full';
  }
}
