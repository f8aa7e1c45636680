/**
 * People. Operations on people, clubs and keys touch no event, so they have no revision and no history.
 * Each is a function within a transaction of `Database.write`, and several can share one. The caller
 * checks in the same transaction that the ids it passes exist and that it may do this.
 */
import { conflict, type Refusal } from '../domain/refusal.ts';
import { insertUser, isEmailTaken } from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';

interface NewPerson {
  name: string;
  /** Trimmed and in lower case; an address belongs to one person. */
  email: string | null;
}

/** @returns the person's id; or a conflict where the address is taken */
export async function addPerson(tx: Write, { name, email }: NewPerson): Promise<number | Refusal> {
  if (email !== null && (await isEmailTaken(tx, email))) {
    return conflict(`The address ${email} belongs to somebody already.`);
  }
  return insertUser(tx, name, email, Date.now());
}
