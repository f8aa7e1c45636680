/**
 * What the software around the service asks it: whether it lives, whether it should be given
 * requests, and how it does. None of this is authenticated or limited.
 */
import { unavailableAnswer } from '../http/answers/problems.ts';
import type { Outgoing } from '../http/answers/send.ts';
import type { Route } from '../http/router.ts';
import type { Readiness } from './readiness.ts';

export function probeRoutes(readiness: Readiness): Route[] {
  return [
    { method: 'GET', path: '/livez', handle: () => statusAnswer('ok') },
    {
      method: 'GET',
      path: '/readyz',
      handle: async ({ server }) => {
        const found = server.isDraining ? undefined : await readiness.objection();
        // It may have begun to stop while the database was asked.
        const objection = server.isDraining ? 'The service is stopping.' : found;
        if (objection === undefined) return statusAnswer('ready', readiness.warning());
        // "Not ready" is what was asked for: it does not count as a request that was turned away.
        const { code, ...answer } = unavailableAnswer(objection, server.publicUrl);
        return answer;
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      handle: async ({ server }) => {
        const { contentType, text } = await server.metrics.read();
        return okAnswer(contentType, text);
      },
    },
  ];
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
