/**
 * The interface description for people. A library renders it in the browser; everything that it
 * needs comes from this service, so that it works at a lake without internet, and its policy keeps
 * the browser from asking anyone else.
 */
import { readFile } from 'node:fs/promises';

/**
 * The library styles its parts with inline styles. Its script needs nothing beyond its file: one of
 * its parts tries whether it may evaluate text, and does without when it may not.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const DOCS_PAGE = `<!doctype html>
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

/** What the library would do beyond showing the description and trying it here is turned off. */
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
export const DOCS_START = `'use strict';
const here = (path) => new URL(path, location.origin + location.pathname).href;
Scalar.createApiReference('#app', {
  ...${JSON.stringify(CONFIGURATION)},
  url: here('../openapi.json'),
  servers: [{ url: here('../v1') }],
});
`;

const LIBRARY = new URL('../../../web/dist/docs/scalar.js', import.meta.url);

/**
 * The library's script for the browser, which is built with the pages (`web/docs-library.ts`). It is
 * read when it is first needed, because it weighs more than the rest of the service.
 */
export function docsScript(): Promise<string> {
  return readFile(LIBRARY, 'utf8');
}
