/** `npm run openapi`: writes the interface descriptions to the project's root. */
import { writeFileSync } from 'node:fs';
import { consoleOpenApiDocument } from './console/openapi.ts';
import { openApiDocument } from './openapi.ts';

const DOCUMENTS = {
  'openapi.json': openApiDocument(),
  'openapi-console.json': consoleOpenApiDocument(),
};

for (const [name, document] of Object.entries(DOCUMENTS)) {
  const file = new URL(`../../${name}`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
