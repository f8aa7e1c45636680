/** A way to a server: connections are reset, or nothing comes through any more. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

interface Pair {
  client: Socket;
  server: Socket;
  /** Nothing will ever come through it again. */
  isDead: boolean;
}

/**
 * Node.js never closes a socket that is reset while it is being shut down, and spins at the end of the process. So these
 * sockets are destroyed, not shut down, when the other side ends.
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

  /** Listens on loopback and hands everything on to a port there. */
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

  /** Lets nothing through; connections are taken and not answered. */
  silence(): void {
    this.isSilent = true;
    for (const { client, server } of this.pairs) {
      client.pause();
      server.pause();
    }
  }

  /**
   * Lets everything through again.
   *
   * @param forget the connections of before stay silent for ever, as when a firewall has forgotten
   *   them or the machine behind them is another one now
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
