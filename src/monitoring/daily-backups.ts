/** Makes a back-up each day while the service runs. A failure is logged and tried again; the service goes on. */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { isBackupDue, RETRY_MILLIS } from '../domain/backup-rules.ts';
import { errorMessage } from '../domain/refusal.ts';
import { type BackupFolder, listBackups, makeBackup } from '../storage/engine/backups.ts';
import { type Connections, DatabaseRefused } from '../storage/engine/dialect.ts';
import { addGauge } from './metrics.ts';

/** How often to check whether a back-up is due. One long timer would be late, as timers stop while a laptop sleeps. */
const LOOK_MILLIS = 60_000;

interface Parts {
  connections: Connections;
  log: Logger;
}

export class DailyBackups {
  private readonly backups: BackupFolder;
  private readonly parts: Parts;
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;
  private hasFailed = false;

  constructor(backups: BackupFolder, parts: Parts) {
    this.backups = backups;
    this.parts = parts;
  }

  /** Makes a back-up now if one is due, and from then on whenever one is due. */
  start(): void {
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MILLIS);
    this.timer.unref();
  }

  /** Starts no more back-ups, and waits for one that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.underWay;
  }

  /** A sentence for the operator; `undefined` if there is nothing to do. */
  warning(): string | undefined {
    return this.hasFailed
      ? 'The last automatic back-up failed; the log says why. It is tried again every quarter of an hour.'
      : undefined;
  }

  /** Whether the last back-up failed, and when the newest was made, in epoch milliseconds; `undefined`: not known. */
  state(): { hasFailed: boolean; newestAt: number | undefined } {
    const { backups, parts, hasFailed } = this;
    try {
      const instants = listBackups(backups, parts.connections).map(({ at }) => at);
      return { hasFailed, newestAt: instants.length > 0 ? Math.max(...instants) : undefined };
    } catch {
      return { hasFailed, newestAt: undefined };
    }
  }

  private look(): void {
    if (this.underWay || performance.now() - this.failedAt < RETRY_MILLIS) return;
    this.underWay = this.makeIfDue().finally(() => {
      this.underWay = undefined;
    });
  }

  private async makeIfDue(): Promise<void> {
    const { connections, log } = this.parts;
    try {
      if (isBackupDue(listBackups(this.backups, connections), Date.now())) {
        const file = await makeBackup(this.backups, connections, Date.now());
        log.info({ file }, 'a back-up was made and checked');
      }
      this.hasFailed = false;
    } catch (error) {
      this.hasFailed = true;
      this.failedAt = performance.now();
      // An error of the disk or the file system is logged without its stack.
      const { syscall } = error as NodeJS.ErrnoException;
      const isOfDisk = error instanceof DatabaseRefused || syscall !== undefined;
      log.error(
        isOfDisk ? { reason: errorMessage(error) } : { err: error },
        'the automatic back-up failed',
      );
    }
  }
}

/** Adds the metrics of back-ups. @param backups `undefined` if none are made; then neither metric has a sample */
export function addBackupMetrics(registry: Registry, backups: DailyBackups | undefined): void {
  addGauge(
    registry,
    'running_order_backup_timestamp_seconds',
    'When the newest automatic back-up was made.',
    () => {
      const newestAt = backups?.state().newestAt;
      return newestAt && newestAt / 1000;
    },
  );
  addGauge(
    registry,
    'running_order_backup_failed',
    'Whether the last automatic back-up failed: 1, or 0.',
    () => backups && Number(backups.state().hasFailed),
  );
}
