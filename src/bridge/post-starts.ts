/** Posts when races were started, once the service has their results. */
import type { LedgerFile } from './files/state-files.ts';
import type { RaceRow } from './judge.ts';
import { withStart } from './ledger.ts';
import type { ServiceLink } from './service-link.ts';

/** What a part of the bridge has that posts or writes files. */
export interface WriterParts {
  link: ServiceLink;
  ledger: LedgerFile;
  /** Changes the ledger, and says where that fails. @returns whether it could be written */
  store(write: () => Promise<boolean>): Promise<boolean>;
  log(line: string): void;
}

export class StartPoster {
  private readonly parts: WriterParts;
  /** Starts that the service refused, and those that a dry run has told, by the signature of the row. */
  private readonly done = new Set<string>();

  constructor(parts: WriterParts) {
    this.parts = parts;
  }

  /** Whether nothing more is to be said of the start of a row, though the service does not have it. */
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
      await store(() => ledger.change((one) => withStart(one, key, startedAt)));
      log(`Posted ${what}.`);
    } else if (outcome.kind === 'refused') {
      this.done.add(signature);
      log(`The service refused ${what} (${outcome.reason}).`);
    }
  }
}
