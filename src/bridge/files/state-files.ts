/**
 * What a bridge keeps on disk, in files that only its user may read: one folder for each watched folder, address and event.
 * It holds the ledger: a change counts only once it is stored, and a damaged ledger is renamed. It also holds what a person
 * asks of a running bridge with `--accept` and `--resend`: small files, so that the bridge needs no port, and a request
 * outlives both processes.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { replaceFile } from '../../replace-file.ts';
import { EMPTY_LEDGER, type Ledger, parseLedger } from '../ledger.ts';
import { raceKeyOf, raceNamed, type Schedule } from '../schedule.ts';

const NAME = 'ledger.json';

export class LedgerFile {
  current: Ledger = EMPTY_LEDGER;
  private readonly folder: string;
  /** The last write: writes are done in sequence, so that an older state never replaces a newer one. */
  private last: Promise<void> = Promise.resolve();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns the ledger, empty if there is none; `isDamaged` if its file was damaged and has been renamed to `.damaged` */
  static async open(folder: string): Promise<{ file: LedgerFile; isDamaged: boolean }> {
    await makePrivateFolder(folder);
    const file = new LedgerFile(folder);
    const path = join(folder, NAME);
    const text = await readFile(path, 'utf8').catch((error) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return { file, isDamaged: false };
    const read = parseLedger(text);
    if (read) file.current = read;
    else await rename(path, join(folder, `${NAME}.damaged`));
    return { file, isDamaged: read === null };
  }

  /**
   * Applies a change to the ledger and stores the result.
   *
   * @returns false if `step` returned the same object, so that there was nothing to store
   * @throws the system error; the ledger then stays as it was
   */
  change(step: (ledger: Ledger) => Ledger): Promise<boolean> {
    const done = this.last.then(async () => {
      const next = step(this.current);
      if (next === this.current) return false;
      await replacePrivateFile(join(this.folder, NAME), `${JSON.stringify(next)}\n`);
      this.current = next;
      return true;
    });
    this.last = done.then(
      () => {},
      () => {},
    );
    return done;
  }
}

/** Replaces a file atomically. @param temporaryName needed if two processes may write the file at the same time */
export function replacePrivateFile(
  path: string,
  content: string,
  temporaryName?: string,
): Promise<void> {
  return replaceFile(path, content, { mode: 0o600, ...(temporaryName && { temporaryName }) });
}

/** Makes a folder that only its user may read. */
async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** The code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

interface BridgeIdentity {
  folder: string;
  url: string;
  eventId: number;
}

/** @param given the value of `--state`; without it, a folder named after the identity */
export function stateFolderOf(identity: BridgeIdentity, given?: string): string {
  if (given !== undefined) return resolve(given);
  return join(userStateFolder(), 'running-order', stateFolderName(identity));
}

/** The name of a state folder within the folder of all of them: a hash of the identity. */
export function stateFolderName({ folder, url, eventId }: BridgeIdentity): string {
  const address = url.replace(/\/+$/, '').replace(/\/v1$/, '');
  const identity = JSON.stringify([resolve(folder), address, eventId]);
  return `bridge-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
}

/** The folder for the state of this user's programs, by the conventions of the operating system. */
function userStateFolder(): string {
  if (process.platform === 'win32') return join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return join(homedir(), '.local', 'state');
}

type RequestKind = 'accept' | 'resend';

interface Request {
  kind: RequestKind;
  /** An `externalId` or a race number. */
  race: string;
}

export class Requests {
  private readonly folder: string;
  private requests: (Request & { name: string })[] = [];
  /** The keys of races by the file name of the request, once they are known. */
  private readonly resolved = new Map<string, string>();

  /** @param stateFolder of the bridge to which the requests go */
  constructor(stateFolder: string) {
    this.folder = join(stateFolder, 'requests');
  }

  /** Leaves a request for the bridge. */
  async add(kind: RequestKind, race: string): Promise<void> {
    await makePrivateFolder(this.folder);
    const name = `${kind}-${createHash('sha256').update(race).digest('hex').slice(0, 16)}.json`;
    await replacePrivateFile(join(this.folder, name), JSON.stringify({ kind, race }));
  }

  /** Reads the requests from disk. */
  async read(): Promise<void> {
    const names = await readdir(this.folder).catch((error) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const read = names
      .filter((name) => /^(accept|resend)-.*\.json$/.test(name))
      .map(async (name) => {
        const text = await readFile(join(this.folder, name), 'utf8').catch(() => '');
        const request = parse(text);
        return request ? [{ ...request, name }] : [];
      });
    this.requests = (await Promise.all(read)).flat();
  }

  /** The keys of the races that the requests of a kind name; a race that the schedule does not have is left out. */
  keys(kind: RequestKind, schedule: Schedule | null): Set<string> {
    const asked = this.requests.filter((request) => request.kind === kind);
    return new Set(asked.flatMap(({ name, race }) => this.keyOf(name, race, schedule) ?? []));
  }

  /** Deletes the requests about a race, because they are fulfilled. */
  async done(key: string): Promise<void> {
    const done = this.requests.filter(({ name }) => this.resolved.get(name) === key);
    for (const { name } of done) await rm(join(this.folder, name), { force: true });
    this.requests = this.requests.filter((request) => !done.includes(request));
  }

  private keyOf(name: string, race: string, schedule: Schedule | null): string | undefined {
    const found = raceNamed(schedule?.races ?? [], race);
    if (found) this.resolved.set(name, raceKeyOf(found));
    return found && raceKeyOf(found);
  }
}

function parse(text: string): Request | null {
  try {
    const { kind, race } = JSON.parse(text);
    const isKind = kind === 'accept' || kind === 'resend';
    return isKind && typeof race === 'string' ? { kind, race } : null;
  } catch {
    return null;
  }
}
