/**
 * The baseline for reads on PostgreSQL: `node:http` and `pg`. Each request runs one prepared query for one row,
 * and is answered with the bytes of a file.
 *
 *     node bench/bare-server.ts FILE DATABASE_URL
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import pg from 'pg';

const body = readFileSync(process.argv[2] ?? '');
const pool = new pg.Pool({ connectionString: process.argv[3], max: 10 });
const query = {
  name: 'revision',
  text: 'select revision, updated_at from schedules where event_id = $1',
  values: [1],
};

const server = http.createServer(async (_request, response) => {
  await pool.query(query);
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    .end(body);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
