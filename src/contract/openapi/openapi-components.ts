/** Components of an OpenAPI document: schemas that are printed once, under their title, and referred to. */
import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;

/** A reference to a component. */
export function component(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The schema with every titled object, itself included, moved to `schemas` and referred to. */
export function refer(schema: TSchema, schemas: Json): Json {
  return lift(JSON.parse(JSON.stringify(schema)), schemas) as Json;
}

/** Schemas by name. */
export function sorted(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function lift(node: unknown, schemas: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => lift(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const lifted: Json = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, lift(value, schemas)]),
  );
  // A schema may describe a property of the name `title`; that one is no text.
  if (typeof lifted.title !== 'string') return lifted;
  schemas[lifted.title] = lifted;
  return component('schemas', lifted.title);
}
