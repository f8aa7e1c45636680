/**
 * Pages for those who write software: what a problem means, and the interface description, which a library renders in the
 * browser. Everything that it needs comes from this service, so that it works at a lake without internet, and its policy
 * keeps the browser from asking anyone else.
 */
import { readFile } from 'node:fs/promises';
import { singleFlight } from '../concurrency/single-flight.ts';
import { problemExample } from '../contract/examples.ts';
import {
  openApi30Document,
  openApiDocument,
  timingOpenApiDocument,
} from '../contract/openapi/openapi.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../contract/problem.ts';
import { Publication } from '../http/answers/answer.ts';
import { ONE_HOUR } from '../http/answers/cache-control.ts';
import { DOCS_POLICY } from '../http/answers/content-security-policy.ts';
import { escaped, PAGE_POLICY, page, prose } from '../http/answers/page-layout.ts';
import { Representation, tagOf } from '../http/answers/representation.ts';
import { pageFields } from '../http/answers/template.ts';
import type { Route } from '../http/router.ts';

const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Running Order: interface description</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same stands in <a href="../openapi.json">openapi.json</a>.</noscript>
<div id="app"></div>
<script src="scalar.js"></script>
<script src="start.js"></script>
</body>
</html>
`;

/** Turns off what the library would do beyond showing the description and trying requests to this service. */
const CONFIGURATION = {
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'direct',
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  defaultOpenAllTags: true,
};

/**
 * Starts the library. Requests go to the origin that the page came from, whatever address the
 * document names, because the service answers to no other origin.
 */
const DOCS_START = `'use strict';
const here = (path) => new URL(path, location.origin + location.pathname).href;
Scalar.createApiReference('#app', {
  ...${JSON.stringify(CONFIGURATION)},
  url: here('../openapi.json'),
  servers: [{ url: here('../v1') }],
});
`;

const LIBRARY = new URL('../../web/dist/docs/scalar.js', import.meta.url);

/**
 * The library's script for the browser, which is built with the pages (`web/docs-library.ts`). It is
 * read when it is first needed, because it weighs more than the rest of the service.
 */
function docsScript(): Promise<string> {
  return readFile(LIBRARY, 'utf8');
}

interface Page {
  path: string;
  type: string;
  policy: string;
  /** Makes the text; called once, at the first request. */
  text(): string | Promise<string>;
}

/** @param publicUrl how users reach the service */
export function referenceRoutes(publicUrl: string): Route[] {
  return [
    ...pages(publicUrl).map(pageRoute),
    // The page names its scripts relative to its address, so it needs the slash.
    moved('/docs', 'docs/'),
    // Postman, Bruno and Insomnia import the description itself.
    moved('/postman-collection.json', 'openapi-3.0.json'),
  ];
}

function moved(path: string, location: string): Route {
  const headers = { location, 'cache-control': ONE_HOUR };
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
  const representation = new Representation(tagOf(text), Buffer.from(text));
  return new Publication(representation, type, pageFields(ONE_HOUR, policy));
}

/** What a problem means and what to do about it. */
function problemPage(code: ProblemCode, publicUrl: string): string {
  const { title, cause, remedy } = PROBLEMS[code];
  const example = JSON.stringify(problemExample(code, publicUrl), null, 2);
  const others = PROBLEM_CODES.filter((other) => other !== code);
  return page(
    title,
    '..',
    `<h1>${escaped(title)}</h1>
<p>Status ${statusOf(code)}, code <code>${code}</code></p>
<h2>Why it happens</h2>
<p>${prose(cause)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
<h2>Example</h2>
<pre><code>${escaped(example)}</code></pre>
<h2>Other problems</h2>
${list(others, '')}`,
  );
}

/** All problems that the interface knows. */
function problemIndex(): string {
  return page(
    'Problems',
    '.',
    `<h1>Problems</h1>
<p>Every error of the interface is a problem document (RFC 9457). Branch on its <code>code</code>;
these pages say what each code means and what to do about it.</p>
${list(PROBLEM_CODES, 'problems/')}`,
  );
}

/** All problems for programs: code, status (of `internal_error` that of a bug; its other one is 503), title and page. */
function problemList(publicUrl: string) {
  return PROBLEM_CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    return { code, status, title, type: `${publicUrl}/problems/${code}` };
  });
}

function list(codes: readonly ProblemCode[], folder: string): string {
  const items = codes.map((code) => {
    const { title } = PROBLEMS[code];
    return `<li><a href="${folder}${code}"><code>${code}</code></a> ${statusOf(code)}: ${escaped(title)}</li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function statusOf(code: ProblemCode): string {
  return code === 'internal_error' ? '500 or 503' : String(PROBLEMS[code].status);
}
