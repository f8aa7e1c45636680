/**
 * The baseline for answers to the public: a bare `node:http` server that answers every request with the same
 * bytes and header fields.
 *
 *     node bench/bare-answer.ts FILE
 *
 * FILE is JSON: the header fields in turn, and the body in base64.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';

const answer: { fields: string[]; body: string } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
);
const body = Buffer.from(answer.body, 'base64');

const server = http.createServer((_request, response) => {
  response.writeHead(200, answer.fields).end(body);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
