/** Clubs, and the roles of their members (console, "Roles"). How to call them: `people.ts`. */
import { conflict, type Refusal } from '../domain/refusal.ts';
import type { Role } from '../domain/roles.ts';
import { insertClub, removeRole, setRole } from '../storage/accounts.ts';
import type { Write } from '../storage/database.ts';

/** @returns the club's id */
export function addClub(tx: Write, { name }: { name: string }): Promise<number> {
  return insertClub(tx, name, Date.now());
}

interface Member {
  clubId: number;
  userId: number;
}

/** Gives a person a role in a club, in place of the one they had. */
export async function changeRole(
  tx: Write,
  { clubId, userId, role }: Member & { role: Role },
): Promise<void> {
  await setRole(tx, userId, clubId, role);
}

/** A person leaves a club. @returns the reason if it is refused */
export async function removeMember(
  tx: Write,
  { clubId, userId }: Member,
): Promise<Refusal | undefined> {
  if (await removeRole(tx, userId, clubId)) return undefined;
  return conflict(`User ${userId} is not in club ${clubId}.`);
}
