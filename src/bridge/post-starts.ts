/** Posts the start times of races, once the service has their results. */
import type { LedgerFile } from './files/state-files.ts';
import type { RaceRow } from './judge.ts';
import { withStart } from './ledger.ts';
import type { ServiceLink } from './service-link.ts';

/** What those parts of the bridge need that post or write files. */
export interface WriterParts {
  link: ServiceLink;
  ledger: LedgerFile;
  /** Changes the ledger, and logs a failure. @returns whether the ledger can be written */
  store(write: () => Promise<boolean>): Promise<boolean>;
  log(line: string): void;
}

export class StartPoster {
  private readonly parts: WriterParts;
  /** The signatures of rows whose start is not posted again: refused, logged by a dry run, or posted but not in the ledger. */
  private readonly done = new Set<string>();

  constructor(parts: WriterParts) {
    this.parts = parts;
  }

  /** Whether the start of a row is not tried again, although the service does not have it. */
  isDone({ signature }: RaceRow): boolean {
    return this.done.has(signature);
  }

  async post(row: RaceRow, isDryRun: boolean, signal: AbortSignal): Promise<void> {
    const { link, ledger, store, log } = this.parts;
    const { race: key, startedAt, raceNumber, file, signature, post } = row;
    const externalId = post?.race.externalId;
    const what = `the start of race ${raceNumber} from ${file}: ${startedAt}`;
    if (key === null || startedAt === null || !externalId || isDryRun) {
      this.done.add(signature);
      if (isDryRun) log(`Would post ${what}.`);
      return;
    }
    const outcome = await link.start(externalId, startedAt, signal);
    if (outcome.kind === 'sent') {
      const isNoted = await store(() => ledger.change((one) => withStart(one, key, startedAt)));
      if (!isNoted) this.done.add(signature);
      log(`Posted ${what}.`);
    } else if (outcome.kind === 'refused') {
      this.done.add(signature);
      log(`The service refused ${what} (${outcome.reason}).`);
    }
  }
}
