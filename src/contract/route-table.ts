/**
 * The rows of a table of routes, and the types that follow from a row for its handler and for the page that calls it. A
 * table has one row for each route, under its method and path, such as `PUT /events/{eventId}/delay`.
 */
import type { Static, TArray, TObject, TOptional, TSchema } from 'typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RouteKey = `${Method} /${string}`;

/** The names in the path of a route. */
export type ParamOf<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;

/** What is read of the body of a route; `undefined` where there is none. */
export type BodyOf<Row> = Row extends { body: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined;

/** What a route answers; `undefined` where it answers nothing. */
export type AnswerOf<Row> = Row extends { answer: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined;

/** What a route answers to `?preview=true`. */
export type PreviewOf<Row> = Row extends { preview: infer Schema extends TSchema }
  ? Static<Schema>
  : AnswerOf<Row>;

/** The names of the parameters in the query of a route. */
export type QueryNameOf<Row> = Row extends { query: infer Schemas }
  ? keyof Schemas & string
  : never;

/** The body of a route as it is sent. */
export type SentBodyOf<Row> = Row extends { body: infer Schema extends TSchema }
  ? Sendable<SentOf<Schema>>
  : undefined;

/** Marks the type of a schema whose values have another type on the wire than after they were read. */
export interface SentAs<Sent> {
  readonly '~sent': Sent;
}

/** The type of a schema's values on the wire. */
export type SentOf<Schema> =
  Schema extends SentAs<infer Sent>
    ? Sent
    : Schema extends TArray<infer Item>
      ? SentOf<Item>[]
      : Schema extends TObject<infer Properties>
        ? SentObject<Properties>
        : Schema extends TSchema
          ? Static<Schema>
          : never;

type SentObject<Properties> = {
  [Name in keyof Properties as Properties[Name] extends TOptional ? never : Name]: SentOf<
    Properties[Name]
  >;
} & {
  [Name in keyof Properties as Properties[Name] extends TOptional ? Name : never]?: SentOf<
    Properties[Name]
  >;
};

/** A value to be sent: read-only at every depth. */
export type Sendable<Value> = Value extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Sendable<Value[Name]> }
    : Value;

/** Method and path of a route. */
export function splitKey(key: RouteKey): [method: Method, path: string] {
  const [method, path] = key.split(' ', 2);
  return [method as Method, path ?? ''];
}

/** The path of a route as the router takes it, such as `/events/:eventId/delay`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** @throws where a row of a table has no handler, or two */
export function assertHandled(table: object, keys: readonly string[]): void {
  const missing = Object.keys(table).filter((key) => !keys.includes(key));
  const twice = keys.filter((key, index) => keys.indexOf(key) < index);
  if (missing.length > 0) throw new Error(`No handler answers ${missing.join(', ')}.`);
  if (twice.length > 0) throw new Error(`Two handlers answer ${twice.join(', ')}.`);
}

/**
 * Who may call a route of the console. What a person may not see is 404; what their role does not allow is 403.
 */
export const WHO = {
  anybody: 'everybody, also without a session',
  'signed-in': 'whoever is signed in',
  'schedule-manager': 'whoever may manage the schedules of a club',
  'club-member': 'members of the club, and operators',
  'club-admin': 'admins of the club, and operators',
  operator: 'operators',
  'event-manager': 'whoever manages the event',
  'event-admin': 'admins of the club of the event',
} as const;

export type Who = keyof typeof WHO;

/** A further error that a route may answer. */
type Condition =
  /** The person must have proved who they are a short time ago: else 403. */
  | 'proof'
  /** The request may contradict what is stored: 409. */
  | 'conflict'
  /** An address may send too many requests: 429. So may everybody who is signed in, on routes without this. */
  | 'limited';

/** A row of the table of the console. */
export interface ConsoleRow {
  who: Who;
  summary: string;
  /** The parameters of the query. */
  query?: Readonly<Record<string, TSchema>>;
  body?: TObject;
  /** What is sent instead of JSON: a picture, as it is. */
  takes?: 'picture';
  /** How large the body may be, where it may be larger than a form. */
  maxBodyBytes?: number;
  /** The status of success, where it is neither 200 nor, without a body, 204. */
  status?: 201 | 202;
  answer?: TSchema;
  /** The answer to a preview, where it differs from `answer`. */
  preview?: TSchema;
  /** What is answered instead of JSON: a file to download, or server-sent events. */
  sends?: 'file' | 'events';
  conditions?: readonly Condition[];
}
