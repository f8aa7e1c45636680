/** Prints the interface between the pages of the console and the service as an OpenAPI 3.1 document. */
import Type from 'typebox';
import manifest from '../../../package.json' with { type: 'json' };
import { problemExample } from '../examples.ts';
import { EXPORT_FORMATS } from '../export.ts';
import { component, type Json, refer, sorted } from '../openapi/openapi-parts.ts';
import { PROBLEM_CODES, PROBLEMS, Problem, type ProblemCode } from '../problem.ts';
import {
  type ConsoleRow,
  type Method,
  type RouteKey,
  splitKey,
  WHO,
  type Who,
} from '../route-table.ts';
import { CONSOLE_ROUTES } from './routes.ts';

const EXAMPLE_PUBLIC_URL = 'https://regatta.example';

const INTRODUCTION = `What the pages of the console ask the service. It is described for those who work on both; it is not
a public interface and may change with every version. Programs use \`/v1\` with an API key.

**Sessions.** Signing in sets a cookie. A request that changes something must come from a page of the service:
\`Sec-Fetch-Site: same-origin\`, or an \`Origin\` that is the service's; else 403.

**Errors.** Problem documents, as under \`/v1\`. What a person may not see is 404; what their role does not allow, 403.`;

/** The interface description of the console. It is not served. */
export function consoleOpenApiDocument(): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [key, row] of Object.entries<ConsoleRow>(CONSOLE_ROUTES)) {
    const [method, path] = splitKey(key as RouteKey);
    const item = paths[path] ?? { parameters: pathParameters(path) };
    paths[path] = item;
    item[method.toLowerCase()] = describe({ method, path, ...row }, schemas);
  }
  const ofApi = Problem.properties;
  const code = { ...ofApi.code, enum: PROBLEM_CODES };
  schemas.Problem = { ...Problem, properties: { ...ofApi, code } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Running Order, console',
      version: manifest.version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/console/api' }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-running-order',
          description: 'Set by signing in. Without https it is called running-order-PORT.',
        },
      },
      schemas: sorted(schemas),
    },
  };
}

interface Operation extends ConsoleRow {
  method: Method;
  path: string;
}

function describe(operation: Operation, schemas: Json): Json {
  const { summary, who, body, takes, query } = operation;
  return {
    operationId: operationId(operation),
    summary,
    description: `For ${WHO[who]}.`,
    ...(who === 'anybody' && { security: [] }),
    ...(query && { parameters: queryParameters(query) }),
    ...(body && { requestBody: { required: true, content: jsonContent(refer(body, schemas)) } }),
    ...(takes && { requestBody: { required: true, content: TAKEN[takes] } }),
    responses: { ...success(operation, schemas), ...errors(operation) },
  };
}

/** Such as `postClubsByClubIdInvitations`. */
function operationId({ method, path }: Operation): string {
  const words = path.split('/').filter((word) => word !== '');
  const names = words.map((word) =>
    word.startsWith('{') ? `By${capitalised(word.slice(1, -1))}` : capitalised(word),
  );
  return method.toLowerCase() + names.join('').replaceAll('-', '');
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Parameters of paths that are no ids. */
const PATH_WORDS: Readonly<Record<string, Json>> = {
  keyPrefix: { type: 'string' },
  format: { type: 'string', enum: EXPORT_FORMATS },
};

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: PATH_WORDS[name] ?? { type: 'integer', format: 'int64', minimum: 1 },
  }));
}

function queryParameters(query: NonNullable<ConsoleRow['query']>): Json[] {
  return Object.entries(query).map(([name, schema]) => {
    return { name, in: 'query', required: false, schema };
  });
}

const FILE = { schema: { type: 'string', format: 'binary' } };

const TAKEN = { picture: { 'image/png': FILE, 'image/svg+xml': FILE } };

const SENT = {
  file: {
    description: 'A file to download.',
    content: { '*/*': FILE },
  },
  events: {
    description: 'Server-sent events.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  },
};

function success({ status, answer, preview, sends }: Operation, schemas: Json): Json {
  if (sends) return { 200: SENT[sends] };
  if (!answer) return { 204: { description: 'Done.' } };
  const answers = preview ? Type.Union([answer, preview]) : answer;
  const content = jsonContent(refer(answers, schemas));
  return { [status ?? 200]: { description: 'The answer.', content } };
}

/** Roles whose lack makes a read 403; what a person may not see at all is 404. */
const BY_ROLE: readonly Who[] = ['schedule-manager', 'club-admin', 'operator'];

/** The problem codes of an operation, which follow from its row. */
function codesOf(operation: Operation): ProblemCode[] {
  const { method, path, who, takes, query, conditions = [] } = operation;
  const body = operation.body ?? takes;
  const wanted: [ProblemCode, boolean][] = [
    ['missing_credentials', who !== 'anybody'],
    ['invalid_credentials', true],
    ['forbidden', method !== 'GET' || BY_ROLE.includes(who)],
    ['event_not_found', path.includes('{eventId}')],
    ['race_not_found', path.includes('{raceId}')],
    ['not_found', /\{(?!eventId|raceId)/.test(path)],
    ['malformed_json', body !== undefined],
    ['payload_too_large', body !== undefined],
    ['validation_failed', body !== undefined || query !== undefined],
    ['conflict', conditions.includes('conflict')],
    ['rate_limited', conditions.includes('limited') || who !== 'anybody'],
    ['internal_error', true],
  ];
  return wanted.flatMap(([code, isPossible]) => (isPossible ? [code] : []));
}

function errors(operation: Operation): Json {
  const codes = PROBLEM_CODES.filter((code) => codesOf(operation).includes(code));
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    Array.from(byStatus, ([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\``).join(', '),
        content: {
          'application/problem+json': {
            schema: component('schemas', 'Problem'),
            examples: Object.fromEntries(
              ofStatus.map((code) => [code, { value: problemExample(code, EXAMPLE_PUBLIC_URL) }]),
            ),
          },
        },
      },
    ]),
  );
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}
