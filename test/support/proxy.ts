/**
 * A small reverse proxy: it asks each service whether it is ready, and gives requests in turn to
 * those that are. It tries nothing twice, so a request that a service drops is lost.
 */
import { Agent, createServer, get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_MILLIS = 200;

interface Upstream {
  url: string;
  isReady: boolean;
  served: number;
}

export class TestProxy {
  private readonly upstreams: Upstream[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly timer = setInterval(() => {
    for (const upstream of this.upstreams) check(upstream);
  }, CHECK_MILLIS);
  private readonly server = createServer((incoming, outgoing) => {
    const upstream = this.next();
    if (!upstream) {
      outgoing.writeHead(502).end('no service is ready');
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request(upstream.url + url, {
      agent: this.agent,
      method,
      headers: endToEnd(headers),
    } as object);
    onward.on('response', (response) => {
      upstream.served++;
      outgoing.writeHead(response.statusCode ?? 502, endToEnd(response.headers));
      response.on('error', () => outgoing.destroy());
      response.pipe(outgoing);
    });
    onward.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(`${upstream.url}: ${error.message}`);
    });
    incoming.pipe(onward);
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  add(url: string): Upstream {
    const upstream = { url, isReady: false, served: 0 };
    this.upstreams.push(upstream);
    return upstream;
  }

  close(): void {
    clearInterval(this.timer);
    this.agent.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }

  /** The ready services take turns. */
  private next(): Upstream | undefined {
    const ready = this.upstreams.findIndex((upstream) => upstream.isReady);
    if (ready === -1) return undefined;
    const [upstream] = this.upstreams.splice(ready, 1) as [Upstream];
    this.upstreams.push(upstream);
    return upstream;
  }
}

function check(upstream: Upstream): void {
  const asked = get(`${upstream.url}/readyz`, { agent: false }, (response) => {
    response.resume();
    upstream.isReady = response.statusCode === 200;
  });
  asked.on('error', () => {
    upstream.isReady = false;
  });
}

/** The header fields that a proxy passes on: without those about a single connection, which it manages itself. */
function endToEnd(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection, 'keep-alive': _, ...others } = headers;
  return others;
}
