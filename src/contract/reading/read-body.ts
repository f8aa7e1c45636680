/**
 * Reads what a client sent against a wire schema: every violation in document order, and a copy
 * that holds only known properties, with texts normalised and instants as epoch milliseconds. It
 * interprets the TypeBox schemas of this folder, so what is validated is what `openapi.json` says.
 */
import type { Static, TArray, TObject, TSchema } from 'typebox';
import { parseInstant } from '../instant.ts';
import { MAX_VIOLATIONS } from '../limits.ts';
import type { Violation } from '../problem.ts';
import { nearestKnown, probablyMeant, SpellingCheck } from './spelling.ts';
import {
  asStored,
  isTooLongToNormalise,
  type TextKeywords,
  textObjection,
  tooLong,
} from './text-rules.ts';

/** What was read, or what was wrong with it. */
export type Reading<Value> = { value: Value } | { violations: Violation[] };

/**
 * A judgement on one property that the schema cannot express, for instance a repeat within the
 * list. It is called once the property itself is valid, before the next one is read.
 *
 * @param element what has been read of the element so far, this property included
 * @returns what is wrong, or nothing
 */
export type Judge<Element> = (
  property: keyof Element & string,
  element: Partial<Element>,
) => string | undefined;

/**
 * Reads a push: a bare array, or an object that holds the array under `key`.
 *
 * @param body parsed JSON
 * @returns the elements; or the violations, at most 100, fields such as `races[3].scheduledAt`
 *   (decision R11). A body that is neither form names `key` itself.
 */
export function readList<Element extends TObject>(
  schema: TArray<Element>,
  key: string,
  body: unknown,
  judge?: Judge<Static<Element>>,
): Reading<Static<Element>[]> {
  const reader = new Reader();
  const list = isObject(body) && Object.hasOwn(body, key) ? body[key] : body;
  if (!Array.isArray(list)) {
    const detail = `must be a list, bare or under "${key}"${misspeltKey(key, body)}`;
    return { violations: [{ field: key, detail }] };
  }
  const limits: Keywords = schema;
  if (limits.maxItems !== undefined && list.length > limits.maxItems) {
    // A push of lanes is the complete draw: a second one would remove those of the first (decision L5).
    const advice = key === 'lanes' ? 'a race has no more lanes' : 'send them in several pushes';
    const detail = `must have at most ${limits.maxItems} elements; ${advice}`;
    return { violations: [{ field: key, detail }] };
  }
  const elements: Static<Element>[] = [];
  for (const [index, item] of list.entries()) {
    elements.push(
      reader.object(schema.items, item, `${key}[${index}]`, judge as LooseJudge) as Static<Element>,
    );
    if (reader.isFull) break;
  }
  return reader.finish(elements);
}

/**
 * Reads a single object; a body that is not one names `body` (decision R11).
 *
 * @param judgeText called for each text that the schema allows, with its field, such as
 *   `subscription.endpoint`
 * @param unknown whether properties of the body itself that the schema does not have are ignored (decision R7), or wrong
 * @returns the object with known properties only; or the violations, at most 100
 */
export function readObject<Schema extends TObject>(
  schema: Schema,
  body: unknown,
  judgeText?: JudgeText,
  unknown: 'ignored' | 'wrong' = 'ignored',
): Reading<Static<Schema>> {
  if (!isObject(body)) return { violations: [{ field: 'body', detail: 'must be a JSON object' }] };
  const reader = new Reader(judgeText, unknown === 'wrong' ? nearestKnown : probablyMeant);
  const value = reader.object(schema, body, '') as Static<Schema>;
  if (unknown === 'wrong') reader.refuseUnknown(schema, body);
  return reader.finish(value);
}

/** A judge of repeats: the second element with the same value is wrong (decision L1). */
export function repeats<Element>(...properties: (keyof Element & string)[]): Judge<Element> {
  const seen = new Map(properties.map((property) => [property, new Set<unknown>()]));
  return (property, element) => {
    const values = seen.get(property);
    if (!values) return undefined;
    const value = element[property];
    if (values.has(value)) return `repeats ${JSON.stringify(value)} within this push`;
    values.add(value);
    return undefined;
  };
}

/** The JSON Schema keywords that the schemas of this folder use. */
interface Keywords extends TextKeywords {
  type?: string | string[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: TSchema;
  /** The schema of the values of an object whose properties have any names. */
  additionalProperties?: TSchema;
  maxProperties?: number;
  /** It is only in answers: ignored where a client sends it back. */
  readOnly?: boolean;
}

type LooseJudge = Judge<Record<string, unknown>>;

type JudgeText = (field: string, text: string) => string | undefined;

/** How much of the name of an unknown property an answer shows. */
const MAX_NAMED_LENGTH = 64;

/** A hint at the property of the body whose name is probably `key` misspelt; empty where there is none. */
function misspeltKey(key: string, body: unknown): string {
  if (!isObject(body)) return '';
  const [name] = new SpellingCheck().misspelt({ [key]: true }, body)?.get(key) ?? [];
  return name === undefined ? '' : `, which ${JSON.stringify(name)} was probably meant to be`;
}

class Reader {
  private readonly violations: Violation[] = [];
  private readonly spelling: SpellingCheck;
  private readonly judgeText: JudgeText | undefined;

  constructor(judgeText?: JudgeText, guess = probablyMeant) {
    this.judgeText = judgeText;
    this.spelling = new SpellingCheck(guess);
  }

  get isFull(): boolean {
    return this.violations.length >= MAX_VIOLATIONS;
  }

  finish<Value>(value: Value): Reading<Value> {
    return this.violations.length === 0 ? { value } : { violations: this.violations };
  }

  object(
    schema: TObject,
    value: unknown,
    path: string,
    judge?: LooseJudge,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const inside = path === '' ? '' : `${path}.`;
    if (!isObject(value)) {
      this.report(path, 'must be an object');
      return result;
    }
    const required = schema.required as string[] | undefined;
    const misspelt = this.spelling.misspelt(schema.properties, value);
    for (const property in schema.properties) {
      const field = `${inside}${property}`;
      if ((schema.properties[property] as Keywords).readOnly) continue;
      if (!Object.hasOwn(value, property)) {
        const names = misspelt?.get(property);
        for (const name of names ?? []) {
          const detail = `is not known; "${property}" was probably meant`;
          this.report(`${inside}${name}`, detail);
        }
        if (!names && required?.includes(property)) this.report(field, 'is required');
        continue;
      }
      const read = this.value(schema.properties[property] as Keywords, value[property], field);
      if (read === undefined) continue;
      result[property] = read;
      const objection = judge?.(property, result);
      if (objection !== undefined) this.report(field, objection);
    }
    return result;
  }

  /** Reports the properties of a body that the schema does not have, except those reported as misspelt before. */
  refuseUnknown({ properties }: TObject, body: Record<string, unknown>): void {
    const named = new Set(this.violations.map(({ field }) => field));
    const known = Object.keys(properties).join(', ');
    for (const name of Object.keys(body)) {
      if (this.isFull) return;
      if (Object.hasOwn(properties, name) || named.has(name)) continue;
      this.report(name.slice(0, MAX_NAMED_LENGTH), `is not known; there are ${known}`);
    }
  }

  /** The value as it is stored, or `undefined` after reporting what is wrong with it. */
  private value(schema: Keywords, value: unknown, field: string): unknown {
    if (value === null) {
      return isOf(schema, 'null') ? null : this.report(field, 'must not be null');
    }
    // Any JSON value: the code that uses it checks it.
    if (schema.type === undefined) return value;
    if (isOf(schema, 'array') && (Array.isArray(value) || !isOf(schema, 'integer'))) {
      return this.array(schema, value, field);
    }
    if (isOf(schema, 'object')) {
      return schema.additionalProperties
        ? this.named(schema, value, field)
        : this.object(schema as TObject, value, field);
    }
    if (isOf(schema, 'boolean')) {
      return typeof value === 'boolean' ? value : this.report(field, 'must be true or false');
    }
    if (isOf(schema, 'integer')) return this.integer(schema, value, field);
    return this.text(schema, value, field);
  }

  private array(schema: Keywords, value: unknown, field: string): unknown {
    if (!Array.isArray(value)) return this.report(field, 'must be a list');
    if (schema.maxItems !== undefined && value.length > schema.maxItems) {
      return this.report(field, `must have at most ${schema.maxItems} items`);
    }
    const countBefore = this.violations.length;
    const items = value.map((item, index) =>
      this.value(schema.items as Keywords, item, `${field}[${index}]`),
    );
    return this.violations.length === countBefore ? items : undefined;
  }

  private named(schema: Keywords, value: unknown, field: string): unknown {
    if (!isObject(value)) return this.report(field, 'must be an object');
    const { additionalProperties: of, maxProperties = Number.POSITIVE_INFINITY } = schema;
    const entries = Object.entries(value);
    if (entries.length > maxProperties) {
      return this.report(field, `must have at most ${maxProperties} properties`);
    }
    return Object.fromEntries(
      entries.map(([name, each]) => [
        name,
        this.value(of as Keywords, each, `${field}.${name.slice(0, MAX_NAMED_LENGTH)}`),
      ]),
    );
  }

  private integer(schema: Keywords, value: unknown, field: string): unknown {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return this.report(field, 'must be an integer');
    }
    if (schema.minimum !== undefined && value < schema.minimum) {
      return this.report(field, `must be at least ${schema.minimum}`);
    }
    if (schema.maximum !== undefined && value > schema.maximum) {
      return this.report(field, `must be at most ${schema.maximum}`);
    }
    return value + 0; // Adding zero turns a sent -0 into 0, which is what the database keeps.
  }

  private text(schema: Keywords, value: unknown, field: string): unknown {
    if (typeof value !== 'string') return this.report(field, 'must be a string');
    if (schema.enum !== undefined) {
      if (schema.enum.includes(value)) return value;
      const words = schema.enum.filter((word) => word !== null).join(', ');
      return this.report(field, `must be one of ${words}`);
    }
    if (!value.isWellFormed() || value.includes('\0')) {
      return this.report(field, 'must not contain U+0000 or lone surrogates');
    }
    if (schema.format === 'date-time') return this.instant(value, field);
    if (isTooLongToNormalise(schema, value)) return this.report(field, tooLong(schema));
    const text = asStored(value, schema.format);
    const objection = textObjection(schema, text) ?? this.judgeText?.(field, text);
    return objection === undefined ? text : this.report(field, objection);
  }

  private instant(value: string, field: string): unknown {
    return (
      parseInstant(value) ??
      this.report(
        field,
        'must be an RFC 3339 date-time with a UTC offset, such as 2026-06-13T09:00:00+02:00',
      )
    );
  }

  private report(field: string, detail: string): undefined {
    if (!this.isFull) this.violations.push({ field, detail });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a schema allows values of a type, by itself or among others. */
function isOf({ type }: Keywords, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}
