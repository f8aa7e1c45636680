/** One POST to a push service: it ends in time, reads little and follows nobody elsewhere. */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

export interface PostOptions {
  headers: http.OutgoingHttpHeaders;
  body: Buffer;
  agents: Agents;
  /** The way from a name to addresses. */
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
  /** The beginning of the body. */
  text: string;
}

/** The code of the error when the time was up before there was an answer. */
export const TIMED_OUT = 'ERR_TIMED_OUT';

/** An answer says what went wrong in its first lines, if at all. */
const MAX_ANSWER_BYTES = 4096;

/**
 * Sends the request.
 *
 * @returns the answer, or the error because of which there is none. What breaks after the status
 *   has come does not matter any more.
 */
export function post(url: URL, options: PostOptions): Promise<PostAnswer | Error> {
  const { headers, body, agents, lookup, timeoutMillis } = options;
  return new Promise((resolve) => {
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      headers,
      agent: isSecure ? agents.https : agents.http,
      lookup,
    });
    let answer: PostAnswer | undefined;
    const finish = (error: Error) => {
      clearTimeout(impatience);
      resolve(answer ?? error);
    };
    const timedOut = Object.assign(new Error('timed out'), { code: TIMED_OUT });
    const impatience = setTimeout(() => {
      request.destroy(timedOut);
      finish(timedOut);
    }, timeoutMillis);
    request.on('response', (response) => {
      let length = 0;
      answer = {
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        text: '',
      };
      const read = answer;
      response.on('data', (chunk: Buffer) => {
        const room = MAX_ANSWER_BYTES - length;
        length += chunk.length;
        read.text += chunk.toString('latin1', 0, Math.min(chunk.length, room));
        if (length > MAX_ANSWER_BYTES) request.destroy();
      });
      response.on('error', finish);
      response.on('end', () => finish(BROKEN_OFF));
    });
    request.on('error', finish);
    request.on('close', () => finish(BROKEN_OFF));
    request.end(body);
  });
}

const BROKEN_OFF = new Error('the connection was closed before there was an answer');
