/**
 * Limits on the connections of an HTTP server: how many there may be, how long a request may take, and
 * how much is read at a time. They protect the service from clients whose requests it has not seen yet.
 */
import http, { type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Intake } from '../requests/pipelining.ts';
import { NetworkCounts, networkOf } from './networks.ts';

export interface ConnectionLimits {
  /** How many one process accepts. */
  connections: number;
  /** How many one network may have; `undefined` where all come from proxies. */
  connectionsOfNetwork: number | undefined;
  /** For the head of a request. */
  headersMillis: number;
  /** For a whole request, from its first byte. */
  requestMillis: number;
  /** Between two requests. */
  idleMillis: number;
  /** Without any byte in either direction while a request is under way; after two such periods the connection is cut. */
  silenceMillis: number;
}

/** @param proxies how many proxies stand in front; then all connections come from them */
export function connectionLimits(proxies: number): ConnectionLimits {
  return {
    // The live boards of one process, and some for everything else.
    connections: 12_000,
    // A thousand live boards, and the connections on which browsers keep a crowd's pages.
    connectionsOfNetwork: proxies > 0 ? undefined : 3000,
    headersMillis: 20_000,
    // 5 MiB in a minute are 0.7 Mbit/s: a poor mobile connection.
    requestMillis: 60_000,
    idleMillis: 72_000,
    // More than the 20 s between the comments that keep the streams of live boards alive.
    silenceMillis: 30_000,
  };
}

/** Why the service closed a connection: too many in all, too many of one network, or silence during a request. */
export const CUT_REASONS = ['all', 'network', 'silence'] as const;
export type CutReason = (typeof CUT_REASONS)[number];

interface LimitedServerOptions {
  limits: ConnectionLimits;
  /** The class of the server's answers. */
  responses: typeof ServerResponse;
  /** Called for each connection that is refused, or closed for its silence. */
  cut(reason: CutReason): void;
}

/** How often requests are checked against their time limits. */
const CHECK_MILLIS = 1000;
/** How many bytes of a connection are read ahead while its earlier request is answered. */
const BUFFER_BYTES = 16 * 1024;

/**
 * A server that listens to nothing yet.
 *
 * @param listener is given one request of a connection at a time
 */
export function createLimitedServer(
  listener: RequestListener,
  { limits, responses, cut }: LimitedServerOptions,
): Server {
  const server = http.createServer({
    ServerResponse: responses,
    // A missing Host header is answered by a problem document of ours instead of a bare 400.
    requireHostHeader: false,
    headersTimeout: limits.headersMillis,
    requestTimeout: limits.requestMillis,
    keepAliveTimeout: limits.idleMillis,
    connectionsCheckingInterval: CHECK_MILLIS,
    highWaterMark: BUFFER_BYTES,
    // Saves the stream of requests without a body, as much time as `Intake` costs.
    optimizeEmptyRequests: true,
  });
  server.maxConnections = limits.connections;
  server.on('drop', () => cut('all'));
  if (limits.connectionsOfNetwork !== undefined) {
    limitNetworks(server, limits.connectionsOfNetwork, cut);
  }
  cutSilent(server, limits.silenceMillis, cut);
  server.on('connection', (socket: TracedSocket) => {
    socket[INTAKE] = new Intake(socket);
  });
  const traced: RequestListener = (request, response) => {
    (request.socket as TracedSocket)[INTAKE]?.begin({ request, response });
    listener(request, response);
  };
  server.on('request', traced);
  // Expectations other than 100-continue are ignored, as RFC 9110 allows.
  server.on('checkExpectation', traced);
  return server;
}

/** The `Intake` of a connection of such a server. */
export function intakeOf(socket: Socket): Intake | undefined {
  return (socket as TracedSocket)[INTAKE];
}

const INTAKE = Symbol('intake');
type TracedSocket = Socket & { [INTAKE]?: Intake };

function limitNetworks(server: Server, limit: number, cut: (reason: CutReason) => void): void {
  const counts = new NetworkCounts(limit);
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    if (counts.add(network)) {
      socket.once('close', () => counts.remove(network));
      return;
    }
    socket.destroy();
    cut('network');
  });
}

/**
 * Closes connections on which nothing moves, in either direction, while a request or its answer is
 * under way: the reader takes nothing, or the writer sends nothing.
 */
function cutSilent(server: Server, silenceMillis: number, cut: (reason: CutReason) => void): void {
  const silentAt = new WeakMap<Socket, number>();
  server.timeout = silenceMillis;
  server.on('timeout', (socket) => {
    // Node sets another time for connections between two requests.
    if (socket.timeout !== silenceMillis) return void socket.destroy();
    // One timeout may come after a shorter silence, because Node.js only checks now and then. Two in a row
    // prove one whole period of silence.
    const now = performance.now();
    const last = silentAt.get(socket) ?? Number.NEGATIVE_INFINITY;
    if (now - last < silenceMillis * 1.5) {
      socket.destroy();
      cut('silence');
      return;
    }
    silentAt.set(socket, now);
    socket.setTimeout(silenceMillis);
  });
}
