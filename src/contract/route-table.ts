/**
 * What a table of routes says, and what follows from it for the handler that answers and for the page that asks. A
 * table has one row a route, under its method and path, such as `PUT /events/{eventId}/delay`.
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

/** The names of what may stand in the query of a route. */
export type QueryNameOf<Row> = Row extends { query: infer Schemas }
  ? keyof Schemas & string
  : never;

/** The body of a route as it is sent. */
export type SentBodyOf<Row> = Row extends { body: infer Schema extends TSchema }
  ? Sendable<SentOf<Schema>>
  : undefined;

/** Part of the type of a schema whose values are sent as something else than they are read as. */
export interface SentAs<Sent> {
  readonly '~sent': Sent;
}

/** What is sent, of a schema. */
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

/** A value that is only read, as it is sent. */
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

/** The path of a route as the router has it, such as `/events/:eventId/delay`. */
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
 * Who may ask a route of the console. What they may not see is 404 for others; what their role does not allow is 403.
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

/** What may be answered besides. */
type Condition =
  /** The person must have proved lately who they are: 403. */
  | 'proof'
  /** What is stored may contradict it: 409. */
  | 'conflict'
  /** An address may ask too often: 429. So may whoever is signed in. */
  | 'limited';

/** What the table of the console says of a route. */
export interface ConsoleRow {
  who: Who;
  summary: string;
  /** What may stand in the query. */
  query?: Readonly<Record<string, TSchema>>;
  body?: TObject;
  /** What is sent instead of JSON: a picture, as it is. */
  takes?: 'picture';
  /** How large the body may be, where it is more than a form. */
  maxBodyBytes?: number;
  /** Of an answer that is none of 200 and, without a body, 204. */
  status?: 201 | 202;
  answer?: TSchema;
  /** The answer to `?preview=true`, where it is another one. */
  preview?: TSchema;
  /** What is answered instead of JSON: a file to download, or server-sent events. */
  sends?: 'file' | 'events';
  conditions?: readonly Condition[];
}
