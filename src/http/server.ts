/**
 * The HTTP server: it gives each request to its route, and sends what the route returns or throws. It also answers what is no
 * valid request: what Node.js cannot parse, or has not exactly one Host. It knows neither the API nor the database.
 */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { Refusal } from '../domain/refusal.ts';
import { type Answer, reply } from './answers/answer.ts';
import { failureAnswer, problemAnswer } from './answers/problems.ts';
import { protectedResponse, protectiveHeaders, send } from './answers/send.ts';
import { Exchange, type ServerContext } from './exchange.ts';
import { BodyQueue } from './limits/body-queue.ts';
import { connectionLimits, createLimitedServer, intakeOf } from './limits/connections.ts';
import type { Metrics } from './metrics.ts';
import { type Route, Router } from './router.ts';

interface ServerOptions {
  /** How users reach the service. */
  publicUrl: string;
  /** How many proxies stand in front of the service. */
  trustedProxies: number;
  log: Logger;
  metrics: Metrics;
  routes: readonly Route[];
  /** The page for a person who requests an unknown address; `undefined` where a problem document is the answer. */
  missing(exchange: Exchange): Answer | undefined;
  /** The detail for the caller of an error that may pass, such as of the database (503); `undefined` for a bug (500). */
  explain(error: unknown): string | undefined;
}

export class HttpServer implements ServerContext {
  readonly publicUrl: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly bodyQueue = new BodyQueue();
  isDraining = false;
  private readonly router: Router;
  private readonly missing: ServerOptions['missing'];
  private readonly explain: ServerOptions['explain'];
  private readonly server: Server;

  constructor({ publicUrl, trustedProxies, log, metrics, ...given }: ServerOptions) {
    const { routes, missing, explain } = given;
    this.publicUrl = publicUrl;
    this.log = log;
    this.metrics = metrics;
    this.router = new Router(routes);
    this.missing = missing;
    this.explain = explain;
    this.server = createLimitedServer(
      (request, response) => this.answer(new Exchange(this, request, response)),
      {
        limits: connectionLimits(trustedProxies),
        responses: protectedResponse(publicUrl),
        cut: (reason) => metrics.cut(reason),
      },
    );
    this.server.on('clientError', (error, stream) => {
      answerBrokenRequest(error, stream as Socket, this);
    });
    this.server.on('connect', (_request, stream) => {
      const socket = stream as Socket;
      answerBrokenRequest(new Error('no proxy'), socket, this);
      socket.destroySoon();
    });
  }

  /** Listens. @returns the port @throws Node's error when the address is taken */
  async listen(address: { host: string; port: number }): Promise<number> {
    const { server } = this;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address, () => {
        server.off('error', reject);
        resolve();
      });
    });
    return (server.address() as AddressInfo).port;
  }

  /**
   * Takes no new requests, and waits for those under way.
   *
   * @param patienceMillis after which the connections of those under way are closed
   */
  async close(patienceMillis: number): Promise<void> {
    if (!this.server.listening) return;
    const impatience = setTimeout(() => this.server.closeAllConnections(), patienceMillis);
    await promisify(this.server.close).call(this.server);
    clearTimeout(impatience);
  }

  /** Answers a request, whatever happens. */
  private answer(exchange: Exchange): void {
    this.metrics.started();
    try {
      const answer = this.decide(exchange);
      const sending =
        answer instanceof Promise ? this.sendLater(exchange, answer) : reply(exchange, answer);
      sending?.catch((error) => this.fail(exchange, error));
    } catch (error) {
      this.fail(exchange, error);
    }
  }

  private decide(exchange: Exchange): Answer | Promise<Answer> {
    const route = this.router.find(exchange);
    if (hasBadHost(exchange.request)) return new Refusal('malformed_json', 'Send one Host header.');
    if (!(route instanceof Refusal)) return route.handle(exchange);
    const isUnknown = route.code === 'route_not_found';
    return (isUnknown ? this.missing(exchange) : undefined) ?? route;
  }

  private async sendLater(exchange: Exchange, answer: Promise<Answer>): Promise<void> {
    return reply(exchange, await answer);
  }

  private fail(exchange: Exchange, error: unknown): void {
    this.log.error({ err: error, id: exchange.id }, 'a request failed');
    // An answer that has begun cannot be replaced.
    if (exchange.response.headersSent) exchange.response.destroy();
    else send(exchange, failureAnswer(this.explain(error), exchange.id, this.publicUrl));
  }
}

/** Answers bytes that Node.js could not parse with a problem document (decision R1). */
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  server: ServerContext,
): void {
  const intake = intakeOf(socket);
  intake?.stop();
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const latest = intake?.latest;
  if (latest?.request.complete && !latest.response.writableFinished) {
    // The request before the broken one gets its answer first.
    latest.response.once('finish', () => answerBrokenRequest(error, socket, server));
    return;
  }
  if (latest?.response.headersSent && !latest.request.complete) {
    // A body that broke after its request was answered needs no second answer.
    socket.destroy();
    return;
  }
  const refusal = brokenRequestRefusal(error);
  server.metrics.rejected(refusal.code);
  const { status, headers, body } = problemAnswer(refusal, server.publicUrl);
  const fields = {
    ...protectiveHeaders(server.publicUrl),
    ...headers,
    'content-length': Buffer.byteLength(body ?? ''),
    'x-request-id': randomUUID(),
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

function brokenRequestRefusal({ code }: { code?: string }): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Refusal('payload_too_large', 'The request line and header fields are too large.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Refusal('malformed_json', 'The request did not arrive whole in time.');
  }
  return new Refusal('malformed_json', 'This is not a valid HTTP request.');
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112, section 3.2). */
function hasBadHost(request: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 || (hosts === 0 && request.httpVersion === '1.1');
}
