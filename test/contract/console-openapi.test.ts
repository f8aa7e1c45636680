/** The interface description of the console: complete, and not for the public. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleOpenApiDocument } from '../../src/contract/console/openapi.ts';

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
