/** The composition root: what the service is made of, and every route it answers. */
import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { getEvents, getMe } from './api/account.ts';
import { prepareAdmission } from './api/admission.ts';
import { admit } from './api/admit.ts';
import { putDelay } from './api/delay.ts';
import { KeyUses } from './api/key-uses.ts';
import { putEntries, putResults } from './api/lanes.ts';
import { putRaces } from './api/races.ts';
import type { Route } from './api/route.ts';
import { getSchedule, postPublish, postSchedule } from './api/schedule.ts';
import type { Service } from './api/service.ts';
import { getTeams, putTeams } from './api/teams.ts';
import { answerPublic, type PublicHandler } from './board/answer.ts';
import { Board } from './board/board.ts';
import { getCalendar } from './board/calendar.ts';
import { deleteFollows, getPushKey, putFollows } from './board/follows.ts';
import {
  boardShortcut,
  getBoard,
  getBoardEvents,
  getBoardPage,
  getLive,
  getStartPage,
  registerAssets,
} from './board/routes.ts';
import { ScheduleDocuments } from './documents/schedule-documents.ts';
import { Refusal } from './domain/refusal.ts';
import { Metrics } from './http/metrics.ts';
import { registerPages } from './http/pages.ts';
import { registerProbes } from './http/probes.ts';
import { failureAnswer, problemAnswer } from './http/problems.ts';
import { Readiness } from './http/readiness.ts';
import { Read, readAnswer } from './http/representation.ts';
import { type Outgoing, send } from './http/send.ts';
import { createServer, refuseOtherMethods } from './http/server.ts';
import { mintVapidKeys } from './notify/vapid.ts';
import { PushSender, subjectOf } from './notify/web-push.ts';
import { Worker } from './notify/worker.ts';
import type { Settings } from './settings.ts';
import type { Database } from './storage/database.ts';
import { provideVapidKeys } from './storage/vapid-keys.ts';

/** The API, whose requests carry a key. */
export const ROUTES: readonly Route[] = [
  getMe,
  getEvents,
  getSchedule,
  postSchedule,
  postPublish,
  putDelay,
  getTeams,
  putTeams,
  putRaces,
  putEntries,
  putResults,
];

type PublicRoute = [method: HTTPMethods, path: string, handler: PublicHandler];

/** What anyone may ask for, without a key. */
export const PUBLIC_ROUTES: readonly PublicRoute[] = [
  ['GET', '/board/api/events', getBoardEvents],
  ['GET', '/board/api/events/:eventId', getBoard],
  ['GET', '/board/api/events/:eventId/live', getLive],
  ['GET', '/board/api/push-key', getPushKey],
  ['PUT', '/board/api/follows', putFollows],
  ['DELETE', '/board/api/follows', deleteFollows],
  ['GET', '/', getStartPage],
  ['GET', '/events/:eventId', getBoardPage],
  ['GET', '/events/:eventId/display', getBoardPage],
  ['GET', '/events/:eventId/print', getBoardPage],
  ['GET', '/events/:eventId/crews/:calendar', getCalendar],
];

/** How long a proxy that asks `/readyz` gets to notice that the service is about to stop. */
const GRACE_MILLIS = 5000;
/** How long a request under way may hold up a stop. */
const DRAIN_MILLIS = 5000;

export interface App {
  server: FastifyInstance;
  /** Says that it is about to stop, and lets a proxy notice before it takes no new requests. */
  drain(): Promise<void>;
  /** Takes no new requests, finishes those under way, and writes what is still to be written. */
  close(): Promise<void>;
}

/** Puts the service together on an open database; it listens to nothing yet. */
export async function createApp(settings: Settings, database: Database, log: Logger): Promise<App> {
  const service: Service = {
    settings,
    database,
    lookUpAdmission: prepareAdmission(database, settings),
    documents: new ScheduleDocuments(database),
    keyUses: new KeyUses(database, log),
    metrics: new Metrics(database),
    log,
  };
  const { publicUrl, trustedProxies } = settings;
  const { metrics } = service;
  const vapidKeys = await provideVapidKeys(database, mintVapidKeys, Date.now());
  const board = new Board(settings, database, log, vapidKeys.publicKey);
  metrics.addFollowers(board.follows.places);
  const shortcut = boardShortcut(board, metrics, () => server.isDraining);
  const server: FastifyInstance = createServer({
    publicUrl,
    trustedProxies,
    log,
    metrics,
    shortcut,
  });
  for (const route of ROUTES) {
    server.route({
      method: route.method,
      url: route.path,
      // The first hook answers: what Fastify does after it, with bodies above all, is not needed.
      onRequest: (request, reply) => void answer(service, request, reply, route),
      handler: unreachable,
    });
  }
  const worker = new Worker({
    settings,
    database,
    sender: new PushSender({
      keys: vapidKeys,
      subject: subjectOf(publicUrl),
      origins: settings.pushOrigins,
      nameServers: settings.nameServers,
    }),
    count: (end) => metrics.pushed(end),
    log,
  });
  for (const [method, url, handler] of PUBLIC_ROUTES) {
    server.route({
      method,
      url,
      onRequest: (_request, reply) => answerPublic(board, reply, handler),
      handler: unreachable,
    });
  }
  const routes = [...ROUTES, ...PUBLIC_ROUTES.map(([method, path]) => ({ method, path }))];
  for (const url of new Set(routes.map(({ path }) => path))) {
    const methods = routes.filter(({ path }) => path === url).map(({ method }) => method);
    refuseOtherMethods(server, url, methods, publicUrl);
  }
  registerAssets(server, board);
  await registerPages(server, publicUrl);
  const readiness = new Readiness(database, log);
  registerProbes(server, readiness, publicUrl);
  await server.ready();
  return {
    server,
    drain: async () => {
      server.isDraining = true;
      if (readiness.isWatched()) await delay(GRACE_MILLIS);
    },
    close: async () => {
      server.isDraining = true;
      board.close();
      await worker.stop();
      const impatience = setTimeout(() => server.server.closeAllConnections(), DRAIN_MILLIS);
      await server.close();
      clearTimeout(impatience);
      await service.keyUses.stop();
      metrics.stop();
    },
  };
}

function unreachable(): never {
  throw new Error('the request was answered by its hook');
}

/** Answers a request, whatever happens. */
async function answer(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
): Promise<void> {
  const headers: OutgoingHttpHeaders = {};
  try {
    send(reply, await decide(service, request, headers, route));
  } catch (error) {
    const trouble = service.database.connections.troubleOf(error);
    service.log.error({ err: error, id: request.id }, 'a request failed');
    send(reply, failureAnswer(trouble, request.id, service.settings.publicUrl, headers));
  }
}

/** Admits a request, lets its handler decide, and makes an answer of what came out. */
async function decide(
  service: Service,
  request: FastifyRequest,
  headers: OutgoingHttpHeaders,
  route: Route,
): Promise<Outgoing> {
  const refusal = await admit(service, request, headers);
  const result = refusal ?? (await route.handle(service, request));
  if (result instanceof Read) return readAnswer(request.raw, result, headers);
  if (result instanceof Refusal) {
    // What was not read of a body that is too large would be taken for the next request.
    if (result.code === 'payload_too_large') headers.connection = 'close';
    return problemAnswer(result, service.settings.publicUrl, headers);
  }
  // Without the query: nothing reads it, and whoever sends one may have put a secret there.
  const [url] = request.url.split('?', 1);
  service.log.info({ url, key: request.caller?.keyPrefix, id: request.id }, 'write');
  headers['content-type'] = 'application/json';
  headers['cache-control'] = 'no-store';
  return { status: result.status, headers, body: result.body };
}
