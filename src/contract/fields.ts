/**
 * The building blocks of the wire schemas. `read-body.ts` interprets them when a request
 * comes in, `openapi.ts` prints them, and the static types follow from them.
 *
 * A string's `format` tells the reader how its text is treated (decision R10): plain text is
 * normalised to NFC; `external-id` and `opaque` are kept byte for byte; `crew-name` is normalised and trimmed;
 * `name` as well, and has no control characters; `line` is a `name` without characters that break a line or turn the
 * direction of writing; `date-time` must carry a UTC offset; `date` must exist.
 */
import type { Static, TSchema, TUnsafe } from 'typebox';
import Type from 'typebox';
import {
  MAX_EMAIL_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_INTEGER,
  MAX_LABEL_LENGTH,
  MAX_LANE_SCHEME_ITEMS,
  MAX_LISTED,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_POSITION_LABEL_LENGTH,
  MAX_PRINTED_NUMBER_LENGTH,
  MAX_RACE_LABEL_LENGTH,
} from './limits.ts';
import type { SentAs, SentOf } from './route-table.ts';

/**
 * What texts must not contain (decision R10), for generated clients; `read-body.ts` checks it by itself. Only the
 * description excludes lone surrogates: without Unicode mode an expression against them would refuse every
 * emoji.
 */
export const NO_NUL = '^[^\\x00]*$';
export const NO_CONTROL_CHARACTERS = '^[^\\x00-\\x1F\\x7F-\\x9F]*$';

interface Described {
  description?: string;
  examples?: unknown[];
}

/** Free text of `minLength` to `maxLength` Unicode code points. */
export function text(maxLength: number, options: Described & { minLength?: number } = {}) {
  return Type.String({ maxLength, pattern: NO_NUL, ...options });
}

/** The caller's own identifier of a crew or race (decision R10). */
export function externalId(options: Described = {}) {
  return Type.String({
    format: 'external-id',
    minLength: 1,
    maxLength: MAX_EXTERNAL_ID_LENGTH,
    pattern: NO_CONTROL_CHARACTERS,
    ...options,
  });
}

/** A whole number from `minimum` to the largest the interface takes. */
export function integer(minimum: number, options: Described & { maximum?: number } = {}) {
  return Type.Integer({ minimum, maximum: MAX_INTEGER, ...options });
}

/** What is printed as the number of a race, where that is not its number: `16A`. */
export function printedNumber() {
  return Type.String({ format: 'line', minLength: 1, maxLength: MAX_PRINTED_NUMBER_LENGTH });
}

/** An instant: RFC 3339 with an explicit UTC offset; answers always in UTC with `Z`. */
export function dateTime(options: Described = {}) {
  return Type.String({ format: 'date-time', examples: ['2026-06-13T09:00:00Z'], ...options });
}

/** An instant that is sent: the same on the wire, epoch milliseconds once it has been read. */
export function sentDateTime(options: Described = {}) {
  return Type.Unsafe<number>({ ...dateTime(options) }) as TUnsafe<number> & SentAs<string>;
}

/** A calendar date, YYYY-MM-DD. */
export function date(options: Described = {}) {
  return Type.String({ format: 'date', examples: ['2026-06-13'], ...options });
}

/** One of a closed list of words. */
export function oneOf<const Words extends string[]>(words: [...Words], options: Described = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...options });
}

/** The same schema, or `null`. */
export function nullable<Schema extends TSchema>(schema: Schema, options: Described = {}) {
  const plain = schema as unknown as { type: string; enum?: unknown[] };
  const unsafe = Type.Unsafe<Static<Schema> | null>({
    ...plain,
    type: [plain.type, 'null'],
    ...(plain.enum && { enum: [...plain.enum, null] }),
    ...options,
  });
  return unsafe as typeof unsafe & SentAs<SentOf<Schema> | null>;
}

/** An object with values under names that the sender chooses. */
export function namedValues<Schema extends TSchema>(schema: Schema, maxProperties: number) {
  const unsafe = Type.Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    additionalProperties: schema,
    maxProperties,
  });
  return unsafe as typeof unsafe & SentAs<Record<string, SentOf<Schema>>>;
}

/** What is printed for a position, such as a bow number. */
export function positionLabel() {
  return text(MAX_POSITION_LABEL_LENGTH, { minLength: 1 });
}

/** The category in which an entry is ranked as well (racing, "Categories, allowance, out of competition"). */
export function categoryName() {
  const limits = { minLength: 1, maxLength: MAX_RACE_LABEL_LENGTH, pattern: NO_NUL };
  return Type.String({ format: 'crew-name', ...limits });
}

/** The labels of the positions, first position first (decision L23). */
export function laneScheme(options: Described = {}) {
  return Type.Array(positionLabel(), {
    maxItems: MAX_LANE_SCHEME_ITEMS,
    examples: [['1', '2', '3', '4', '5', '6']],
    ...options,
  });
}

export const ResultMode = oneOf(['timed', 'placesOnly'], {
  description:
    '`timed`: places are derived from finish times. `placesOnly`: the organiser numbers the field by hand.',
});
export type ResultMode = Static<typeof ResultMode>;

export const ResultVisibility = oneOf(['hidden', 'placesOnly', 'full'], {
  description:
    'What may be shown to the public. The API itself always returns everything; a client that renders a public view must honour it.',
});
export type ResultVisibility = Static<typeof ResultVisibility>;

export const EntryStatus = oneOf(['assigned', 'finished', 'dns', 'dnf', 'dsq']);
export type EntryStatus = Static<typeof EntryStatus>;

export const UpsertOutcome = oneOf(['matched', 'adopted', 'inserted'], {
  description:
    '`matched`: found by its externalId. `adopted`: a row entered by hand with the same natural key was claimed. `inserted`: newly created.',
});
export type UpsertOutcome = Static<typeof UpsertOutcome>;

/** An id: at most the largest integer that every JSON parser keeps exactly. */
export const id = () =>
  Type.Integer({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** Trimmed of white space. */
export const name = () => Type.String({ format: 'name', minLength: 1, maxLength: MAX_NAME_LENGTH });
/** What people call a key, a passkey or a webhook; trimmed of white space. */
export const label = () =>
  Type.String({ format: 'name', minLength: 1, maxLength: MAX_LABEL_LENGTH });
/** Checked by `domain/accounts/email-address.ts`. */
export const email = () => text(MAX_EMAIL_LENGTH, { minLength: 1 });
/**
 * Kept as it was typed; `domain/accounts/passwords.ts` checks the length after normalisation, which may shorten
 * it.
 */
export const password = () => Type.String({ format: 'opaque', maxLength: 4 * MAX_PASSWORD_LENGTH });
export const token = () => Type.String({ format: 'opaque', maxLength: 200 });

/** The query of a list (adopt, "Lists"). */
export const listQuery = {
  q: Type.String({ description: 'All of these words, at most 100 characters.' }),
  before: Type.String({ description: 'The `next` of the page before.' }),
  limit: Type.Integer({ minimum: 1, maximum: MAX_LISTED, default: MAX_LISTED }),
};
/** The `before` of the next page; `null` on the last. */
export const next = () => nullable(Type.String());

export const Role = oneOf(['member', 'schedule_manager', 'admin']);
export type Role = Static<typeof Role>;
