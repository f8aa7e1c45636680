/** Versions of the service, each with a database of its own that it has filled itself. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import {
  type Client,
  EVENT,
  pushLargeRegatta,
  pushUndrawnRaces,
  startProcess,
  stopProcess,
} from './service.ts';

export interface Running {
  process: ChildProcess;
  /** The time until the first answer. */
  startMillis: number;
  /** A regatta of 100 races, drawn, timed and published. */
  client: Client;
  /** An event of 300 races for large pushes. */
  other: Client;
}

export class Version {
  /** The commit that is checked out, with `-dirty` after it when files have changed since. */
  readonly name: string;
  readonly folder: string;
  private readonly databaseUrl: string;
  private key = '';

  /**
   * @param folder a checkout with its `node_modules`
   * @param file of its database, which does not exist yet
   */
  constructor(folder: string, file: string) {
    this.folder = folder;
    this.databaseUrl = `sqlite:${file}`;
    this.name = this.output('git', ['describe', '--always', '--dirty']);
  }

  /** Makes the database by the version's own commands and requests. */
  async provision(): Promise<void> {
    this.command('user', 'add', '--name', 'Bench');
    this.command('club', 'add', '--name', 'Bench');
    this.command('member', 'set', '--club=1', '--user=1', '--role=schedule_manager');
    const { name, start, end, timezone } = EVENT;
    const event = ['--name', name, '--start', start, '--end', end, '--timezone', timezone];
    for (let n = 0; n < 2; n++) this.command('event', 'add', '--club=1', '--creator=1', ...event);
    this.key = this.command('key', 'mint', '--user=1', '--label=bench').split('\n')[0] ?? '';
    const { process, client, other } = await this.start();
    await pushLargeRegatta(client);
    await pushUndrawnRaces(other);
    await stopProcess(process);
  }

  async start(): Promise<Running> {
    const startedAt = performance.now();
    const { url, process } = await startProcess(this.databaseUrl, {}, this.folder);
    const startMillis = performance.now() - startedAt;
    const client = { url, key: this.key, eventId: 1 };
    return { process, startMillis, client, other: { ...client, eventId: 2 } };
  }

  private command(...words: string[]): string {
    return this.output(process.execPath, ['bin/running-order.js', ...words]);
  }

  private output(program: string, words: string[]): string {
    const env = { ...process.env, DATABASE_URL: this.databaseUrl };
    return execFileSync(program, words, { cwd: this.folder, env, encoding: 'utf8' }).trim();
  }
}
