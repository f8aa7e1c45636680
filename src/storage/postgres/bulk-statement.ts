/**
 * One statement for many rows. They are sent as one JSON text, which the server parses by the columns of the
 * table, so no type of a column is needed here.
 */
import type { BulkQuery } from '../engine/dialect.ts';

/** A statement with a name is parsed once for each connection. */
export interface Statement {
  name?: string | undefined;
  text: string;
}

/** @returns a statement with two parameters: the list of the rows as JSON, and how many they are */
export function bulkStatement({ verb, table, keys, rows }: BulkQuery): Statement {
  const columns = Object.keys(rows[0] ?? {});
  const id = [verb, table, ...keys, '', ...columns].join(' ');
  let statement = statements.get(id);
  if (!statement) {
    const text = write(verb, table, keys, columns);
    if (statements.size >= MAX_NAMED) return { text };
    statement = { name: `bulk${statements.size}`, text };
    statements.set(id, statement);
  }
  return statement;
}

const statements = new Map<string, Statement>();

/** Each connection stores named statements, and there is one for each combination of updated columns. */
const MAX_NAMED = 100;

function write(
  verb: BulkQuery['verb'],
  table: string,
  keys: readonly string[],
  columns: readonly string[],
): string {
  // The limit tells the planner how many rows there are; it assumes a hundred otherwise.
  const rows = `(select * from json_populate_recordset(null::"${table}", $1::json) limit $2) as sent`;
  const areMeant = keys.map((key) => `"${table}"."${key}" = sent."${key}"`).join(' and ');
  const others = columns.filter((column) => !keys.includes(column));
  switch (verb) {
    case 'insert':
      return `insert into "${table}" (${list(columns)}) select ${list(columns)} from ${rows}`;
    case 'update':
      return `update "${table}" set ${others.map((c) => `"${c}" = sent."${c}"`).join(', ')} from ${rows} where ${areMeant}`;
    case 'delete':
      return `delete from "${table}" using ${rows} where ${areMeant}`;
  }
}

function list(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}
