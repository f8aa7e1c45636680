/** `npm run openapi`: writes the interface description to the project's root. */
import { writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';

const file = new URL('../../openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
