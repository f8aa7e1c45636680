/** Which races FinishLynx has opened since their draw changed (formats.md §6.2, requirement 20). */
import type { LedgerFile } from '../files/ledger-file.ts';
import { endOf, type RaceRow } from '../judge.ts';
import { withOpened } from '../ledger.ts';
import type { Requests } from '../requests.ts';
import type { ServiceLink } from '../service-link.ts';

interface Parts {
  link: ServiceLink;
  ledger: LedgerFile;
  requests: Requests;
}

/**
 * Notes races with a new file, and those that somebody has confirmed, as opened.
 *
 * @param rows the newest file of a race comes first
 * @param store says whether the ledger could be written
 */
export async function noteOpened(
  rows: readonly RaceRow[],
  { ledger, link, requests }: Parts,
  store: (write: () => Promise<boolean>) => Promise<boolean>,
): Promise<void> {
  // A file that is parked may well be one of the old draw.
  const hashes = rows.flatMap(({ race, hash, state }): [string, string][] =>
    race !== null && hash !== null && state !== 'parked' ? [[race, hash]] : [],
  );
  const files = new Map(hashes.toReversed());
  const confirmed = requests.keys('accept', link.schedule);
  const before = ledger.current;
  if (withOpened(before, files, confirmed) === before) return;
  if (!(await store(() => ledger.change((one) => withOpened(one, files, confirmed))))) return;
  // An acceptance that a race with results waits for, too, is answered by its post.
  const held = new Set(rows.filter((row) => endOf(row) === 'left').map(({ race }) => race));
  for (const { race, reopen } of Object.values(before.numbers)) {
    if (reopen && confirmed.has(race) && !held.has(race)) await requests.done(race);
  }
}
