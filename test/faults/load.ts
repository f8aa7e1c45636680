/** Writers and readers that send requests to one or several service processes until they are stopped. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, HttpClient } from './http-client.ts';
import type { Ledger } from './ledger.ts';
import { Observation } from './observe.ts';
import type { Push, Regatta } from './regatta.ts';

export interface LoadOptions {
  regattas: readonly Regatta[];
  /** Each request goes to one of these, picked at random. */
  services: readonly { url: string }[];
  ledger: Ledger;
  writers: number;
  readers: number;
  /** The kinds of push to pick from; a kind that is listed twice is pushed twice as often. */
  pushes: readonly Push[];
}

export interface Request {
  status: number;
  isWrite: boolean;
  startedAt: number;
  endedAt: number;
}

/** Pause of a writer or reader after a request that got no answer or a 5xx. */
const PAUSE_MILLIS = 20;

/** The version of a document that a reader has received last. */
interface Held {
  etag: string;
  text: string;
}

export class Load {
  readonly requests: Request[] = [];
  /** While true, no new requests are sent. */
  isPaused = false;
  private readonly options: LoadOptions;
  private readonly workers: Promise<void>[];
  private hasStopped = false;

  constructor(options: LoadOptions) {
    this.options = options;
    const { writers, readers } = options;
    this.workers = [
      ...Array.from({ length: writers }, () => this.work((client) => this.write(client))),
      ...Array.from({ length: readers }, () => {
        const held = new Map<string, Held>();
        return this.work((client) => this.read(client, any(this.options.regattas), held));
      }),
    ];
  }

  /** Stops all writers and readers, then reads the final state of each regatta from each service. */
  async stop(): Promise<void> {
    if (this.hasStopped) return;
    this.hasStopped = true;
    await Promise.all(this.workers);
    const client = new HttpClient();
    for (const regatta of this.options.regattas) {
      for (const service of this.options.services) {
        await this.readSchedule(client, service.url, regatta, new Map());
        await this.readCrews(client, service.url, regatta);
      }
    }
    client.close();
  }

  private async work(step: (client: HttpClient) => Promise<Answer>): Promise<void> {
    const client = new HttpClient();
    while (!this.hasStopped) {
      if (this.isPaused) {
        await delay(PAUSE_MILLIS);
        continue;
      }
      const { status } = await step(client);
      if (status === 0 || status >= 500) await delay(PAUSE_MILLIS);
    }
    client.close();
  }

  private async write(client: HttpClient): Promise<Answer> {
    const { ledger, regattas, pushes, services } = this.options;
    const regatta = any(regattas);
    const kind = any(pushes);
    const push = regatta.push(kind, ledger.nextGeneration());
    const write = ledger.begin(push.register, push.value);
    if (kind === 'refused') write.fate = 'refused';
    const url = any(services).url + regatta.path + push.path;
    const answer = await client.send('PUT', url, regatta.key, { body: push.body });
    this.note(answer, true);
    if (push.refusals.includes(answer.status)) write.fate = 'refused';
    else if (answer.status === 200) {
      if (kind === 'refused') ledger.faults.add(`a push that breaks a rule got 200`);
      write.fate = 'acknowledged';
      write.endedAt = answer.endedAt;
    } else if (answer.status !== 0 && answer.status < 500) {
      ledger.faults.add(`${push.path} got ${answer.status}: ${answer.text.slice(0, 300)}`);
    }
    if (answer.status === 200 && kind === 'races') {
      const seen = Observation.ofSchedule(regatta, answer.text);
      if (seen.values.get(push.register) !== push.value) ledger.faults.add('an answer of others');
      for (const fault of seen.faults) ledger.faults.add(fault);
    }
    return answer;
  }

  private read(client: HttpClient, regatta: Regatta, held: Map<string, Held>): Promise<Answer> {
    const { url } = any(this.options.services);
    return Math.random() < 0.2
      ? this.readCrews(client, url, regatta)
      : this.readSchedule(client, url, regatta, held);
  }

  /** Half of the reads send the `ETag` of the document that the reader holds. */
  private async readSchedule(
    client: HttpClient,
    url: string,
    regatta: Regatta,
    held: Map<string, Held>,
  ): Promise<Answer> {
    const { ledger } = this.options;
    const last = Math.random() < 0.5 ? held.get(regatta.path) : undefined;
    const target = `${url}${regatta.path}/schedule`;
    const answer = await client.send('GET', target, regatta.key, { etag: last?.etag });
    this.note(answer, false);
    const text = answer.status === 304 && last ? last.text : answer.text;
    if (answer.status !== 200 && answer.status !== 304) return answer;
    held.set(regatta.path, { etag: answer.headers.etag ?? '', text });
    const seen = Observation.ofSchedule(regatta, text);
    this.take(seen, answer);
    const { updatedAt } = seen;
    ledger.readVersion({ ...answer, document: regatta.register('schedule'), updatedAt, text });
    return answer;
  }

  private async readCrews(client: HttpClient, url: string, regatta: Regatta): Promise<Answer> {
    const answer = await client.send('GET', `${url}${regatta.path}/teams`, regatta.key);
    this.note(answer, false);
    if (answer.status === 200) this.take(Observation.ofCrews(regatta, answer.text), answer);
    return answer;
  }

  private take({ values, faults }: Observation, { startedAt, endedAt }: Answer): void {
    const { ledger } = this.options;
    for (const [register, value] of values) ledger.read(register, value, startedAt, endedAt);
    for (const fault of faults) ledger.faults.add(fault);
  }

  private note({ status, headers, text, startedAt, endedAt }: Answer, isWrite: boolean): void {
    this.requests.push({ status, isWrite, startedAt, endedAt });
    if (status !== 503) return;
    const isRight = /^[1-9]\d*$/.test(headers['retry-after'] ?? '') && /internal_error/.test(text);
    if (!isRight) this.options.ledger.faults.add(`a 503 without Retry-After or code: ${text}`);
  }
}

function any<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}
