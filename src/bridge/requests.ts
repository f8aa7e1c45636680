/**
 * What a person asks of a running bridge with `--accept` and `--resend`: small files in its state folder, so that nothing
 * has to listen for them, and a request outlives both processes.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, makePrivateFolder, replacePrivateFile } from './files/state-files.ts';
import { raceKeyOf, type Schedule } from './schedule.ts';

type RequestKind = 'accept' | 'resend';

interface Request {
  kind: RequestKind;
  /** An `externalId` or a race number. */
  race: string;
}

export class Requests {
  private readonly folder: string;
  private requests: (Request & { name: string })[] = [];
  /** Keys by the name of the request, once they are known. */
  private readonly resolved = new Map<string, string>();

  /** @param stateFolder of the bridge */
  constructor(stateFolder: string) {
    this.folder = join(stateFolder, 'requests');
  }

  /** Leaves a request for the bridge. */
  async add(kind: RequestKind, race: string): Promise<void> {
    await makePrivateFolder(this.folder);
    const name = `${kind}-${createHash('sha256').update(race).digest('hex').slice(0, 16)}.json`;
    await replacePrivateFile(join(this.folder, name), JSON.stringify({ kind, race }));
  }

  /** Reads what has been asked for. */
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

  /** The keys of the races that were named. */
  keys(kind: RequestKind, schedule: Schedule | null): Set<string> {
    const asked = this.requests.filter((request) => request.kind === kind);
    return new Set(asked.flatMap(({ name, race }) => this.keyOf(name, race, schedule) ?? []));
  }

  /** Forgets what was asked about a race: it is done. */
  async done(key: string): Promise<void> {
    const done = this.requests.filter(({ name }) => this.resolved.get(name) === key);
    for (const { name } of done) await rm(join(this.folder, name), { force: true });
    this.requests = this.requests.filter((request) => !done.includes(request));
  }

  private keyOf(name: string, race: string, schedule: Schedule | null): string | undefined {
    const races = schedule?.races ?? [];
    const found =
      races.find(({ externalId }) => externalId === race) ??
      races.find(({ raceNumber }) => String(raceNumber) === race);
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
