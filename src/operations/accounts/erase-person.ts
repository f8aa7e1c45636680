/** Erases a person: closes the account, and leaves a number in place of the name (adoption, "Names and persons"). */
import { formerName, PersonErasure } from '../../domain/accounts/erase-person.ts';
import { noSuchPerson } from '../../domain/accounts/membership-rules.ts';
import { accountOf, accountSubject } from '../../domain/accounts/throttle.ts';
import { Refusal } from '../../domain/refusal.ts';
import { listKeys } from '../../storage/accounts/accounts.ts';
import { updatePerson } from '../../storage/accounts/people.ts';
import {
  findAnybody,
  forgetAddress,
  listEntriesOfPerson,
  listEntriesWith,
  setDetails,
  setKeyLabel,
} from '../../storage/accounts/person-traces.ts';
import { clearFailures } from '../../storage/accounts/sign-in-failures.ts';
import type { AccountOperation } from './account-operation.ts';
import { closeAccount, operatorActorObjection } from './people.ts';

/**
 * With the right of an operator, also of somebody whose account is closed already. An account that is open is closed
 * first, where the rules of that let it. The result is what the person is called from now on.
 */
export const erasePerson: AccountOperation<{ userId: number }, string> = {
  name: 'erase-person',
  perform: async (call, { userId }) => {
    const { tx, now, actor } = call;
    const refusal = await operatorActorObjection(tx, actor);
    if (refusal) return refusal;
    const person = await findAnybody(tx, userId);
    if (!person) return noSuchPerson();
    const { display_name: name, email, closed_at: closedAt } = person;
    const closed = closedAt === null ? await closeAccount.perform(call, { userId }) : undefined;
    if (closed instanceof Refusal) return closed;
    const entries = await listEntriesOfPerson(tx, userId);
    const erasure = new PersonErasure({ userId, name, email, entries });
    const result = formerName(userId);
    await updatePerson(tx, userId, { name: result, language: null });
    for (const { id, label } of await listKeys(tx, userId)) {
      const erased = erasure.inLabel(label);
      if (erased !== label) await setKeyLabel(tx, id, erased);
    }
    const withAddress = [];
    for (const address of erasure.emails) {
      withAddress.push(...(await listEntriesWith(tx, address)));
      await forgetAddress(tx, address, now);
    }
    for (const entry of [...entries, ...withAddress]) {
      const details = erasure.inDetails(entry.details);
      if (details !== entry.details) await setDetails(tx, { ...entry, details });
    }
    const accounts = [accountOf(userId, null), ...erasure.emails];
    await clearFailures(tx, accounts.map(accountSubject));
    return { result, entries: closed?.entries ?? [{ subjectId: userId }] };
  },
};
