/** The interface description of the console: complete, and not for the public. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_ROUTES } from '../../src/app.ts';
import { consoleOpenApiDocument } from '../../src/contract/console/openapi.ts';
import { CONSOLE_OPERATIONS } from '../../src/contract/console/operations.ts';

test('each route of the console has an operation, and each operation a route', () => {
  const routes = CONSOLE_ROUTES.map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  const operations = CONSOLE_OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(routes.toSorted(), operations.toSorted());
});

test('every reference of it leads somewhere', () => {
  const document = consoleOpenApiDocument();
  const text = JSON.stringify(document);
  const { schemas } = document.components as { schemas: Record<string, unknown> };
  const names = Array.from(
    text.matchAll(/#\/components\/schemas\/(\w+)/g),
    ([, name = '']) => name,
  );
  assert.ok(names.length > 50);
  for (const name of names) assert.ok(schemas[name], name);
});
