/**
 * Prints the interface as an OpenAPI 3.1 document: the schemas of this folder, and its operations; and as an OpenAPI
 * 3.0 document, for generators that do not know 3.1 yet.
 */
import manifest from '../../../package.json' with { type: 'json' };
import { problemExample } from '../examples.ts';
import { API_PROBLEM_CODES, PROBLEMS, Problem, type ProblemCode } from '../problem.ts';
import { OPERATIONS, type Operation, TAGS } from '../routes.ts';
import { TIMING_OPERATIONS } from '../timing.ts';
import {
  component,
  HEADERS,
  INTRODUCTION,
  type Json,
  PARAMETERS,
  refer,
  SECURITY_SCHEME,
  sorted,
  TIMING_INTRODUCTION,
} from './openapi-parts.ts';

type HeaderName = keyof typeof HEADERS;

/** The address of the service under which the problems in examples have their pages. */
const EXAMPLE_PUBLIC_URL = 'https://regatta.example';

const RATE_LIMIT_HEADERS: HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** The errors that look the same whatever the operation, by the name of their component. */
const SHARED_ERRORS: Record<string, { status: number; codes: ProblemCode[] }> = {
  Malformed: { status: 400, codes: ['malformed_json'] },
  Unauthorised: { status: 401, codes: ['missing_credentials', 'invalid_credentials'] },
  TooLarge: { status: 413, codes: ['payload_too_large'] },
  RateLimited: { status: 429, codes: ['rate_limited'] },
  Failed: { status: 500, codes: ['internal_error'] },
  Unavailable: { status: 503, codes: ['internal_error'] },
};

/** Whether a push is described in both forms in which it is taken, or only in the one that every generator understands. */
type PushForms = 'both' | 'under-key';

/** The contents of one description. */
interface Described {
  title: string;
  summary: string;
  introduction: string;
  operations: readonly Operation[];
}

const API: Described = {
  title: 'Running Order',
  summary: "A regatta's running order, lane draw and results.",
  introduction: INTRODUCTION,
  operations: OPERATIONS,
};

const TIMING: Described = {
  title: 'Running Order: timing',
  summary: 'What is between start and finish of a race, for timing software.',
  introduction: TIMING_INTRODUCTION,
  operations: TIMING_OPERATIONS,
};

/**
 * The interface description.
 *
 * @param serverUrl what the paths are relative to
 */
export function openApiDocument(serverUrl = '/v1', pushForms: PushForms = 'both'): Json {
  return documentOf(API, serverUrl, pushForms);
}

/** The description of `/timing/v1`, which has what `/v1` leaves out. */
export function timingOpenApiDocument(serverUrl = '/timing/v1'): Json {
  return documentOf(TIMING, serverUrl, 'both');
}

/** Both descriptions as one, from which the client is generated: with whole paths, and pushes in both forms. */
export function clientOpenApiDocument(): Json {
  const below = (root: string, { operations }: Described) =>
    operations.map((operation) => ({ ...operation, path: `${root}${operation.path}` }));
  return documentOf(
    { ...API, operations: [...below('/v1', API), ...below('/timing/v1', TIMING)] },
    '/',
    'both',
  );
}

function documentOf(
  { title, summary, introduction, operations }: Described,
  serverUrl: string,
  pushForms: PushForms,
): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const item = paths[operation.path] ?? { parameters: pathParameters(operation.path) };
    paths[operation.path] = item;
    item[operation.method.toLowerCase()] = describe(operation, schemas, pushForms);
  }
  const tags = Object.entries(TAGS).filter(([name]) => operations.some(({ tag }) => tag === name));
  refer(Problem, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title,
      // The version of the interface, which new versions of the service do not change; that of the service follows.
      version: '1.0.0',
      'x-service-version': manifest.version,
      summary,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { apiKey: SECURITY_SCHEME },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: sharedResponses(),
      schemas: sorted(schemas),
    },
  };
}

function describe(operation: Operation, schemas: Json, pushForms: PushForms): Json {
  const { id, tag, summary, description, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...(operation.method === 'GET' ? [component('parameters', 'ifNoneMatch')] : []),
      component('parameters', 'requestId'),
    ],
    ...(body && { requestBody: requestBody(body, schemas, pushForms) }),
    responses: { ...successes(operation, schemas), ...errors(operation) },
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    component('parameters', name as string),
  );
}

/** A push comes in two forms, the list itself and an object that holds it (see `readList`). */
function requestBody(
  body: NonNullable<Operation['body']>,
  schemas: Json,
  pushForms: PushForms,
): Json {
  if ('schema' in body) {
    const schema = refer(body.schema, schemas);
    return {
      required: body.isRequired,
      content: { 'application/json': { schema, example: body.example } },
    };
  }
  const { name, key, example } = body;
  const list = refer(body.list, schemas);
  const underKey = { type: 'object', required: [key], properties: { [key]: list } };
  const schema = component('schemas', name);
  if (pushForms === 'under-key') {
    schemas[name] = { title: name, ...underKey };
    return {
      required: true,
      content: { 'application/json': { schema, example: { [key]: example } } },
    };
  }
  schemas[name] = {
    title: name,
    oneOf: [
      { title: 'The list itself', ...list },
      { title: 'The list under its key', ...underKey },
    ],
  };
  const examples = {
    list: { summary: 'The list itself', value: example },
    wrapped: { summary: 'The list under its key', value: { [key]: example } },
  };
  return { required: true, content: { 'application/json': { schema, examples } } };
}

function successes({ method, success }: Operation, schemas: Json): Json {
  const common: HeaderName[] = ['X-Request-Id', ...RATE_LIMIT_HEADERS];
  const headers = headersOf(method === 'GET' ? ['ETag', ...common] : common);
  const responses: Json = {};
  for (const { status, description, schema, example } of success) {
    const content = { 'application/json': { schema: refer(schema, schemas), example } };
    responses[status] = { description, headers, content };
  }
  if (method === 'GET') {
    responses[304] = { description: 'Nothing has changed since the `ETag` you hold.', headers };
  }
  return responses;
}

/** The errors of an operation by status: references to the shared ones; the others in full, with its own examples. */
function errors({ problems }: Operation): Json {
  const responses: Json = {};
  for (const [name, { status, codes }] of Object.entries(SHARED_ERRORS)) {
    if (codes.some((code) => code in problems)) responses[status] = component('responses', name);
  }
  const shared = new Set(Object.values(SHARED_ERRORS).flatMap(({ codes }) => codes));
  const own = API_PROBLEM_CODES.filter((code) => code in problems && !shared.has(code));
  for (const status of new Set(own.map((code) => PROBLEMS[code].status))) {
    const codes = own.filter((code) => PROBLEMS[code].status === status);
    responses[status] = errorResponse(status, codes, problems);
  }
  return responses;
}

function sharedResponses(): Json {
  return Object.fromEntries(
    Object.entries(SHARED_ERRORS).map(([name, { status, codes }]) => [
      name,
      errorResponse(status, codes, {}),
    ]),
  );
}

function errorResponse(
  status: number,
  codes: readonly ProblemCode[],
  problems: Operation['problems'],
): Json {
  const examples = codes.map((code) => {
    const value = problemExample(code, EXAMPLE_PUBLIC_URL, problems[code], status);
    return [code, { summary: PROBLEMS[code].title, value }];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].cause}`).join('\n\n'),
    headers: headersOf(['X-Request-Id', ...errorHeaders(status)]),
    content: {
      'application/problem+json': {
        schema: component('schemas', 'Problem'),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Only answers to a live key have the header fields of the rate limit. */
function errorHeaders(status: number): HeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 500) return [];
  if (status === 503) return ['Retry-After'];
  return status === 429 ? ['Retry-After', ...RATE_LIMIT_HEADERS] : RATE_LIMIT_HEADERS;
}

function headersOf(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, component('headers', name)]));
}

/**
 * The same interface in OpenAPI 3.0. A push has only one form here, the list under its key, because many generators
 * of that version do not support `oneOf`.
 *
 * @param serverUrl what the paths are relative to
 */
export function openApi30Document(serverUrl?: string): Json {
  const { openapi: _newer, info, ...rest } = openApiDocument(serverUrl, 'under-key');
  const { summary: _summary, license, ...facts } = info as Json;
  const { name, identifier } = license as Record<string, string>;
  return {
    openapi: '3.0.3',
    // 3.0 has no summary, and names a licence by its address.
    info: { ...facts, license: { name, url: `https://spdx.org/licenses/${identifier}.html` } },
    ...(downgraded(rest) as Json),
  };
}

/** Keywords before values, which are copied as they are: keys in them are no keywords. */
const VALUES = new Set(['example', 'value', 'default', 'enum']);
/** Keywords before an object whose keys are names of our own, not keywords. */
const MAPS = new Set(['properties', 'schemas', 'headers', 'parameters', 'responses', 'paths']);

/** A part of a 3.1 document with its schemas as 3.0 writes them. */
function downgraded(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(downgraded);
  if (typeof node !== 'object' || node === null) return node;
  const { type, const: only, examples, ...rest } = node as Json;
  const entries = Object.entries(rest).map(([key, value]) => {
    if (VALUES.has(key)) return [key, value];
    return [key, MAPS.has(key) ? mapped(value) : downgraded(value)];
  });
  return {
    ...typeOf(type),
    ...Object.fromEntries(entries),
    ...(only !== undefined && { enum: [only] }),
    ...(Array.isArray(examples)
      ? { example: examples[0] }
      : examples !== undefined && { examples }),
  };
}

function mapped(map: unknown): unknown {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return downgraded(map);
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, downgraded(value)]));
}

/** The keywords for a type or a list of types: `nullable` where `null` is among them, `anyOf` for several others. */
function typeOf(type: unknown): Json {
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const types = type.filter((each) => each !== 'null');
  const nullable = types.length < type.length && { nullable: true };
  if (types.length === 1) return { type: types[0], ...nullable };
  return { anyOf: types.map((each) => ({ type: each })), ...nullable };
}
