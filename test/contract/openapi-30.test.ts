/** The OpenAPI 3.0 description, for older generators: it describes the same service as the one in 3.1. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openApi30Document, openApiDocument } from '../../src/contract/openapi/openapi.ts';
import { OPERATIONS } from '../../src/contract/routes.ts';

type Json = Record<string, unknown>;

const newer = plain(openApiDocument());
const older = plain(openApi30Document());

function plain(document: Json): Json {
  return JSON.parse(JSON.stringify(document));
}

test('openapi-3.0.json is what the schemas say', () => {
  const committed = readFileSync(new URL('../../openapi-3.0.json', import.meta.url), 'utf8');
  assert.deepEqual(JSON.parse(committed), older, 'stale: run "npm run openapi"');
});

test('both describe the same service: operations, parameters, bodies, statuses, headers, properties', () => {
  const ofNewer = factsOf(newer);
  assert.ok(ofNewer.length > 800, `${ofNewer.length} facts`);
  assert.deepEqual(factsOf(older), ofNewer);
});

test('a fact that is missing or different would be noticed', () => {
  const spoilt: [name: string, spoil: (document: Json) => void][] = [
    ['a path', (it) => delete at(it, 'paths')['/me']],
    ['a status', (it) => delete at(it, 'paths', '/me', 'get', 'responses')['304']],
    ['a property', (it) => delete at(it, 'components', 'schemas', 'Race', 'properties').notes],
    [
      'a nullable',
      (it) => delete at(it, 'components', 'schemas', 'Race', 'properties', 'notes').nullable,
    ],
    [
      'a limit',
      (it) => delete at(it, 'components', 'schemas', 'RaceWrite', 'properties', 'title').maxLength,
    ],
    [
      'a required one',
      (it) =>
        delete (
          at(it, 'components', 'schemas', 'RaceWrite', 'required') as unknown as unknown[]
        )[0],
    ],
  ];
  const whole = factsOf(newer);
  for (const [name, spoil] of spoilt) {
    const document = structuredClone(older);
    spoil(document);
    assert.notDeepEqual(factsOf(document), whole, name);
  }
});

test('nothing in it is written as only 3.1 knows it', () => {
  assert.equal(older.openapi, '3.0.3');
  assert.deepEqual(Object.keys(at(older, 'info', 'license')), ['name', 'url']);
  const schemas = [...schemasIn(older)];
  assert.ok(schemas.length > 200);
  for (const schema of schemas) {
    const told = JSON.stringify(schema);
    assert.ok(schema.type === undefined || typeof schema.type === 'string', told);
    assert.ok(!('const' in schema) && !('examples' in schema), told);
    // OpenAPI 3.0 ignores whatever is beside a `$ref`.
    if ('$ref' in schema) assert.deepEqual(Object.keys(schema), ['$ref']);
    if ('nullable' in schema) assert.ok('type' in schema, told);
  }
});

test('a push has one shape, the list under its key, with an example', () => {
  for (const { body, method, path } of OPERATIONS) {
    if (!body || 'schema' in body) continue;
    const operation = at(older, 'paths', path, method.toLowerCase());
    const media = at(operation, 'requestBody', 'content', 'application/json');
    assert.deepEqual(media.example, { [body.key]: body.example });
    const schema = dereferenced(older, media.schema as Json);
    assert.deepEqual(Object.keys(schema.properties as Json), [body.key]);
    assert.deepEqual(schema.required, [body.key]);
  }
});

/** The facts of a description, one line each, which do not depend on its OpenAPI version. */
function factsOf(document: Json): string[] {
  const facts: string[] = [];
  for (const [path, item] of Object.entries(at(document, 'paths'))) {
    const { parameters: shared = [], ...operations } = item as Json;
    for (const [method, operation] of Object.entries(operations) as [string, Json][]) {
      const name = `${method} ${path}`;
      facts.push(`${name} ${operation.operationId} ${operation.tags} ${operation.summary}`);
      facts.push(`${name} ${operation.description}`);
      for (const parameter of [...(shared as Json[]), ...(operation.parameters as Json[])]) {
        const { name: own, in: place, required, schema } = dereferenced(document, parameter);
        facts.push(`${name} ${place} ${own} ${required}`);
        tell(document, schema as Json, `${name} ${own}`, facts);
      }
      const body = operation.requestBody as Json | undefined;
      if (body) {
        facts.push(`${name} body ${body.required}`);
        tellContent(document, body, `${name} body`, facts);
      }
      for (const [status, answer] of Object.entries(operation.responses as Json)) {
        const response = dereferenced(document, answer as Json);
        facts.push(`${name} ${status} ${response.description}`);
        for (const [header, value] of Object.entries((response.headers ?? {}) as Json)) {
          const { schema } = dereferenced(document, value as Json);
          tell(document, schema as Json, `${name} ${status} ${header}`, facts);
        }
        tellContent(document, response, `${name} ${status}`, facts);
      }
    }
  }
  return facts;
}

function tellContent(document: Json, { content = {} }: Json, where: string, facts: string[]) {
  for (const [type, media] of Object.entries(content as Json)) {
    tell(document, (media as Json).schema as Json, `${where} ${type}`, facts);
  }
}

/** Adds all requirements of a schema to `facts`, in words that both versions share. */
function tell(document: Json, given: Json, where: string, facts: string[]): void {
  const schema = dereferenced(document, given);
  // Only the list under its key, because that is the one shape of a push that both descriptions have.
  const underKey = (schema.oneOf as Json[] | undefined)?.find(({ type }) => type === 'object');
  if (underKey) {
    tell(document, underKey, where, facts);
    return;
  }
  const { properties = {}, items, required = [], format, pattern, description } = schema;
  const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems', 'default'].map(
    (name) => JSON.stringify(schema[name]),
  );
  const values = JSON.stringify('const' in schema ? [schema.const] : schema.enum);
  facts.push(
    [where, typesOf(schema), values, required, format, pattern, ...limits, description].join(' | '),
  );
  for (const [name, property] of Object.entries(properties as Json)) {
    tell(document, property as Json, `${where}.${name}`, facts);
  }
  if (items) tell(document, items as Json, `${where}[]`, facts);
}

function typesOf({ type, nullable, anyOf = [] }: Json): string {
  const types = [type ?? (anyOf as Json[]).map((each) => each.type)].flat();
  return [...new Set([...types, ...(nullable ? ['null'] : [])])].sort().join();
}

function at(node: unknown, ...steps: string[]): Json {
  let found = node as Json;
  for (const step of steps) {
    assert.ok(found?.[step], `there is ${steps.join(' ')}`);
    found = found[step] as Json;
  }
  return found;
}

function dereferenced(document: Json, node: Json): Json {
  if (typeof node.$ref !== 'string') return node;
  return at(document, ...node.$ref.slice(2).split('/'));
}

function* schemasIn(node: unknown, key = ''): Generator<Json> {
  if (typeof node !== 'object' || node === null) return;
  if (['example', 'examples', 'value', 'enum'].includes(key)) return;
  if (key === 'schema' || key === 'items') yield node as Json;
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'properties' && name !== 'schemas') yield* schemasIn(child, name);
    else for (const schema of Object.values(child)) yield* schemasIn(schema, 'schema');
  }
}
