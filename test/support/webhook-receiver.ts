/** A receiver of webhooks on loopback: it verifies every signature, keeps what came, and answers as the test scripts it. */
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, type WebhookMessage } from '../../sdk/src/index.ts';
import { stopAtEndOfFile } from './started.ts';
import { until } from './until.ts';

export interface Received {
  id: number;
  /** Epoch milliseconds. */
  at: number;
  body: string;
  headers: IncomingHttpHeaders;
  message: WebhookMessage;
  /** The status of its answer; 0: it got none. */
  status: number;
}

/** A status, with header fields; or no answer at all. */
export type Answer = number | { status: number; headers: Record<string, string> } | 'hang';

export interface Receiver {
  origin: string;
  url: string;
  /** The requests in the order in which they came, answered or not. */
  received: Received[];
  /** What was wrong with requests. */
  complaints: string[];
  /** How many requests were open at once, at most, since the last `down`. */
  mostOpen(): number;
  /** The secret of their signatures; until it is set, signatures are not verified. */
  secret: string | undefined;
  /** Scripts the answers; without a script, 204 is the answer again. */
  answer(script?: Answer | ((received: Received) => Answer)): void;
  /** Accepts no connections, until it is up again on the same port. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Resolves once this many requests have come. */
  arrived(count: number): Promise<Received[]>;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const complaints: string[] = [];
  let script: Answer | ((received: Received) => Answer) = 204;
  let [open, most] = [0, 0];
  const server = http.createServer((request, response) => {
    most = Math.max(most, ++open);
    response.on('close', () => {
      open--;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { headers } = request;
      try {
        if (receiver.secret) verifyWebhook(headers, body, receiver.secret);
        if (body.length > 2048) throw new Error(`${body.length} bytes`);
        if (headers['content-type'] !== 'application/json') throw new Error('no JSON');
      } catch (error) {
        complaints.push(String(error));
      }
      const id = Number(headers['webhook-id']);
      const message = JSON.parse(body) as WebhookMessage;
      const one: Received = { id, at: Date.now(), body, headers, message, status: 0 };
      received.push(one);
      const answer = typeof script === 'function' ? script(one) : script;
      if (answer === 'hang') return;
      const { status, headers: fields } =
        typeof answer === 'number' ? { status: answer, headers: {} } : answer;
      one.status = status;
      response.writeHead(status, fields).end();
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => {
    most = 0;
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const receiver: Receiver = {
    ...{ origin, url: `${origin}/hook?token=very-secret`, received, complaints, secret: undefined },
    mostOpen: () => most,
    answer: (next = 204) => {
      script = next;
    },
    down: close,
    up: () => listen(port),
    arrived: async (count) => {
      await until(`${count} deliveries`, () => received.length >= count);
      return received;
    },
    stop: stopAtEndOfFile(close),
  };
  return receiver;
}
