/**
 * The baseline for reads: `node:http` and nothing else. It sends the bytes of a file, the same compressed, or
 * a bare 304.
 *
 *     node bench/bare-http.ts FILE
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { gzipSync } from 'node:zlib';

const plain = readFileSync(process.argv[2] ?? '');
const zipped = gzipSync(plain);

const server = http.createServer((request, response) => {
  if (request.url === '/304') {
    response.writeHead(304).end();
    return;
  }
  const body = request.url === '/gzip' ? zipped : plain;
  const encoding = body === zipped ? { 'content-encoding': 'gzip' } : undefined;
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
      ...encoding,
    })
    .end(body);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
process.once('SIGTERM', () => server.close());
