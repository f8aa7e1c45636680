/** A real proxy in front of a real service, which can be told to fail as networks and services do. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `pass`: everything goes through. A number: the proxy answers with that status instead of the service. `away`: connections are
 * reset. `hang`: no answer comes. `lost`: the service handles the request, but its answer is lost. `page`: the network answers
 * with a page that asks for a sign-in.
 */
export type Fault = 'pass' | 'away' | 'hang' | 'lost' | 'page' | number;

export class FaultyProxy {
  /** The fault of the next requests, and of all after them. */
  fault: Fault = 'pass';
  /** The only method to which the fault applies; `null`: to all. */
  method: string | null = null;
  retryAfterSeconds: number | null = null;
  /** `PUT /v1/…`, as they arrived. */
  readonly requests: string[] = [];
  private readonly target: string;
  private readonly server = createServer((incoming, outgoing) => this.handle(incoming, outgoing));

  private constructor(target: string) {
    this.target = target;
  }

  static async before(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many writes of results have arrived. */
  puts(): number {
    return this.requests.filter((line) => line.startsWith('PUT') && line.endsWith('/results'))
      .length;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = '', url = '', headers } = incoming;
    this.requests.push(`${method} ${url}`);
    const fault = this.method === null || this.method === method ? this.fault : 'pass';
    if (fault === 'away') return void incoming.socket.destroy();
    if (fault === 'hang') return;
    if (fault === 'page') {
      return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    }
    if (typeof fault === 'number') {
      const retryAfter = this.retryAfterSeconds;
      const fields = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
      const problem = { status: fault, code: codeOf(fault), title: 'A fault', detail: 'a fault' };
      outgoing.writeHead(fault, { 'content-type': 'application/problem+json', ...fields });
      return void outgoing.end(JSON.stringify(problem));
    }
    const { connection, ...others } = headers;
    const onward = request(this.target + url, { method, headers: others, agent: false });
    onward.on('response', (response) => {
      if (fault === 'lost') {
        response.resume().on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }
}

function codeOf(status: number): string {
  if (status === 429) return 'rate_limited';
  return status === 401 ? 'invalid_credentials' : 'internal_error';
}
