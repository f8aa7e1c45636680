/** One keep-alive connection that times pushes. */
import http from 'node:http';

export class PutClient {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  private readonly url: string;
  private readonly key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  /** Sends a push and waits for its whole answer, which must be a 200. @returns milliseconds */
  send(eventId: number, path: string, payload: object): Promise<number> {
    const body = JSON.stringify(payload);
    const headers = {
      authorization: `Bearer ${this.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    return new Promise((resolve, reject) => {
      const start = performance.now();
      const options = { agent: this.agent, method: 'PUT', headers };
      const request = http.request(`${this.url}/v1/events/${eventId}${path}`, options, (answer) => {
        answer.resume();
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - start);
          else reject(new Error(`${path}: ${answer.statusCode}`));
        });
      });
      request.once('error', reject);
      request.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
