/**
 * The HTTP layer: a Fastify server on which nothing answers but problem documents and the routes
 * of `app.ts`.
 */
import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../domain/refusal.ts';
import { BodyTurns } from './body-turns.ts';
import { connectionLimits, createLimitedServer, intakeOf } from './connections.ts';
import type { Metrics } from './metrics.ts';
import { failureAnswer, problemAnswer } from './problems.ts';
import { protectedResponse, protectiveHeaders } from './protective-headers.ts';
import { send } from './send.ts';

export interface ServerOptions {
  publicUrl: string;
  /** How many proxies stand in front of the service. */
  trustedProxies: number;
  log: Logger;
  metrics: Metrics;
  /** Answers what is asked most often without Fastify, which costs as much as all the rest. */
  shortcut: Shortcut;
}

/**
 * @param startedAt when the request came, in milliseconds of a monotonic clock
 * @returns whether the request has been answered; else it takes the usual way
 */
export type Shortcut = (
  request: IncomingMessage,
  response: http.ServerResponse,
  startedAt: number,
) => boolean;

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
    /** Whether the service is about to stop: it asks every client to leave its connection. */
    isDraining: boolean;
    bodyTurns: BodyTurns;
  }
  interface FastifyRequest {
    /** When the request came, in milliseconds of a monotonic clock. */
    startedAt: number;
  }
}

/** A path parameter may be as long as a request line can be; what is too long names nothing. */
const MAX_PARAMETER_LENGTH = 16_384;
/** No address takes more; thousands would cost as much as a hundred requests. */
const MAX_QUERY_KEYS = 32;

/** A server without routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { publicUrl, log, metrics } = options;
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    rewriteUrl: (request) => routablePath(request.url ?? '/'),
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: MAX_PARAMETER_LENGTH,
      querystringParser: (query) => parse(query, '&', '=', { maxKeys: MAX_QUERY_KEYS }),
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, options),
    serverFactory: (handler) => createHttpServer(handler, options),
    // A logger per request is dear; what is logged names its request itself.
    childLoggerFactory: (logger) => logger,
  }) as unknown as FastifyInstance;

  for (const method of http.METHODS) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method, { hasBody: true });
  }
  // Bodies are read by the routes that want one, once everything before it has been checked.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.decorate('metrics', metrics);
  server.decorate('isDraining', false);
  server.decorate('bodyTurns', new BodyTurns());
  server.decorateRequest('caller', null);
  server.decorateRequest('startedAt', 0);
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now();
    metrics.started();
    if (!hasBadHost(request.raw)) return done();
    send(reply, problemAnswer(new Refusal('malformed_json', 'Send one Host header.'), publicUrl));
  });
  server.setNotFoundHandler((_request, reply) => {
    send(
      reply,
      problemAnswer(new Refusal('route_not_found', 'See /docs for the addresses.'), publicUrl),
    );
  });
  server.setErrorHandler((error, request, reply) => {
    log.error({ err: error, id: request.id }, 'a request failed');
    send(reply, failureAnswer(undefined, request.id, publicUrl));
  });
  return server;
}

/** Answers every method that a path does not have with 405 and the methods that it has. */
export function refuseOtherMethods(
  server: FastifyInstance,
  url: string,
  methods: readonly HTTPMethods[],
  publicUrl: string,
): void {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const refuse = (_request: FastifyRequest, reply: FastifyReply) => {
    const refusal = new Refusal('method_not_allowed', `This address takes ${allowed.join(', ')}.`);
    send(reply, problemAnswer(refusal, publicUrl, { allow: allowed.join(', ') }));
  };
  const others = server.supportedMethods.filter((method) => !allowed.includes(method));
  server.route({ method: others as HTTPMethods[], url, handler: refuse, exposeHeadRoute: false });
}

function createHttpServer(handler: http.RequestListener, options: ServerOptions): Server {
  const { metrics, trustedProxies } = options;
  const listener: http.RequestListener = (request, response) => {
    if (options.shortcut(request, response, performance.now())) return;
    // Fastify refuses types it cannot parse before anything else is checked. Bodies are none of its
    // business here, so it sees a type that the catch-all parser takes.
    request.headers['content-type'] = 'application/octet-stream';
    handler(request, response);
  };
  const server = createLimitedServer(listener, {
    limits: connectionLimits(trustedProxies),
    responses: protectedResponse(options.publicUrl),
    cut: (reason) => metrics.cut(reason),
  });
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket;
    answerBrokenRequest(new Error('no proxy'), socket, options);
    socket.destroySoon();
  });
  return server;
}

const VALID_REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's own request id when it is valid, else a new one (decision A15). */
export function requestId(request: { headers: http.IncomingHttpHeaders }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && VALID_REQUEST_ID.test(given) ? given : randomUUID();
}

/** The longest route has 7 parts; a path with many more is no route, whatever stands in it. */
const MAX_PATH_PARTS = 16;
const NO_ROUTE = '/%00';

/**
 * The path as it is routed. A request line may carry a whole address. A part whose percent-encoding
 * is broken becomes U+0000, which no identifier can contain, so that its route answers "not found"
 * after all its other checks (decision R14). The parts are counted before any is decoded: an error
 * costs some microseconds, and a request line has room for thousands.
 */
function routablePath(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const path = target.startsWith('/') ? target : `/${target}`;
  if (!path.includes('%')) return path;
  const queryStart = path.indexOf('?');
  const parts = (queryStart === -1 ? path : path.slice(0, queryStart)).split(
    '/',
    MAX_PATH_PARTS + 1,
  );
  if (parts.length > MAX_PATH_PARTS) return NO_ROUTE;
  const query = queryStart === -1 ? '' : path.slice(queryStart);
  return parts.map((part) => (isDecodable(part) ? part : '%00')).join('/') + query;
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112, section 3.2). */
export function hasBadHost(request: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 || (hosts === 0 && request.httpVersion === '1.1');
}

/** What Node itself could not read gets a problem document too (decision R1). */
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  options: ServerOptions,
): void {
  const intake = intakeOf(socket);
  intake?.stop();
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const latest = intake?.latest;
  if (latest?.request.complete && !latest.response.writableFinished) {
    // What came before the broken request gets its answer first.
    latest.response.once('finish', () => answerBrokenRequest(error, socket, options));
    return;
  }
  if (latest?.response.headersSent && !latest.request.complete) {
    // A body that broke after its request was answered needs no second answer.
    socket.destroy();
    return;
  }
  const refusal = brokenRequestRefusal(error);
  options.metrics.rejected(refusal.code);
  const { status, headers, body } = problemAnswer(refusal, options.publicUrl);
  const fields = {
    ...protectiveHeaders(options.publicUrl),
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
