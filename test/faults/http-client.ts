/** A client with one keep-alive connection, which reports the answer to each request and its times. */
import http from 'node:http';

/** A request without an answer for so long counts as unanswered. */
const PATIENCE_MILLIS = 60_000;

export interface Answer {
  /** 0 when no answer came. */
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** Milliseconds of the monotonic clock, before the first byte was sent. */
  startedAt: number;
  /** Milliseconds of the monotonic clock, after the last byte was received. */
  endedAt: number;
}

export class HttpClient {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  /** Sends a request. Never rejects: after a broken connection or a time-out, the status is 0. */
  send(
    method: string,
    url: string,
    key: string,
    { body, etag }: { body?: object; etag?: string | undefined } = {},
  ): Promise<Answer> {
    const payload = body && JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${key}`,
      ...(etag && { 'if-none-match': etag }),
      ...(payload && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
    };
    const startedAt = performance.now();
    return new Promise((resolve) => {
      let status = 0;
      const done = (answered: number, headers: http.IncomingHttpHeaders = {}, text = '') =>
        resolve({ status: answered, headers, text, startedAt, endedAt: performance.now() });
      const request = http.request(url, { method, headers, agent: this.agent }, (answer) => {
        status = answer.statusCode ?? 0;
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.once('end', () => done(status, answer.headers, Buffer.concat(chunks).toString()));
        answer.once('error', () => done(0));
      });
      request.once('error', () => done(0));
      request.setTimeout(PATIENCE_MILLIS, () => request.destroy());
      request.end(payload);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
