/** The interface description: up to date, complete, and with examples that fit its own schemas. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { TArray, TObject } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { API_HANDLERS } from '../../src/api/routes.ts';
import { PROBLEM_EXAMPLES, problemExample } from '../../src/contract/examples.ts';
import { openApiDocument, timingOpenApiDocument } from '../../src/contract/openapi/openapi.ts';
import { API_PROBLEM_CODES } from '../../src/contract/problem.ts';
import { readList } from '../../src/contract/reading/read-body.ts';
import { OPERATIONS, type Operation } from '../../src/contract/routes.ts';
import { TIMING_OPERATIONS } from '../../src/contract/timing.ts';

type Json = Record<string, unknown>;

interface Media {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as Json;

test('openapi.json is what the schemas say', () => {
  const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  assert.deepEqual(JSON.parse(committed), document, 'stale: run "npm run openapi"');
});

test('openapi-timing.json is what the schemas say', () => {
  const timing = JSON.parse(JSON.stringify(timingOpenApiDocument())) as Json;
  const committed = readFileSync(new URL('../../openapi-timing.json', import.meta.url), 'utf8');
  assert.deepEqual(JSON.parse(committed), timing, 'stale: run "npm run openapi"');
});

test('each route has an operation, and each operation a route', () => {
  const routes = API_HANDLERS.map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  const below = (root: string, operations: readonly Operation[]) =>
    operations.map(({ method, path }) => `${method} ${root}${path}`);
  const operations = [...below('/v1', OPERATIONS), ...below('/timing/v1', TIMING_OPERATIONS)];
  assert.deepEqual(routes.toSorted(), operations.toSorted());
  const all = [...OPERATIONS, ...TIMING_OPERATIONS];
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
});

test('every reference leads somewhere', () => {
  const references = [...allOf(document, '$ref')] as string[];
  assert.ok(references.length > 100);
  for (const reference of references) assert.ok(resolve(reference), reference);
});

test('every operation says what each of its errors looks like', () => {
  for (const { method, path, problems } of OPERATIONS) {
    const operation = resolve(`#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`);
    const codes = Object.values(operation.responses as Record<string, Json>).flatMap((response) => {
      const { content = {} } = dereferenced(response) as { content?: Record<string, Media> };
      return Object.keys(content['application/problem+json']?.examples ?? {});
    });
    const expected = Object.keys(problems);
    assert.deepEqual([...new Set(codes)].toSorted(), expected.toSorted(), path);
  }
});

describe('what texts must not contain (R10)', () => {
  /** The text properties of pushes, each with a function that reads a push with a given text in it. */
  const texts = OPERATIONS.flatMap(({ id, body }) => {
    if (!body || 'schema' in body) return [];
    const { key, list, example } = body;
    const [element] = example as Json[];
    const { properties } = (list as unknown as { items: { properties: Record<string, Text> } })
      .items;
    return Object.entries(properties).flatMap(([name, schema]) => {
      const isText = [schema.type].flat().includes('string') && !schema.enum;
      if (!isText || schema.format === 'date-time') return [];
      const read = (text: string) =>
        readList(list as TArray<TObject>, key, [{ ...element, [name]: text }]);
      return [{ name: `${id}: ${name}`, schema, read }];
    });
  });

  test('every text that is sent says it, and the reader refuses just that', () => {
    assert.deepEqual(texts.length, 11);
    for (const { name, schema, read } of texts) {
      const pattern = new RegExp(schema.pattern ?? assert.fail(`${name} has no pattern`));
      for (let code = 0; code <= 0x100; code++) {
        const text = `a${String.fromCodePoint(code)}b`;
        assert.equal(
          'value' in read(text),
          pattern.test(text),
          `U+${code.toString(16)} in ${name}`,
        );
      }
      assert.ok(pattern.test('\u{1f6a3}') && 'value' in read('\u{1f6a3}'), name);
    }
  });

  test('the description says it in words', () => {
    const { description } = document.info as { description: string };
    const words = description.replaceAll('\n', ' ');
    assert.match(words, /No text may contain U\+0000 or lone surrogates\./);
    assert.match(words, /`external-id`: [^;]*without control characters \(U\+0000 to/);
  });
});

interface Text {
  type: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
}

describe('every example is valid', () => {
  const media = [...allOf(document, 'content')].flatMap((content) =>
    Object.values(content as Record<string, Media>),
  );
  test(`in ${media.length} bodies`, () => {
    assert.ok(media.length > 30);
    for (const { schema, example, examples = {} } of media) {
      const values = Object.values(examples).map(({ value }) => value);
      if (example !== undefined) values.push(example);
      assert.ok(values.length > 0, `${JSON.stringify(schema)} has no example`);
      for (const value of values) assertValid(schema, value);
    }
  });

  test('in every schema', () => {
    const schemas = Object.values((document.components as Json).schemas as Json);
    const nodes = schemas.flatMap((schema) => [...objectsIn(schema)]);
    for (const node of nodes) {
      if (!Array.isArray(node.examples)) continue;
      for (const value of node.examples) assertValid(node, value);
    }
  });

  test('of every problem', () => {
    const schema = { $ref: '#/components/schemas/Problem' };
    for (const code of API_PROBLEM_CODES) {
      const problem = problemExample(code, 'https://regatta.example', PROBLEM_EXAMPLES[code]);
      assertValid(schema, problem);
    }
  });

  test('and a wrong one would be noticed', () => {
    const schema = { $ref: '#/components/schemas/RacePush' };
    assert.equal(isValid(schema, [{ externalId: 'race-1', raceNumber: 0 }]), false);
    assert.equal(isValid(schema, { race: [] }), false);
  });
});

function isValid(schema: Json, value: unknown): boolean {
  return Check({ ...schema, components: document.components }, value);
}

function assertValid(schema: Json, value: unknown): void {
  if (isValid(schema, value)) return;
  const [, errors] = Errors({ ...schema, components: document.components }, value);
  assert.fail(`${JSON.stringify(value)}: ${JSON.stringify(errors)}`);
}

function dereferenced(node: Json): Json {
  return typeof node.$ref === 'string' ? resolve(node.$ref) : node;
}

function resolve(reference: string): Json {
  const steps = reference.replace(/^#\//, '').split('/');
  let node: unknown = document;
  for (const step of steps) node = (node as Json)?.[step.replaceAll('~1', '/')];
  return node as Json;
}

/** The values of a key anywhere in a document. */
function* allOf(root: unknown, key: string): Generator<unknown> {
  for (const node of objectsIn(root)) if (Object.hasOwn(node, key)) yield node[key];
}

function* objectsIn(node: unknown): Generator<Json> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Json;
  for (const child of Object.values(node)) yield* objectsIn(child);
}
