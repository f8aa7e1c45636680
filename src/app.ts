/** The composition root: what the service is made of, and every route it answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from './domain/refusal.ts';
import { admit } from './http/authenticate.ts';
import { KeyUses } from './http/key-uses.ts';
import { registerPages } from './http/pages.ts';
import { sendProblem } from './http/problems.ts';
import { RateLimits } from './http/rate-limit.ts';
import { getEvents, getMe } from './http/routes/account.ts';
import { putDelay } from './http/routes/delay.ts';
import { putEntries, putResults } from './http/routes/lanes.ts';
import { putRaces } from './http/routes/races.ts';
import { createSchedule, getSchedule, publishSchedule } from './http/routes/schedule.ts';
import { getTeams, putTeams } from './http/routes/teams.ts';
import { ScheduleDocuments } from './http/schedule-documents.ts';
import { createServer, refuseOtherMethods } from './http/server.ts';
import type { Service } from './http/service.ts';
import type { Answer } from './http/writes.ts';
import type { Settings } from './settings.ts';
import type { Database } from './storage/database.ts';

type Handler = (
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply | Answer | Refusal>;

type Route = [method: HTTPMethods, path: string, handler: Handler];

const ROUTES: readonly Route[] = [
  ['GET', '/v1/me', getMe],
  ['GET', '/v1/events', getEvents],
  ['GET', '/v1/events/:eventId/schedule', getSchedule],
  ['POST', '/v1/events/:eventId/schedule', createSchedule],
  ['POST', '/v1/events/:eventId/schedule/publish', publishSchedule],
  ['PUT', '/v1/events/:eventId/schedule/delay', putDelay],
  ['GET', '/v1/events/:eventId/teams', getTeams],
  ['PUT', '/v1/events/:eventId/teams', putTeams],
  ['PUT', '/v1/events/:eventId/races', putRaces],
  ['PUT', '/v1/events/:eventId/races/:externalId/entries', putEntries],
  ['PUT', '/v1/events/:eventId/races/:externalId/results', putResults],
];

export interface App {
  server: FastifyInstance;
  /** Takes no new requests, finishes those under way, and writes what is still to be written. */
  close(): Promise<void>;
}

/** Puts the service together on an open database; it listens to nothing yet. */
export async function createApp(settings: Settings, database: Database, log: Logger): Promise<App> {
  const service: Service = {
    settings,
    database,
    documents: new ScheduleDocuments(database),
    limits: new RateLimits(settings),
    keyUses: new KeyUses(database, log),
    log,
  };
  const { publicUrl } = settings;
  const server = createServer({
    publicUrl,
    log,
    isUnavailable: database.connections.isUnavailable,
  });
  for (const [method, url, handler] of ROUTES) {
    server.route({
      method,
      url,
      onRequest: async (request, reply) => {
        const refusal = await admit(service, request, reply);
        if (refusal) return sendProblem(reply, refusal, publicUrl);
      },
      handler: async (request, reply) => answer(service, request, reply, handler),
    });
  }
  for (const url of new Set(ROUTES.map(([, path]) => path))) {
    const methods = ROUTES.filter(([, path]) => path === url).map(([method]) => method);
    refuseOtherMethods(server, url, methods, publicUrl);
  }
  await registerPages(server, publicUrl);
  await server.ready();
  return {
    server,
    close: async () => {
      await server.close();
      await service.keyUses.stop();
    },
  };
}

async function answer(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler,
): Promise<FastifyReply> {
  const result = await handler(service, request, reply);
  if (result instanceof Refusal) return sendProblem(reply, result, service.settings.publicUrl);
  if (!('body' in result)) return result;
  const { access } = request.caller ?? {};
  service.log.info({ url: request.url, key: access?.keyPrefix, id: request.id }, 'write');
  return reply
    .code(result.status)
    .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    .send(JSON.stringify(result.body));
}
