/**
 * Requests as bytes, for what a well-behaved client cannot send, and answers as bytes, for what
 * `fetch` hides. Also the assertion that every refusal in the tests goes through.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { PUBLIC_URL } from './service.ts';

export interface RawReply {
  status: number;
  /** Names in lower case; repeated fields are joined with a comma. */
  headers: Record<string, string>;
  rawHeaders: [name: string, value: string][];
  body: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  json: any;
}

const WAIT_MILLIS = 60_000;

/** One connection to a service. */
export class RawConnection {
  readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private hasEnded = false;
  private wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    const end = () => {
      this.hasEnded = true;
      this.wake();
    };
    socket.on('end', end).on('close', end).on('error', end);
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawConnection(socket);
  }

  write(bytes: string | Uint8Array): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** The next answer; 100 Continue counts as one. @param method of the request it belongs to */
  async reply(method = 'GET'): Promise<RawReply> {
    const reply = await this.maybeReply(method);
    assert.ok(reply, `the connection ended without an answer (${this.received.length} bytes)`);
    return reply;
  }

  /** The next answer, or `undefined` when the service closes the connection instead. */
  async maybeReply(method = 'GET'): Promise<RawReply | undefined> {
    for (;;) {
      const parsed = parseReply(this.received, method, this.hasEnded);
      if (parsed) {
        this.received = this.received.subarray(parsed.length);
        return parsed.reply;
      }
      if (this.hasEnded) return undefined;
      await this.more();
    }
  }

  /** Waits until the service closes the connection; what came unasked before it is returned. */
  async rest(): Promise<Buffer> {
    while (!this.hasEnded) await this.more();
    return this.received;
  }

  close(): void {
    this.socket.destroy();
  }

  private more(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer in time')), WAIT_MILLIS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Sends bytes on a connection of their own and returns the first answer. */
export async function exchange(
  url: string,
  bytes: string | Uint8Array | readonly (string | Uint8Array)[],
  method = 'GET',
): Promise<RawReply> {
  const connection = await RawConnection.open(url);
  try {
    for (const part of typeof bytes === 'string' || bytes instanceof Uint8Array ? [bytes] : bytes) {
      connection.write(part);
    }
    return await connection.reply(method);
  } finally {
    connection.close();
  }
}

/** The head of a request; header lines are written as they are. */
export function head(method: string, target: string, ...lines: (string | false)[]): string {
  const fields = ['Host: localhost', ...lines.filter((line) => line !== false)];
  return `${method} ${target} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`;
}

/** A whole request with a body and its length. */
export function whole(
  method: string,
  target: string,
  body: string | Uint8Array,
  ...lines: string[]
): Buffer {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([
    Buffer.from(head(method, target, `Content-Length: ${bytes.length}`, ...lines), 'latin1'),
    bytes,
  ]);
}

/** Bytes in the chunked transfer coding. */
export function chunked(...chunks: (string | Uint8Array)[]): Buffer {
  const parts = chunks.flatMap((chunk) => {
    const bytes = Buffer.from(chunk as string);
    return bytes.length === 0
      ? []
      : [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

function parseReply(
  bytes: Buffer,
  method: string,
  hasEnded: boolean,
): { reply: RawReply; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  assert.ok(status >= 100, `not a status line: ${statusLine}`);
  const rawHeaders = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const headers: Record<string, string> = {};
  for (const [name, value] of rawHeaders) {
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  const start = headEnd + 4;
  const found = bodyOf(bytes, start, status, headers, method, hasEnded);
  if (!found) return undefined;
  const text = found.body.toString('utf8');
  const isJson = /json/.test(headers['content-type'] ?? '') && !headers['content-encoding'];
  return {
    reply: {
      status,
      headers,
      rawHeaders,
      body: found.body,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    },
    length: found.end,
  };
}

function bodyOf(
  bytes: Buffer,
  start: number,
  status: number,
  headers: Record<string, string>,
  method: string,
  hasEnded: boolean,
): { body: Buffer; end: number } | undefined {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) {
    return { body: Buffer.alloc(0), end: start };
  }
  if (headers['transfer-encoding'] === 'chunked') return unchunked(bytes, start);
  const length = headers['content-length'];
  if (length === undefined) {
    return hasEnded ? { body: bytes.subarray(start), end: bytes.length } : undefined;
  }
  const end = start + Number(length);
  return bytes.length < end ? undefined : { body: bytes.subarray(start, end), end };
}

function unchunked(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), end };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = end;
  }
}

/** The status of every code (specification, "Errors"; decision R1). */
export const STATUS_OF: Record<string, number> = {
  missing_credentials: 401,
  invalid_credentials: 401,
  forbidden: 403,
  event_not_found: 404,
  schedule_not_found: 404,
  race_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  malformed_json: 400,
  validation_failed: 422,
  conflict: 409,
  rate_limited: 429,
  internal_error: 500,
};

interface AnyReply {
  status: number;
  headers: Headers | Record<string, string>;
  text: string;
}

/** One header field of an answer of `fetch` or of a raw connection. */
export function headerOf(reply: Pick<AnyReply, 'headers'>, name: string): string | undefined {
  const { headers } = reply;
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name];
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  code: string;
  field?: string | null;
  errors?: { field: string; detail: string }[];
}

/** Asserts what is true of every refusal, and that it is this one; returns the document. */
export function problem(reply: AnyReply, code: string, field?: string): Problem {
  const document = anyProblem(reply);
  const seen = `${reply.status} ${reply.text.slice(0, 300)}`;
  assert.equal(document.code, code, seen);
  assert.equal(reply.status, STATUS_OF[code], seen);
  if (field !== undefined) assert.equal(document.field, field, seen);
  return document;
}

/** Asserts what is true of every refusal. */
export function anyProblem(reply: AnyReply): Problem {
  const seen = `${reply.status} ${reply.text.slice(0, 300)}`;
  assert.match(headerOf(reply, 'content-type') ?? '', /^application\/problem\+json(;|$)/, seen);
  assert.match(headerOf(reply, 'x-request-id') ?? '', /^[A-Za-z0-9_-]{1,64}$/, seen);
  const document = JSON.parse(reply.text) as Problem;
  assert.ok(document.code in STATUS_OF, seen);
  assert.equal(document.type, `${PUBLIC_URL}/problems/${document.code}`, seen);
  assert.equal(typeof document.title, 'string', seen);
  assert.notEqual(document.title, '', seen);
  assert.equal(document.status, reply.status, seen);
  const isDown = document.code === 'internal_error' && reply.status === 503;
  if (!isDown) assert.equal(reply.status, STATUS_OF[document.code], seen);
  if (document.detail !== undefined) assert.equal(typeof document.detail, 'string', seen);
  if (document.code === 'validation_failed') {
    assert.equal(typeof document.field, 'string', seen);
    const errors = document.errors ?? [];
    assert.ok(errors.length >= 1 && errors.length <= 100, seen);
    assert.equal(errors[0]?.field, document.field, seen);
    for (const error of errors) {
      assert.deepEqual(Object.keys(error).sort(), ['detail', 'field'], seen);
      assert.equal(typeof error.field, 'string', seen);
      assert.equal(typeof error.detail, 'string', seen);
    }
  } else {
    assert.ok(!('field' in document) || document.field === null, seen);
    assert.ok(!('errors' in document), seen);
  }
  if (reply.status === 401) assert.equal(headerOf(reply, 'www-authenticate'), 'Bearer', seen);
  if (reply.status === 405) assert.ok(headerOf(reply, 'allow'), seen);
  assert.doesNotMatch(reply.text, /node:|node_modules|\/src\/|\n\s+at |\.ts:\d/, seen);
  return document;
}
