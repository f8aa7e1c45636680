/** The service as a process that may be killed, on a port that stays the same. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/server.ts';
import { end, ours } from '../support/started.ts';

export const PROGRAM = fileURLToPath(new URL('../../bin/running-order.js', import.meta.url));
const START_MILLIS = 60_000;
const KEPT_LOG_LENGTH = 20_000;

export class ServiceProcess {
  readonly databaseUrl: string;
  readonly port: number;
  readonly url: string;
  private readonly settings: Record<string, string>;
  /** The end of its log, for whoever has to find out why a test failed. */
  log = '';
  /** The process ended although nobody called `kill` or `stop`. */
  hasFailed = false;
  private child: ChildProcess | undefined;

  private constructor(databaseUrl: string, port: number, settings: Record<string, string>) {
    this.databaseUrl = databaseUrl;
    this.port = port;
    this.settings = settings;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param settings further environment variables of the service */
  static async start(
    databaseUrl: string,
    settings: Record<string, string> = {},
  ): Promise<ServiceProcess> {
    const service = new ServiceProcess(databaseUrl, await freePort(), settings);
    await service.start();
    return service;
  }

  /** Resolves once the service listens. @throws when it does not within a minute */
  async start(): Promise<void> {
    const child = ours(
      spawn(process.execPath, [PROGRAM, 'serve', '--port', String(this.port)], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          ...LIFTED,
          ...this.settings,
          DATABASE_URL: this.databaseUrl,
          LOG_LEVEL: 'error',
        },
      }),
    );
    this.child = child;
    let isListening = false;
    const note = (chunk: Buffer) => {
      this.log = (this.log + chunk).slice(-KEPT_LOG_LENGTH);
      isListening ||= /listens on/.test(String(chunk));
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('exit', (code, signal) => {
      if (this.child !== child) return;
      this.hasFailed = true;
      this.log += `\nIt ended by itself: ${code ?? signal}`;
    });
    const begun = performance.now();
    while (!isListening) {
      if (this.hasFailed || performance.now() - begun > START_MILLIS) {
        throw new Error(`the service did not start: ${this.log}`);
      }
      await delay(2);
    }
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child) await end(child, signal);
  }
}

/** Lifts the limits of requests per key and minute, which are not tested here. */
const LIFTED = { READS_PER_MINUTE: '1000000000', WRITES_PER_MINUTE: '1000000000' };
