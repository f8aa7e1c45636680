/**
 * A push service on loopback. It gives out subscriptions, checks every message against the RFCs (encryption, signature,
 * headers), keeps what it accepts, and answers as the test scripts it. Its origin has to be listed in `PUSH_ORIGINS` of the
 * service that is to send to it.
 */
import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserKeys, decrypt, newBrowserKeys, signatureObjection } from './push-crypto.ts';
import { stopAtEndOfFile } from './started.ts';

/** A browser that asked for messages. */
export interface Device {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** As a page sends it to its own server. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
}

export interface Message {
  /** The id of the device. */
  device: number;
  /** Epoch milliseconds. */
  at: number;
  topic: string;
  ttl: number;
  urgency: string;
  /** The signature of the sender. */
  authorization: string;
  /** The plaintext, parsed; left out of those that were not opened (see `openEvery`). */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape.
  json?: any;
}

/**
 * How a message is answered: with a status; or not at all (`hang`); by breaking the connection (`reset`); with an endless body
 * (`endless`) or one that stops in the middle (`stall`); by accepting the message and breaking the connection (`lose`).
 */
export type Script =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  | 'reset'
  | 'endless'
  | 'stall'
  | 'lose';

/** Called for each message; `undefined` means that the message is accepted. */
export type Director = (message: Message) => Script | undefined;

export interface PushService {
  origin: string;
  /** The accepted messages, in the order in which they came. */
  messages: Message[];
  /** What was wrong with messages that were refused although no script said so. */
  complaints: string[];
  /** How many requests came, accepted or not. */
  requests(): number;
  subscribe(): Device;
  /**
   * Scripts the answers to one device or, for those without a script of their own, to all. Each script of a list is used once,
   * then messages are accepted again; without a script, the one before is removed.
   */
  answer(device: Device | 'all', script?: Script | Script[] | Director): void;
  /** The messages that a device has got so far. */
  messagesTo(device: Device): Message[];
  /** Resolves once there are that many messages. @throws after the time is up */
  arrived(count: number, timeoutMillis?: number): Promise<Message[]>;
  stop(): Promise<void>;
}

/** @param openEvery decrypts only one message in so many, for measuring the sender alone */
export async function startPushService({ openEvery = 1, port = 0 } = {}): Promise<PushService> {
  const devices: (Device & BrowserKeys)[] = [];
  const byPath = new Map<string, Device & BrowserKeys>();
  const directors = new Map<number | 'all', Director>();
  const goodSignatures = new Map<string, number>();
  const messages: Message[] = [];
  const complaints: string[] = [];
  let requests = 0;

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => receive(request, response, Buffer.concat(chunks)));
  });
  server.keepAliveTimeout = 60_000;

  function receive(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    requests++;
    const device = byPath.get(request.url ?? '');
    if (!device) {
      answer(response, { status: 404 });
      return;
    }
    const message: Message = {
      device: device.id,
      at: Date.now(),
      topic: String(request.headers.topic ?? ''),
      ttl: Number(request.headers.ttl),
      urgency: String(request.headers.urgency ?? ''),
      authorization: request.headers.authorization ?? '',
    };
    const refusal = refusalOf(request, message, body, device);
    if (refusal) {
      complaints.push(refusal.body);
      answer(response, refusal);
      return;
    }
    const script = (directors.get(device.id) ?? directors.get('all'))?.(message) ?? TAKEN;
    const isTaken = script === 'lose' || (typeof script === 'object' && script.status < 300);
    if (isTaken) messages.push(message);
    answer(response, script);
  }

  /** How a message breaks the RFCs, if it does; decrypts it on the way. */
  function refusalOf(
    request: IncomingMessage,
    message: Message,
    body: Buffer,
    keys: BrowserKeys,
  ): { status: number; body: string } | undefined {
    const objection = headerObjection(request, body);
    if (objection) return { status: 400, body: objection };
    const { authorization } = message;
    // Senders use a signature for many messages, so it is checked once a minute.
    if ((goodSignatures.get(authorization) ?? 0) < message.at - SIGNATURE_RECHECK_MILLIS) {
      const wrong = signatureObjection(authorization, origin, message.at);
      if (wrong) return { status: 403, body: wrong };
      goodSignatures.set(authorization, message.at);
    }
    if (requests % openEvery !== 0) return undefined;
    try {
      message.json = JSON.parse(decrypt(body, keys));
      return undefined;
    } catch (error) {
      return { status: 400, body: `no browser can read it: ${error}` };
    }
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    messages,
    complaints,
    messagesTo: ({ id }) => messages.filter(({ device }) => device === id),
    requests: () => requests,
    subscribe() {
      const keys = newBrowserKeys();
      const path = `/push/${randomBytes(24).toString('base64url')}`;
      const endpoint = origin + path;
      const p256dh = keys.ecdh.getPublicKey('base64url');
      const auth = keys.authSecret.toString('base64url');
      const subscription = { endpoint, keys: { p256dh, auth } };
      const device = { id: devices.length + 1, endpoint, p256dh, auth, subscription };
      devices.push({ ...device, ...keys });
      byPath.set(path, { ...device, ...keys });
      return device;
    },
    answer(device, script) {
      const id = device === 'all' ? 'all' : device.id;
      if (script === undefined) directors.delete(id);
      else directors.set(id, directorOf(script));
    },
    async arrived(count, timeoutMillis = 60_000) {
      for (const end = Date.now() + timeoutMillis; messages.length < count; ) {
        if (Date.now() > end) {
          throw new Error(`${messages.length} of ${count} messages came; ${complaints.join('; ')}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return messages;
    },
    stop: stopAtEndOfFile(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }),
  };
}

/** A director that answers a share of the messages by a script, the same ones for the same seed. */
export function someOf(share: number, script: Script, seed = 1): Director {
  let state = seed >>> 0;
  return () => {
    // A linear congruential generator is random enough for this.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 < share ? script : undefined;
  };
}

const TAKEN: Script = { status: 201 };
const SIGNATURE_RECHECK_MILLIS = 60_000;
const MAX_BODY_BYTES = 4096;
/** More than sockets buffer: a client that reads all of it then waits until its time-out. */
const ENDLESS_BYTES = 32 * 1024 * 1024;

function headerObjection({ method, headers }: IncomingMessage, body: Buffer): string | undefined {
  if (method !== 'POST') return `the method is ${method}`;
  if (body.length > MAX_BODY_BYTES) return `the body has ${body.length} bytes`;
  if (headers['content-encoding'] !== 'aes128gcm') return 'the Content-Encoding is not aes128gcm';
  if (headers['content-type'] !== 'application/octet-stream') return 'the Content-Type is wrong';
  if (headers['content-length'] !== String(body.length)) return 'there is no Content-Length';
  if (!/^\d+$/.test(headers.ttl?.toString() ?? '')) return `the TTL is ${headers.ttl}`;
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency))) return 'the Urgency is wrong';
  const { topic } = headers;
  return topic === undefined || /^[\w-]{1,32}$/.test(String(topic)) ? undefined : 'a bad Topic';
}

function directorOf(script: Script | Script[] | Director): Director {
  if (typeof script === 'function') return script;
  if (!Array.isArray(script)) return () => script;
  const left = [...script];
  return () => left.shift();
}

function answer(response: ServerResponse, script: Script): void {
  if (script === 'hang') return;
  if (script === 'reset' || script === 'lose') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (typeof script === 'object') {
    response.writeHead(script.status, { ...script.headers });
    response.end(script.body ?? '');
    return;
  }
  response.writeHead(400);
  response.write('x'.repeat(100));
  if (script === 'stall') return;
  let left = ENDLESS_BYTES;
  const more = () => {
    while (!response.destroyed && left > 0 && response.write('x'.repeat(1024))) left -= 1024;
  };
  response.on('drain', more);
  more();
}
