/**
 * What the software around the service asks it: whether it lives, whether it should be given
 * requests, and how it does. None of this is authenticated or limited.
 */
import type { FastifyInstance } from 'fastify';
import { unavailableAnswer } from './problems.ts';
import type { Readiness } from './readiness.ts';
import { type Outgoing, send } from './send.ts';
import { refuseOtherMethods } from './server.ts';

/** Adds the probes to the server. */
export function registerProbes(
  server: FastifyInstance,
  readiness: Readiness,
  publicUrl: string,
): void {
  server.get('/livez', (_request, reply) => send(reply, statusAnswer('ok')));
  server.get('/readyz', async (_request, reply) => {
    const found = server.isDraining ? undefined : await readiness.objection();
    // It may have begun to stop while the database was asked.
    const objection = server.isDraining ? 'The service is stopping.' : found;
    if (objection === undefined) return send(reply, statusAnswer('ready', readiness.warning()));
    // "Not ready" is what was asked for: it does not count as a request that was turned away.
    const { code, ...answer } = unavailableAnswer(objection, publicUrl);
    send(reply, answer);
  });
  server.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await server.metrics.read();
    send(reply, okAnswer(contentType, text));
  });
  for (const path of ['/livez', '/readyz', '/metrics']) {
    refuseOtherMethods(server, path, ['GET'], publicUrl);
  }
}

/** @param warning stands in it only when there is one */
function statusAnswer(status: string, warning?: string): Outgoing {
  return okAnswer('application/json', JSON.stringify({ status, warning }));
}

function okAnswer(contentType: string, body: string): Outgoing {
  return {
    status: 200,
    headers: { 'content-type': contentType, 'cache-control': 'no-store' },
    body,
  };
}
