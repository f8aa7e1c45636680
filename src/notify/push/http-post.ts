/** One POST to a push service or a webhook, with a time limit and a size limit, and without following redirects. */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

interface PostOptions {
  headers: http.OutgoingHttpHeaders;
  body: Buffer;
  agents: Agents;
  lookup: LookupFunction;
  /** For everything: waiting for a connection, connecting, sending and reading. */
  timeoutMillis: number;
}

export interface Agents {
  http: http.Agent;
  https: https.Agent;
}

export interface PostAnswer {
  status: number;
  retryAfter: string | undefined;
  /** The first bytes of the body. */
  text: string;
}

/** Services say in the first lines of an answer what was wrong, if at all. */
const MAX_ANSWER_BYTES = 4096;

/**
 * @returns the answer, with as much of its body as came before the limit, the time or the connection ended
 * @throws when there is no status in time
 */
export function httpPost(url: URL, options: PostOptions): Promise<PostAnswer> {
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
