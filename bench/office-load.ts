/** Race offices that are open, as a helper process: each watches its stream and reads the document at each change. */
import http from 'node:http';
import { answerQuestions, wallClock } from './helper-process.ts';

export type OfficeQuestion = { open: OpenOffices } | { stop: true };

interface OpenOffices {
  /** The address of the event, below `/console/api`. */
  url: string;
  /** One for each office. */
  cookies: readonly string[];
}

export interface HasWatched {
  /** The revisions that each office received, and when, in epoch milliseconds. */
  told: { revision: number; at: number }[][];
  reads: number;
  failures: number;
}

let has: HasWatched = { told: [], reads: 0, failures: 0 };
let streams: http.ClientRequest[] = [];
const agent = new http.Agent({ keepAlive: true });

answerQuestions<OfficeQuestion>(async (question) => {
  if ('open' in question) {
    const { url, cookies } = question.open;
    has = { told: [], reads: 0, failures: 0 };
    await Promise.all(cookies.map((cookie) => open(url, cookie)));
    return {};
  }
  for (const stream of streams) stream.destroy();
  streams = [];
  return has;
});

/** Resolves once the office has received the first revision, and has read the document. */
function open(url: string, cookie: string): Promise<void> {
  const told: HasWatched['told'][number] = [];
  has.told.push(told);
  const office = new Office(url, cookie);
  return new Promise((resolve, reject) => {
    const stream = http.get(`${url}/live`, { headers: { cookie }, agent: false }, (answer) => {
      if (answer.statusCode !== 200)
        reject(new Error(`a stream was answered ${answer.statusCode}`));
      answer.setEncoding('latin1');
      answer.on('data', (text: string) => {
        for (const [, revision] of text.matchAll(/data: \{"revision":(\d+)\}/g)) {
          told.push({ revision: Number(revision), at: wallClock() });
          void office.read().then(resolve, reject);
        }
      });
      answer.once('error', () => {});
    });
    stream.once('error', reject);
    streams.push(stream);
  });
}

/** What a page does: one read at a time, and another one for all changes that came meanwhile. */
class Office {
  private readonly url: string;
  private readonly cookie: string;
  private etag: string | undefined;
  private reading: Promise<void> | undefined;
  private isBehind = false;

  constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  read(): Promise<void> {
    this.isBehind = true;
    this.reading ??= this.catchUp().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async catchUp(): Promise<void> {
    while (this.isBehind) {
      this.isBehind = false;
      await this.readOnce();
    }
  }

  private readOnce(): Promise<void> {
    const { cookie, etag } = this;
    const headers = { cookie, 'accept-encoding': 'gzip', ...(etag && { 'if-none-match': etag }) };
    return new Promise((resolve, reject) => {
      const request = http.get(`${this.url}/office`, { headers, agent }, (answer) => {
        has.reads++;
        if (answer.statusCode === 200) this.etag = answer.headers.etag;
        else if (answer.statusCode !== 304) has.failures++;
        answer.resume();
        answer.once('end', resolve);
      });
      request.once('error', reject);
    });
  }
}
