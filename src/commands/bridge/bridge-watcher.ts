/** Shows what a running bridge does: on a live screen on a terminal, else in lines; and ends a bridge with `--once`. */
import type { Bridge, Watcher } from '../../bridge/bridge.ts';
import { endOf } from '../../bridge/judge.ts';
import type { WriteTrouble } from '../../bridge/start-lists/start-list-files.ts';
import { listsNotWritten } from '../../bridge/start-lists/start-list-keeper.ts';
import { RaceLog, StatusFile, screenOf, statusOf } from '../../bridge/status.ts';

/** With `--once`, folder and service have to be reached within this time. */
const ONCE_MILLIS = 30_000;
/** A file is settled after two polls at the earliest. */
const ONCE_LOOKS = 2;
const KEPT_LINES = 50;

export class BridgeWatcher implements Watcher {
  private readonly url: string;
  private readonly service: string;
  private readonly isOnce: boolean;
  private readonly isQuiet: boolean;
  private readonly startedMillis = performance.now();
  private readonly lines: string[] = [];
  private readonly races = new RaceLog();
  private statusFile: StatusFile | undefined;

  /** @param names the address of the service as it was given (`url`), and its name for people (`service`) */
  constructor(
    { url, service }: { url: string; service: string },
    { isOnce, isQuiet }: { isOnce: boolean; isQuiet: boolean },
  ) {
    this.url = url;
    this.service = service;
    this.isOnce = isOnce;
    this.isQuiet = isQuiet;
  }

  log(line: string): void {
    const timed = `${new Date().toTimeString().slice(0, 8)} ${line}`;
    this.lines.push(timed);
    if (this.lines.length > KEPT_LINES) this.lines.shift();
    if (!this.hasScreen() && !this.isQuiet) process.stdout.write(`${timed}\n`);
  }

  async show(bridge: Bridge): Promise<void> {
    const status = statusOf(bridge, this.url);
    for (const line of this.races.changes(status)) this.log(line);
    if (this.hasScreen()) {
      const terminal = { service: this.service, height: process.stdout.rows || 24 };
      process.stdout.write(screenOf(bridge, status, this.lines, terminal));
    }
    if (!bridge.settings.isDryRun) {
      this.statusFile ??= new StatusFile(bridge.settings.stateFolder);
      await this.statusFile.write(status);
    }
    if (this.isOnce) this.endOnce(bridge);
  }

  private hasScreen(): boolean {
    return process.stdout.isTTY === true && !this.isOnce && !this.isQuiet;
  }

  /** Stops once nothing more happens without a person, or if folder, service or start lists are out of reach for 30 s. */
  private endOnce(bridge: Bridge): void {
    const { link } = bridge.parts;
    const lists = bridge.startLists;
    const trouble = troubleOf(bridge);
    if (trouble === null || trouble.isRefused) {
      const isAtWork = bridge.looks < ONCE_LOOKS || hasOpenRows(bridge) || lists?.isDue(link);
      if (!isAtWork) bridge.stop(trouble?.reason);
      return;
    }
    const sinceMillis = Math.max(this.startedMillis, link.trouble?.sinceMillis ?? 0);
    if (performance.now() - sinceMillis >= ONCE_MILLIS) bridge.stop(trouble.reason);
  }
}

/** What keeps a bridge from its work; `null` where nothing does. */
function troubleOf(bridge: Bridge): WriteTrouble | null {
  const { link } = bridge.parts;
  const later = (reason: string) => ({ reason, isRefused: false });
  if (bridge.folderTrouble) return later(`The folder could not be read: ${bridge.folderTrouble}.`);
  if (link.trouble || !link.schedule) {
    const { reason = 'it does not answer', isRefused = false } = link.trouble ?? {};
    return later(
      isRefused ? `Nothing was posted: ${reason}.` : `The service could not be reached: ${reason}.`,
    );
  }
  const lists = bridge.startLists?.trouble;
  return lists && !hasOpenRows(bridge) ? { ...lists, reason: listsNotWritten(lists.reason) } : null;
}

function hasOpenRows({ rows }: Bridge): boolean {
  return rows.some((row) => endOf(row) === 'open');
}

/** On a terminal, `a` accepts the first race that is held. @returns a function that ends the listening */
export function acceptByKey(bridge: Bridge, end: () => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY || !process.stdout.isTTY) return () => {};
  const onKey = (key: Buffer) => {
    // In raw mode, Ctrl+C is a key like any other.
    if (key[0] === 3) end();
    const held = bridge.rows.find((row) => row.race !== null && endOf(row) === 'left');
    if (String(key) === 'a' && held?.race) void bridge.parts.requests.add('accept', held.race);
  };
  stdin.setRawMode(true).resume().on('data', onKey);
  return () => {
    stdin.off('data', onKey).setRawMode(false).pause();
  };
}
