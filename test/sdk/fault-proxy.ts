/** A real proxy in front of a service for tests of the client: it records requests, and makes some fail. */
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stopAtEndOfFile } from '../support/started.ts';

/** What the proxy does with one request. */
export type Fault =
  /** It is passed on, and so is the answer. */
  | 'none'
  /** The connection is cut before the service gets the request. */
  | 'cut'
  /** The service performs it, and the answer is lost. */
  | 'lose the answer'
  /** The answer is cut in the middle of its body. */
  | 'cut the body'
  /** The request is never answered. */
  | 'hang'
  /** The proxy answers by itself. */
  | { status: number; headers?: Record<string, string>; body?: string };

interface Noted {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  at: number;
}

/** Starts the proxy. @param target the address of the service */
export async function startFaultProxy(target: string) {
  const faults: Fault[] = [];
  const noted: Noted[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    noted.push({ method, url, headers, at: performance.now() });
    const fault = faults.shift() ?? 'none';
    if (fault === 'hang') return;
    if (fault === 'cut') return void incoming.socket.destroy();
    if (typeof fault === 'object') {
      incoming.resume();
      outgoing.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const onward = request(target + url, { method, headers: { ...headers, host: '127.0.0.1' } });
    onward.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (fault === 'lose the answer') return void incoming.socket.destroy();
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        finish(outgoing, Buffer.concat(chunks), fault === 'cut the body');
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What to do with the next requests, in order; further ones are passed on. */
    faults,
    /** All requests so far. */
    noted,
    stop: stopAtEndOfFile(() => {
      server.close();
      server.closeAllConnections();
    }),
  };
}

function finish(outgoing: ServerResponse, body: Buffer, isCut: boolean): void {
  if (!isCut) return void outgoing.end(body);
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
}
