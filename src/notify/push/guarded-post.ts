/**
 * POSTs to URLs that others have sent, over keep-alive connections: only to hosts of the public internet, and to those that
 * the operator has listed. Host names are looked up for every connection (`host-lookup.ts`).
 */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { HostLookup } from './host-lookup.ts';

interface Guard {
  /** Origins that the operator has listed; they may be on private addresses. */
  origins: readonly string[];
  /** For everything: waiting for a connection, connecting, sending and reading. */
  timeoutMillis: number;
  nameServers?: readonly string[] | undefined;
}

/** Most servers keep an idle connection for a minute or longer. */
const IDLE_SOCKET_MILLIS = 30_000;

export class GuardedPost {
  private readonly guard: Guard;
  private readonly agents: Agents;
  private readonly hosts: HostLookup;

  constructor(guard: Guard) {
    this.guard = guard;
    this.hosts = new HostLookup(guard.nameServers);
    // The number of connections is limited by the callers.
    const keepAlive = { keepAlive: true, timeout: IDLE_SOCKET_MILLIS };
    this.agents = { http: new http.Agent(keepAlive), https: new https.Agent(keepAlive) };
  }

  /** @param url checked by the caller: an IP address as its host is not looked up @throws when there is no status in time */
  post(url: URL, headers: http.OutgoingHttpHeaders, body: Buffer): Promise<PostAnswer> {
    const { origins, timeoutMillis } = this.guard;
    const { hosts, agents } = this;
    const lookup = origins.includes(url.origin) ? hosts.lookUpListed : hosts.lookUpPublic;
    return httpPost(url, { headers, body, agents, timeoutMillis, lookup });
  }

  /** Closes all connections; what is being sent fails. */
  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
    this.hosts.close();
  }
}

interface PostOptions {
  headers: http.OutgoingHttpHeaders;
  body: Buffer;
  agents: Agents;
  lookup: LookupFunction;
  /** For everything: waiting for a connection, connecting, sending and reading. */
  timeoutMillis: number;
}

interface Agents {
  http: http.Agent;
  https: https.Agent;
}

export interface PostAnswer {
  status: number;
  retryAfter: string | undefined;
  /** The first bytes of the body. */
  text: string;
}

/** The first lines of an answer are enough: if a service says what was wrong, it does so there. */
const MAX_ANSWER_BYTES = 4096;

/**
 * @returns the answer, with as much of its body as came before the limit, the time or the connection ended
 * @throws when there is no status in time
 */
function httpPost(url: URL, options: PostOptions): Promise<PostAnswer> {
  const { headers, body, agents, lookup, timeoutMillis } = options;
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      headers,
      agent: isSecure ? agents.https : agents.http,
      lookup,
    });
    const timer = setTimeout(() => request.destroy(new Error('timed out')), timeoutMillis);
    request.on('response', (response) => resolve(read(response)));
    request.on('error', reject);
    request.on('close', () => {
      clearTimeout(timer);
      reject(new Error('the connection was closed without an answer'));
    });
    request.end(body);
  });
}

async function read(response: http.IncomingMessage): Promise<PostAnswer> {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('latin1')) {
      text += chunk;
      if (text.length >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status says what to do; the body is for the log.
  }
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text };
}
