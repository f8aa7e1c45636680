/**
 * Records what a service does with an event, step by step: the answer, and what it leaves in the database and in the
 * three documents. Both clocks of the process stand still within a step and move between two, so that the same steps
 * leave the same bytes on every run, on either kind of database.
 */
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { setClock, stopClock } from '../support/clock.ts';
import { type Commands, startCommands } from '../support/commands.ts';
import { signIn, type Visitor } from '../support/console.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';
import { newFolder, removeFolder } from '../support/started.ts';

import {
  entriesAfter,
  entryOf,
  lines,
  newsAfter,
  type Row,
  revisionsOf,
  select,
  storedRows,
  textOfRows,
  WATCHES,
  waitingNews,
} from './rows.ts';

/** What is recorded of a step. */
export const PARTS = [
  ...(['answer', 'history', 'outbox', 'revisions', 'rows'] as const),
  ...(['schedule', 'board', 'office'] as const),
];
export type Part = (typeof PARTS)[number];

export interface RecordedStep {
  name: string;
  /** The full text of each part; empty where there is nothing to say. */
  parts: Record<Part, string>;
}

/** The regatta begins at eight in the morning of its first day. */
const BEGINS_AT = Date.parse('2026-06-13T06:00:00Z');
/** Longer than any document is served without asking the database whether it has changed. */
const STEP_MILLIS = 10_000;
/** A settling time of some steps, so that news join others and leave the outbox. */
const SETTLING = { NOTIFY_SETTLE_SECONDS: '30' };
/** A key that is the same on every run, because its prefix appears in the history and in documents. */
const KEY = 'ro_7ELSZgnu18FMTahov29GNUbipw3AHO1aoK8N';
/** The fields of an answer that clients act upon. */
const HEADERS = [
  ...['etag', 'location', 'content-type', 'content-disposition', 'cache-control'],
  ...['retry-after', 'allow', 'last-modified', 'link'],
];
/** The last id that counts as used at the beginning; it differs by table, so that ids of two tables are not confused. */
const LAST_IDS = { events: 1, races: 100, teams: 200, notices: 300, history: 1000 };

export class Recorder {
  readonly steps: RecordedStep[] = [];
  readonly service: TestService;
  readonly person: Visitor;
  /** The folder in which commands run. */
  readonly folder = newFolder();
  private readonly commands: Commands;
  private readonly lastIds = new Map<string, number>(Object.entries(LAST_IDS));
  private now = BEGINS_AT;
  private lastHistoryId = 0;
  private lastOutboxId = 0;
  /** The login name of the user who runs the test. */
  private login: string | undefined;
  private rows: Record<string, Row[]> = {};
  private readonly monotonic = performance.now.bind(performance);
  private skippedMillis = 0;

  private constructor(service: TestService, person: Visitor) {
    this.service = service;
    this.person = person;
    this.commands = startCommands(service.databaseUrl, this.folder);
    performance.now = () => this.monotonic() + this.skippedMillis;
  }

  /** Starts a service with a club, its manager, their key and event 1, which has no schedule. */
  static async start(): Promise<Recorder> {
    stopClock(BEGINS_AT);
    const service = await startTestService(SETTLING);
    const { userId } = await service.provision();
    await service.database.write(async (tx) => {
      for (const statement of WATCHES) await sql.raw(statement).execute(tx);
      const hash = createHash('sha256').update(KEY).digest('hex');
      const renewed = { key_hash: hash, key_prefix: KEY.slice(0, 9) };
      await tx.updateTable('api_keys').set(renewed).execute();
    });
    const person = await signIn(service, userId);
    return new Recorder(service, person);
  }

  async stop(): Promise<void> {
    this.commands.stop();
    await this.service.stop();
    removeFolder(this.folder);
    performance.now = this.monotonic;
    setClock(0);
  }

  /** A step of `/v1`. @param path below the event, or a whole one */
  v1(name: string, event: number, [method, path, body, headers]: Request): Promise<Reply> {
    const whole = path.startsWith('/v1/') ? path : `/v1/events/${event}${path}`;
    const options = { key: KEY, body, ...(headers && { headers }) };
    return this.step(`v1: ${name}`, event, () => this.service.send(method, whole, options));
  }

  /** A step of the console. @param path below the event, or that of another part of the console after `/api` */
  console(name: string, event: number, [method, path, body, headers]: Request): Promise<Reply> {
    const whole = path.startsWith('/api/') ? path.slice(4) : `/events/${event}${path}`;
    const send = () => this.person.send(method, whole, body, headers);
    return this.step(`office: ${name}`, event, send);
  }

  /** A step that downloads a file of an event; of an archive its members are recorded, without their times. */
  download(name: string, event: number, format: string): Promise<Reply> {
    const url = `${this.service.url}/console/api/events/${event}/export/${format}`;
    return this.step(`office: ${name}`, event, async () => {
      const response = await fetch(url, { headers: { cookie: this.person.cookie } });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isArchive = bytes.toString('latin1', 0, 2) === 'PK';
      const members = isArchive ? Object.entries(unzipSync(bytes)) : [];
      const told = members.map(
        ([path, part]) => `${path}\n${Buffer.from(part).toString('latin1')}`,
      );
      const { status, headers } = response;
      return { status, headers, text: isArchive ? told.join('\n') : bytes.toString() };
    });
  }

  /** A step of the public. */
  board(name: string, event: number, headers: Record<string, string> = {}): Promise<Reply> {
    const path = `/board/api/events/${event}`;
    return this.step(`board: ${name}`, event, () => this.service.send('GET', path, { headers }));
  }

  /** A step of the command line; what it prints is one document, or one line. */
  async command(name: string, event: number, words: readonly string[]): Promise<string> {
    let printed = '';
    await this.step(`command: ${name}`, event, async () => {
      const environment = { TEST_CLOCK: String(this.now), ...SETTLING };
      const { status, stdout, stderr } = await this.commands.run(words, environment);
      printed = stdout;
      // Announces the changes, as the hint of the other process does some time later.
      for (const id of await this.eventIds()) this.service.database.changes.announce(id);
      return { status, text: `${stdout}${stderr}`, headers: new Headers() };
    });
    return printed;
  }

  /** Moves the clock to a time of the venue's first day or a whole instant; it never goes back. */
  setTime(time: string): void {
    const at = Date.parse(time.length === 5 ? `2026-06-13T${time}:00+02:00` : time);
    if (at < this.now) throw new Error(`It is later than ${time}.`);
    this.now = at;
  }

  /** The instant of the last step. */
  get instant(): string {
    return new Date(this.now).toISOString();
  }

  /** The id of a race of the event of the last step. */
  race(raceNumber: number): number {
    return this.idIn('races', ({ race_number }) => race_number === raceNumber);
  }

  /** The id of a crew of the event of the last step. */
  crew(name: string): number {
    return this.idIn('teams', (row) => row.name === name);
  }

  /** The newest entry of an event's history. */
  async newest(event: number): Promise<{ id: number; number: number }> {
    const [row] = await select(
      this.service.database,
      `select id, number from history where event_id = ${event} order by number desc limit 1`,
    );
    return { id: Number(row?.id), number: Number(row?.number) };
  }

  private idIn(table: string, isWanted: (row: Row) => boolean): number {
    const row = this.rows[table]?.find(isWanted);
    if (!row) throw new Error(`No such row in ${table}: ${isWanted}`);
    return Number(row.id);
  }

  private async step(
    name: string,
    event: number,
    act: () => Promise<Pick<Reply, 'status' | 'text' | 'headers'>>,
  ): Promise<Reply> {
    await this.begin();
    const reply = await act();
    const { history, outbox, revisions } = await this.written();
    const documents = await this.documents(event);
    this.rows = await storedRows(this.service.database, event);
    this.steps.push({
      name,
      parts: {
        answer: this.masked(textOf(reply)),
        ...{ history, outbox },
        rows: textOfRows(this.rows),
        revisions: [...revisions, ...documents.map(revisionIn)].join('\n'),
        ...{ schedule: '', board: '', office: '' },
        ...Object.fromEntries(documents.map(({ part, reply }) => [part, textOf(reply)])),
      },
    });
    return reply as Reply;
  }

  /** Moves the clock, and makes both kinds of database alike: news that have settled go, and ids follow each other. */
  private async begin(): Promise<void> {
    this.now += STEP_MILLIS;
    this.skippedMillis += STEP_MILLIS;
    stopClock(this.now);
    const { connections } = this.service.database;
    await this.service.database.write(async (tx) => {
      await tx.deleteFrom('outbox').where('due_at', '<=', this.now).execute();
      // A refusal or a preview uses up ids on one kind of database and not on the other.
      for (const [table, before] of this.lastIds) {
        const { rows } = await sql<{ last: number | null }>`
          select max(id) as last from ${sql.table(table)}`.execute(tx);
        const last = Math.max(before, Number(rows[0]?.last ?? 0));
        this.lastIds.set(table, last);
        await connections.continueIds(tx, table as keyof typeof LAST_IDS, last);
      }
    });
  }

  /** What a step has written, in all events. */
  private async written() {
    const { database } = this.service;
    const entries = await entriesAfter(database, this.lastHistoryId);
    const noted = await newsAfter(database, this.lastOutboxId);
    this.lastHistoryId = Number(entries.at(-1)?.id ?? this.lastHistoryId);
    this.lastOutboxId = Number(noted.at(-1)?.id ?? this.lastOutboxId);
    const login = entries.find(({ login_name }) => login_name !== null)?.login_name;
    if (login !== undefined) this.login = String(login);
    const news = ({ due_at, latest_at, id: _, ...row }: Row) => ({
      ...row,
      due_in: Number(due_at) - this.now,
      latest_in: Number(latest_at) - this.now,
    });
    const waiting = await waitingNews(database, this.now);
    return {
      history: lines(entries.map(entryOf)),
      outbox: [lines(noted.map(news)), lines(waiting.map(news))].filter(Boolean).join('\n\n'),
      revisions: (await revisionsOf(database)).map((row) => JSON.stringify(row)),
    };
  }

  private documents(event: number): Promise<Document[]> {
    const { service, person } = this;
    const replies: [Document['part'], Promise<Reply>][] = [
      ['schedule', service.send('GET', `/v1/events/${event}/schedule`, { key: KEY })],
      ['board', service.send('GET', `/board/api/events/${event}`)],
      ['office', person.send('GET', `/events/${event}/office`)],
    ];
    return Promise.all(replies.map(async ([part, reply]) => ({ part, reply: await reply })));
  }

  private async eventIds(): Promise<number[]> {
    return (await select(this.service.database, 'select id from events order by id')).map(
      ({ id }) => Number(id),
    );
  }

  private masked(text: string): string {
    const { login } = this;
    if (login === undefined) return text;
    const names = ['displayName', 'loginName', 'name'].map((name) => `"${name}":`);
    return names.reduce(
      (was, name) => was.replaceAll(`${name}"${login}"`, `${name}"(login)"`),
      text,
    );
  }
}

type Request = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

interface Document {
  part: 'schedule' | 'board' | 'office';
  reply: Reply;
}

/** Status, the fields that matter, and the body as it came. */
function textOf({ status, headers, text }: Pick<Reply, 'status' | 'headers' | 'text'>): string {
  const fields = HEADERS.filter((name) => headers.has(name));
  return [status, ...fields.map((name) => `${name}: ${headers.get(name)}`), '', text].join('\n');
}

/** The revision that a document states; the schedule of the API has it only in its `ETag`. */
function revisionIn({ part, reply }: Document): string {
  const said = reply.json?.revision ?? /^W\/"(\d+)-/.exec(reply.headers.get('etag') ?? '')?.[1];
  return `${part} ${reply.status} ${said ?? '-'} ${reply.json?.updatedAt ?? '-'}`;
}
