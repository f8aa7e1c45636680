/** A TCP proxy in front of a server: tests reset its connections, or stop all traffic through it. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  client: Socket;
  server: Socket;
  /** True when nothing will ever be passed on between the two sockets again. */
  isDead: boolean;
}

/**
 * With this option, Node.js does not shut a socket down when its other side ends; the link destroys it instead. A socket that
 * is reset during its shut-down is never closed by Node.js, which then spins when the process ends.
 */
const NEVER_SHUT_DOWN = { allowHalfOpen: true };

export class BreakableLink {
  readonly port: number;
  private readonly listener: Server;
  private readonly targetPort: number;
  private readonly pairs = new Set<Pair>();
  private readonly waiting = new Set<Socket>();
  private isSilent = false;

  private constructor(listener: Server, port: number, targetPort: number) {
    this.listener = listener;
    this.port = port;
    this.targetPort = targetPort;
    listener.on('connection', (client) => {
      client.on('error', () => {});
      if (this.isSilent) this.waiting.add(client);
      else this.join(client);
    });
  }

  /** Listens on loopback and passes everything on to `targetPort` there. */
  static async to(targetPort: number): Promise<BreakableLink> {
    const listener = createServer({ pauseOnConnect: true, ...NEVER_SHUT_DOWN });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return new BreakableLink(listener, port, targetPort);
  }

  /** Resets every connection. */
  reset(): void {
    for (const { client, server } of this.pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  /** Stops all traffic: new connections are accepted, but nothing is passed on. */
  silence(): void {
    this.isSilent = true;
    for (const { client, server } of this.pairs) {
      client.pause();
      server.pause();
    }
  }

  /**
   * Passes everything on again.
   *
   * @param forget the connections that are open now stay silent for ever, as when a firewall has forgotten them or another
   *   machine has taken over the address
   */
  resume({ forget = false } = {}): void {
    this.isSilent = false;
    for (const pair of this.pairs) {
      pair.isDead ||= forget;
      if (pair.isDead) continue;
      pair.client.resume();
      pair.server.resume();
    }
    for (const client of this.waiting) if (!forget) this.join(client);
    if (!forget) this.waiting.clear();
  }

  async close(): Promise<void> {
    this.reset();
    for (const client of this.waiting) client.destroy();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private join(client: Socket): void {
    const server = connect({
      ...{ host: '127.0.0.1', port: this.targetPort, noDelay: true },
      ...NEVER_SHUT_DOWN,
    });
    const pair: Pair = { client, server, isDead: false };
    this.pairs.add(pair);
    server.on('error', () => {});
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('end', () => from.destroy());
      from.on('close', () => {
        if (pair.isDead) return;
        this.pairs.delete(pair);
        to.destroy();
      });
    }
    client.resume();
  }
}
