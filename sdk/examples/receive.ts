/**
 * Receives webhooks: accepts only signed deliveries, skips repeated ones, and answers before it does the work.
 *
 *     WEBHOOK_SECRET=whsec_… PORT=8000 node receive.ts
 */
import { createServer } from 'node:http';
import { InvalidWebhook, verifyWebhook } from '@running-order/client';

const { WEBHOOK_SECRET = '', PORT = '8000' } = process.env;
/** The service sends no larger body: of one, the rest is dropped, so its signature is refused. */
const MAX_BYTES = 10_000;
/** The ids of the last deliveries: one comes twice when the answer to it was lost. */
const had = new Set<string>();

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size <= MAX_BYTES) chunks.push(chunk);
    }
    const { type, data } = verifyWebhook(request.headers, Buffer.concat(chunks), WEBHOOK_SECRET);
    response.writeHead(204).end();
    const id = String(request.headers['webhook-id']);
    if (had.has(id)) return;
    had.add(id);
    if (had.size > 1000) for (const oldest of had) if (had.delete(oldest)) break;
    const races = data.races.map(({ raceNumber }) => raceNumber);
    console.log(type, `races ${races.join(', ')}`, `see ${data.board}`);
  } catch (error) {
    console.error(String(error));
    if (error instanceof InvalidWebhook) response.writeHead(401).end();
    // Such as a request that was broken off: only its own connection ends.
    else response.destroy();
  }
}).listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));
