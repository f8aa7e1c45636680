/** Everything that is stored about a person who works with the console (adoption, "Names and persons"). */
import { keyDetail } from '../../domain/accounts/key-view.ts';
import { noSuchPerson } from '../../domain/accounts/membership-rules.ts';
import { personExport } from '../../domain/accounts/person-export.ts';
import { accountOf, accountSubject } from '../../domain/accounts/throttle.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { listAccountEntries } from '../../storage/accounts/account-history.ts';
import { listKeys } from '../../storage/accounts/accounts.ts';
import { listKeyRequests } from '../../storage/accounts/key-requests.ts';
import { findAnybody, loadPerson } from '../../storage/accounts/person-traces.ts';
import type { Database } from '../../storage/engine/database.ts';

/** More than anybody has done. */
const ALL_ENTRIES = 1_000_000;

/** Of one moment, also of somebody whose account is closed. @returns 404 where there never was such a person */
export function exportPerson(
  database: Database,
  userId: number,
): Promise<ReturnType<typeof personExport> | Refusal> {
  return database.snapshot(async (tx) => {
    const person = await findAnybody(tx, userId);
    if (!person) return noSuchPerson();
    const rows = await loadPerson(tx, userId, accountSubject(accountOf(userId, person.email)));
    const keys = [];
    for (const key of await listKeys(tx, userId)) {
      keys.push(keyDetail(key, await listKeyRequests(tx, key.id)));
    }
    const accountHistory = await listAccountEntries(tx, { userId }, { limit: ALL_ENTRIES });
    return personExport(person, { rows, keys, accountHistory });
  });
}
