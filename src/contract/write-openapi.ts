/** `npm run openapi`: writes the interface descriptions, and the collection made from them, to the project's root. */
import { writeFileSync } from 'node:fs';
import { consoleOpenApiDocument } from './console/openapi.ts';
import { openApi30Document } from './openapi-30.ts';
import { openApiDocument } from './openapi.ts';
import { postmanCollection } from './postman.ts';

/** Where `serve` listens unless it is told otherwise. */
const LOCAL_URL = 'http://127.0.0.1:8080/v1';

const DOCUMENTS = {
  'openapi.json': openApiDocument(),
  'openapi-3.0.json': openApi30Document(),
  'postman-collection.json': postmanCollection(LOCAL_URL),
  'openapi-console.json': consoleOpenApiDocument(),
};

for (const [name, document] of Object.entries(DOCUMENTS)) {
  const file = new URL(`../../${name}`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
