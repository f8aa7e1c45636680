/**
 * The interface as a Postman collection, which Bruno and Insomnia import as well: a request for each operation, ready to
 * be sent once address, key and event are filled in. Made from the OpenAPI 3.0 description.
 * (Format: Postman Collection v2.1.0.)
 */
import type { Json } from './openapi-components.ts';
import { openApi30Document } from './openapi-30.ts';

interface Described {
  tags: [string];
  summary: string;
  description: string;
  requestBody?: { content: Record<string, Media> };
}

interface Media {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface PathParameter {
  name: string;
  description: string;
  example: unknown;
}

/** @param baseUrl under which the paths of the interface stand, such as `https://regatta.example/v1` */
export function postmanCollection(baseUrl: string): Json {
  const document = openApi30Document(baseUrl);
  const { title, version, description } = document.info as Record<string, string>;
  const parameters = Object.values(
    (document.components as { parameters: Record<string, PathParameter> }).parameters,
  );
  const folders = document.tags as { name: string; description: string }[];
  return {
    info: {
      name: title,
      description: { content: description, type: 'text/markdown' },
      version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
      ...parameters
        .filter(({ example }) => example !== undefined)
        .map(({ name, example }) => ({ key: name, value: String(example), type: 'string' })),
    ],
    item: folders.map(({ name, description: about }) => ({
      name,
      description: about,
      item: requestsOf(document.paths as Record<string, Json>, name, parameters),
    })),
  };
}

function requestsOf(
  paths: Record<string, Json>,
  folder: string,
  parameters: readonly PathParameter[],
): Json[] {
  return Object.entries(paths).flatMap(([path, { parameters: _, ...operations }]) =>
    Object.entries(operations as Record<string, Described>)
      .filter(([, { tags }]) => tags.includes(folder))
      .map(([method, operation]) => ({
        name: operation.summary,
        request: {
          method: method.toUpperCase(),
          description: operation.description,
          header: headersOf(operation),
          url: urlOf(path, parameters),
          ...(operation.requestBody && { body: bodyOf(operation.requestBody.content) }),
        },
        response: [],
      })),
  );
}

function headersOf({ requestBody }: Described): Json[] {
  const accept = { key: 'Accept', value: 'application/json' };
  return requestBody ? [accept, { key: 'Content-Type', value: 'application/json' }] : [accept];
}

function urlOf(path: string, parameters: readonly PathParameter[]): Json {
  const steps = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    raw: `{{baseUrl}}/${steps}`,
    host: ['{{baseUrl}}'],
    path: steps.split('/'),
    variable: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
      key: name,
      value: `{{${name}}}`,
      description: parameters.find((each) => each.name === name)?.description,
    })),
  };
}

function bodyOf(content: Record<string, Media>): Json {
  const { example, examples = {} } = content['application/json'] as Media;
  const [first] = Object.values(examples);
  const body = example ?? first?.value;
  return {
    mode: 'raw',
    raw: JSON.stringify(body, null, 2),
    options: { raw: { language: 'json' } },
  };
}
