/**
 * `npm run openapi` writes the descriptions of the API to the project's root; `npm run openapi -- console` prints that of
 * the console, which is for those who work on the project and is not kept.
 */
import { writeFileSync } from 'node:fs';
import { consoleOpenApiDocument } from '../src/contract/console/openapi.ts';
import {
  openApi30Document,
  openApiDocument,
  timingOpenApiDocument,
} from '../src/contract/openapi/openapi.ts';

if (process.argv[2] === 'console') {
  process.stdout.write(textOf(consoleOpenApiDocument()));
} else {
  write('openapi.json', openApiDocument());
  write('openapi-timing.json', timingOpenApiDocument());
  write('openapi-3.0.json', openApi30Document());
}

function write(name: string, document: object): void {
  writeFileSync(new URL(`../${name}`, import.meta.url), textOf(document));
}

function textOf(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
