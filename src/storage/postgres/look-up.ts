/** A query for one row, asked for many at once. */
import type { SqlType } from '../engine/dialect.ts';
import type { PreparedQuery } from '../engine/prepared.ts';
import type { AnswerAll } from './query-batcher.ts';

/**
 * @param query finds at most one row
 * @param types of its parameters, in their order
 */
export function batchLookUp<Row extends object>(
  { sql, name }: PreparedQuery<Row>,
  types: readonly SqlType[],
): AnswerAll<readonly unknown[], Row> {
  const lists = types.map((type, index) => `$${index + 1}::${type}[]`);
  const names = types.map((_, index) => `p${index + 1}`);
  const one = sql.replace(/\$(\d+)/g, 'asked.p$1');
  const statement = {
    // A connection prepares each look-up by its name, so no two may share one.
    name: `look-up ${name}`,
    text:
      `select asked.question, found.* from unnest(${lists.join(', ')}) ` +
      `with ordinality as asked (${names.join(', ')}, question) cross join lateral (${one}) as found`,
  };
  return async (client, asked) => {
    const values = types.map((_, index) => asked.map((parameters) => parameters[index]));
    const { rows } = await client.query<Row & { question: number }>({ ...statement, values });
    const answers = new Array<Row | undefined>(asked.length).fill(undefined);
    for (const row of rows) answers[row.question - 1] = row;
    return answers;
  };
}
