/** Pages for those who write software: what a problem means, and the interface description. */
import { singleFlight } from '../../concurrency/single-flight.ts';
import { openApiDocument, timingOpenApiDocument } from '../../contract/openapi/openapi.ts';
import { openApi30Document } from '../../contract/openapi/openapi-30.ts';
import { PROBLEM_CODES } from '../../contract/problem.ts';
import { PAGE_POLICY } from '../../http/answers/page-layout.ts';
import { Publication } from '../../http/answers/publication.ts';
import { Representation, tagOf } from '../../http/answers/representation.ts';
import type { Route } from '../../http/router.ts';
import { DOCS_PAGE, DOCS_POLICY, DOCS_START, docsScript } from './docs.ts';
import { problemIndex, problemList, problemPage } from './problem-pages.ts';

interface Page {
  path: string;
  type: string;
  policy: string;
  /** Makes the text, once, when it is first asked for. */
  text(): string | Promise<string>;
}

/** None of this changes before the next version of the service does. */
const CACHE_CONTROL = 'public, max-age=3600';

/** @param publicUrl how users reach the service */
export function referenceRoutes(publicUrl: string): Route[] {
  return [
    ...pages(publicUrl).map(pageRoute),
    // The page refers to its parts relatively, so it needs the slash.
    moved('/docs', 'docs/'),
    // Postman, Bruno and Insomnia import the description itself.
    moved('/postman-collection.json', 'openapi-3.0.json'),
  ];
}

function moved(path: string, location: string): Route {
  const headers = { location, 'cache-control': CACHE_CONTROL };
  return { method: 'GET', path, handle: () => ({ status: 301, headers, body: '' }) };
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
  const document = (path: string, content: () => object): Page => ({
    path,
    type: 'application/json',
    policy: PAGE_POLICY,
    text: () => JSON.stringify(content(), null, 2),
  });
  const apiUrl = `${publicUrl}/v1`;
  return [
    html('/problems', problemIndex),
    ...PROBLEM_CODES.map((code) => html(`/problems/${code}`, () => problemPage(code, publicUrl))),
    html('/docs/', () => DOCS_PAGE, DOCS_POLICY),
    script('/docs/start.js', () => DOCS_START),
    script('/docs/scalar.js', docsScript),
    document('/problems.json', () => ({ problems: problemList(publicUrl) })),
    document('/openapi.json', () => openApiDocument(apiUrl)),
    document('/openapi-timing.json', () => timingOpenApiDocument(`${publicUrl}/timing/v1`)),
    document('/openapi-3.0.json', () => openApi30Document(apiUrl)),
  ];
}

function pageRoute(page: Page): Route {
  const publish = singleFlight(
    async () => publicationOf(page, await page.text()),
    Number.POSITIVE_INFINITY,
  );
  return { method: 'GET', path: page.path, handle: publish };
}

function publicationOf({ type, policy }: Page, text: string): Publication {
  return new Publication(new Representation(tagOf(text), Buffer.from(text)), type, [
    ...['cache-control', CACHE_CONTROL, 'content-security-policy', policy],
    ...['referrer-policy', 'no-referrer'],
  ]);
}
