/** Pages for those who write software: what a problem means, and the interface description. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../contract/openapi.ts';
import { PROBLEM_CODES } from '../contract/problem.ts';
import { singleFlight } from '../single-flight.ts';
import { DOCS_PAGE, DOCS_POLICY, DOCS_START, docsScript } from './pages/docs.ts';
import { PAGE_POLICY } from './pages/layout.ts';
import { problemIndex, problemPage } from './pages/problems.ts';
import { Read, Representation, readAnswer, tagOf } from './representation.ts';
import { send } from './send.ts';
import { refuseOtherMethods } from './server.ts';

interface Page {
  path: string;
  type: string;
  policy: string;
  /** Makes the text, once, when it is first asked for. */
  text(): string | Promise<string>;
}

/** None of this changes before the next version of the service does. */
const CACHE_CONTROL = 'public, max-age=3600';

/**
 * Adds the pages to the server.
 *
 * @param publicUrl how users reach the service
 */
export function registerPages(server: FastifyInstance, publicUrl: string): void {
  for (const page of pages(publicUrl)) {
    const load = singleFlight(
      async () => representationOf(await page.text()),
      Number.POSITIVE_INFINITY,
    );
    server.get(page.path, async (request, reply) => {
      const headers: OutgoingHttpHeaders = {
        'cache-control': CACHE_CONTROL,
        'content-security-policy': page.policy,
        'referrer-policy': 'no-referrer',
      };
      const representation = await load();
      const read = new Read(representation.etag, () => representation);
      const answer = await readAnswer(request.raw, read, headers);
      // Reads are JSON otherwise.
      if (answer.body !== undefined) headers['content-type'] = page.type;
      send(reply, answer);
    });
    refuseOtherMethods(server, page.path, ['GET'], publicUrl);
  }
  // The page refers to its parts relatively, so it needs the slash.
  server.get('/docs', (_request, reply) => {
    const headers = { location: 'docs/', 'cache-control': CACHE_CONTROL };
    send(reply, { status: 301, headers, body: '' });
  });
  refuseOtherMethods(server, '/docs', ['GET'], publicUrl);
}

function pages(publicUrl: string): Page[] {
  const html = (path: string, text: () => string, policy = PAGE_POLICY): Page => ({
    path,
    type: 'text/html; charset=utf-8',
    policy,
    text,
  });
  const script = (path: string, text: Page['text']): Page => ({
    path,
    type: 'text/javascript; charset=utf-8',
    policy: DOCS_POLICY,
    text,
  });
  return [
    html('/problems', problemIndex),
    ...PROBLEM_CODES.map((code) => html(`/problems/${code}`, () => problemPage(code, publicUrl))),
    html('/docs/', () => DOCS_PAGE, DOCS_POLICY),
    script('/docs/start.js', () => DOCS_START),
    script('/docs/scalar.js', docsScript),
    {
      path: '/openapi.json',
      type: 'application/json',
      policy: PAGE_POLICY,
      text: () => JSON.stringify(openApiDocument(`${publicUrl}/v1`), null, 2),
    },
  ];
}

function representationOf(text: string): Representation {
  return new Representation(tagOf(text), Buffer.from(text));
}
