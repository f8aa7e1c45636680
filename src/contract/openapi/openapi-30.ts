/**
 * The interface as an OpenAPI 3.0 document, for generators that do not know 3.1 yet. It describes the same service; only
 * a push has one shape here, the list under its key, because many of those generators make nothing of `oneOf`.
 */
import { openApiDocument } from './openapi.ts';
import type { Json } from './openapi-components.ts';

/**
 * The older description.
 *
 * @param serverUrl what the paths are relative to
 */
export function openApi30Document(serverUrl?: string): Json {
  const { openapi: _newer, info, ...rest } = openApiDocument(serverUrl, 'under-key');
  const { summary: _summary, license, ...facts } = info as Json;
  const { name, identifier } = license as Record<string, string>;
  return {
    openapi: '3.0.3',
    // 3.0 has no summary, and knows a licence by its address.
    info: { ...facts, license: { name, url: `https://spdx.org/licenses/${identifier}.html` } },
    ...(downgraded(rest) as Json),
  };
}

/** Names that stand before values, in which a key means nothing. */
const VALUES = new Set(['example', 'value', 'default', 'enum']);
/** Names that stand before a map from names of our own. */
const MAPS = new Set(['properties', 'schemas', 'headers', 'parameters', 'responses', 'paths']);

/** What the newer way of writing schemas says, in the older one. */
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

/** Several types are one that may be null, or alternatives. */
function typeOf(type: unknown): Json {
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  const types = type.filter((each) => each !== 'null');
  const nullable = types.length < type.length && { nullable: true };
  if (types.length === 1) return { type: types[0], ...nullable };
  return { anyOf: types.map((each) => ({ type: each })), ...nullable };
}
