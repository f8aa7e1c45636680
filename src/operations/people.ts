/**
 * People. What is about people, clubs and keys touches no event, so it has no revision and no entry in
 * a history: an operation on them is a function within `Database.write`. Several can share a
 * transaction, in which the caller has found what it names and asked whether it may do this.
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
