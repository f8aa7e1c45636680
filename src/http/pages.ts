/** Pages for people: what a problem means, and the interface description. */
import type { FastifyInstance } from 'fastify';
import { PROBLEMS, PROBLEM_CODES, type ProblemCode } from '../contract/problem.ts';
import { refuseOtherMethods } from './server.ts';

export async function registerPages(server: FastifyInstance, publicUrl: string): Promise<void> {
  for (const code of PROBLEM_CODES) {
    const url = `/problems/${code}`;
    server.get(url, (_request, reply) =>
      reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'public, max-age=3600',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        })
        .send(problemPage(code)),
    );
    refuseOtherMethods(server, url, ['GET'], publicUrl);
  }
}

function problemPage(code: ProblemCode): string {
  const { status, title, cause, remedy } = PROBLEMS[code];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${status} ${code}<p>${cause}<p>${remedy}</html>`;
}
